import { Problem } from '@sync/service-runtime';

export interface BacklogBounds {
  webhooks: number;
  bytes: number;
}

/** Webhooks that are being received. Beyond its bounds a new one is refused: whoever waits for a Postgres that hangs must not fill the memory. */
export class Backlog {
  private webhooks = 0;
  private bytes = 0;

  constructor(private readonly bounds: BacklogBounds) {}

  /** Until `leave` with as many bytes. Throws Problem, 503 with Retry-After, when there is no room. */
  enter(bytes: number): void {
    if (this.webhooks >= this.bounds.webhooks || this.bytes + bytes > this.bounds.bytes) throw Problem.unavailable();
    this.webhooks += 1;
    this.bytes += bytes;
  }

  leave(bytes: number): void {
    this.webhooks -= 1;
    this.bytes -= bytes;
  }
}
