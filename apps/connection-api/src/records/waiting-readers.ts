import { countRateLimited, Problem } from '@sync/service-runtime';

/** Requests that wait in this process, in all and per tenant. One costs some kilobytes. */
const maxWaiting = { inAll: 10_000, perTenant: 5_000 };

/** Something changed. What the readers that it wakes have in common is done once. */
export class Wake {
  private readonly done = new Map<string, Promise<unknown>>();

  /** `horizon`: the feed shows everything below it; null: not known. */
  constructor(readonly horizon: string | null) {}

  /** Does the work for the first reader that needs it; the others share its outcome. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.done.get(key) as Promise<T> | undefined;
    const outcome = known ?? work();
    if (!known) this.done.set(key, outcome);
    return outcome;
  }
}

/** A request that waits for a change of its tenant. What happens from its construction on counts, so that it misses nothing. */
export class WaitingReader {
  private wake: Wake | null = null;
  private resume: (() => void) | null = null;
  private isOver = false;

  constructor(readonly leave: () => void) {}

  /** Resolves with the newest change since the last one, or with null after the time, or once the wait was ended. */
  async next(milliseconds: number): Promise<Wake | null> {
    if (!this.wake && !this.isOver) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.resume = resolve;
        timer = setTimeout(resolve, Math.max(0, milliseconds));
      });
      clearTimeout(timer);
      this.resume = null;
    }
    const { wake } = this;
    this.wake = null;
    return this.isOver ? null : wake;
  }

  rouse(wake: Wake): void {
    this.wake = wake;
    this.resume?.();
  }

  end(): void {
    this.isOver = true;
    this.resume?.();
  }
}

/** The requests of this process that wait for something to read, by tenant. They hold no connection to Postgres. */
export class WaitingReaders {
  private readonly byTenant = new Map<string, Set<WaitingReader>>();
  private count = 0;
  private isClosed = false;

  /** Throws Problem when there are too many: 429 of the tenant, 503 in all. */
  enter(tenant: string): WaitingReader {
    const readers = this.byTenant.get(tenant) ?? new Set();
    if (readers.size >= maxWaiting.perTenant) {
      countRateLimited('waiting-reads');
      throw Problem.tooManyRequests('Too many requests of this company wait for records.', {
        name: 'waits',
        allowed: maxWaiting.perTenant,
        unit: 'concurrent-requests',
        retryAfterSeconds: 5,
      });
    }
    if (this.count >= maxWaiting.inAll) throw Problem.unavailable();
    const reader = new WaitingReader(() => this.remove(tenant, reader));
    this.byTenant.set(tenant, readers.add(reader));
    this.count += 1;
    if (this.isClosed) reader.end();
    return reader;
  }

  has(tenant: string): boolean {
    return this.byTenant.has(tenant);
  }

  tenants(): string[] {
    return [...this.byTenant.keys()];
  }

  wake(tenant: string, horizon: string | null): void {
    const wake = new Wake(horizon);
    for (const reader of this.byTenant.get(tenant) ?? []) reader.rouse(wake);
  }

  /** Ends every wait, also those that begin later. */
  close(): void {
    this.isClosed = true;
    for (const readers of this.byTenant.values()) for (const reader of readers) reader.end();
  }

  private remove(tenant: string, reader: WaitingReader): void {
    const readers = this.byTenant.get(tenant);
    if (!readers?.delete(reader)) return;
    this.count -= 1;
    if (readers.size === 0) this.byTenant.delete(tenant);
  }
}
