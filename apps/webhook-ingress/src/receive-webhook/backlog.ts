import { Problem } from '@sync/service-runtime';

export interface BacklogLimits {
  maxWebhooks: number;
  maxBytes: number;
}

/** Bounds the memory of webhooks in progress, which pile up while Postgres hangs. */
export class Backlog {
  private webhooks = 0;
  private bytes = 0;

  constructor(private readonly limits: BacklogLimits) {}

  /** Pair with `leave`. Throws a Problem, 503 with Retry-After, when there is no room. */
  enter(bytes: number): void {
    const { maxWebhooks, maxBytes } = this.limits;
    if (this.webhooks >= maxWebhooks || this.bytes + bytes > maxBytes) throw Problem.unavailable();
    this.webhooks += 1;
    this.bytes += bytes;
  }

  leave(bytes: number): void {
    this.webhooks -= 1;
    this.bytes -= bytes;
  }
}
