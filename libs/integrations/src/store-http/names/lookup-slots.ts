interface Waiting {
  share: string;
  start: () => void;
}

/** Bounds what runs at once, in all and per share. Waiting callers start in order, past those whose share has no room. */
export class LookupSlots {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #runningInAll = 0;

  constructor(
    private readonly maxInAll: number,
    private readonly maxOf: (share: string) => number,
  ) {}

  /** Resolves with the function that releases the slot, to be called once. Rejects when the signal aborts first. */
  async take(share: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.#hasRoom(share)) await this.#turn(share, signal);
    else this.#start(share);
    return () => this.#release(share);
  }

  #turn(share: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { share, start };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #release(share: string): void {
    const left = (this.#running.get(share) ?? 0) - 1;
    if (left > 0) this.#running.set(share, left);
    else this.#running.delete(share);
    this.#runningInAll -= 1;
    for (const waiting of this.#waiting) {
      if (this.#runningInAll >= this.maxInAll) return;
      if (!this.#hasRoom(waiting.share)) continue;
      this.#waiting.delete(waiting);
      this.#start(waiting.share);
      waiting.start();
    }
  }

  #start(share: string): void {
    this.#running.set(share, (this.#running.get(share) ?? 0) + 1);
    this.#runningInAll += 1;
  }

  #hasRoom(share: string): boolean {
    return this.#runningInAll < this.maxInAll && (this.#running.get(share) ?? 0) < this.maxOf(share);
  }
}
