/** Aborts one attempt: when the caller's signal does, or when the service is silent for too long. */
export class Deadline {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly abort = () => this.controller.abort(this.callers?.reason);
  isOver = false;

  constructor(
    private readonly timeoutMs: number,
    private readonly callers: AbortSignal | undefined,
  ) {
    callers?.throwIfAborted();
    // Not AbortSignal.any: in Node 20 a signal that lives long would keep each attempt in memory.
    callers?.addEventListener('abort', this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The time runs while the service is waited for, not while the caller works on what arrived. */
  async within<T>(work: Promise<T>): Promise<T> {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.controller.abort();
    }, this.timeoutMs);
    try {
      return await work;
    } finally {
      clearTimeout(this.timer);
    }
  }

  end(): void {
    this.callers?.removeEventListener('abort', this.abort);
  }
}
