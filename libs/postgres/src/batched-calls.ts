export interface BatchLimits<In> {
  maxConcurrentBatches: number;
  /** A batch starts beside another only when this many calls wait: small batches side by side cost more than one that waits. */
  minCallsBesides?: number;
  maxCalls: number;
  /** Sum of the sizes in one batch. A larger call is a batch of its own. Default: their number alone counts. */
  maxSize?: number;
  sizeOf?: (input: In) => number;
}

interface Call<In, Out> {
  input: In;
  resolve: (output: Out | Promise<Out>) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs calls that arrive together as one batch: while a batch runs, the next one gathers. Calls keep their order. When a batch fails,
 * every waiting call fails with it: it would meet the same outage after waiting even longer.
 */
export class BatchedCalls<In, Out> {
  private waiting: Call<In, Out>[] = [];
  private running = 0;
  private isStarting = false;

  /** `run` returns one output per input, in the same order. For one that comes later than those of the others, the promise of it. */
  constructor(
    private readonly run: (inputs: readonly In[]) => Promise<readonly (Out | Promise<Out>)[]>,
    private readonly limits: BatchLimits<In>,
  ) {}

  call(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      this.startSoon();
    });
  }

  /** Not at once: requests that have already arrived join the batch. */
  private startSoon(): void {
    if (this.isStarting || !this.mayStart()) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      while (this.mayStart()) void this.runNext();
    });
  }

  private mayStart(): boolean {
    const { maxConcurrentBatches, minCallsBesides = 1 } = this.limits;
    return this.running < maxConcurrentBatches && this.waiting.length >= (this.running === 0 ? 1 : minCallsBesides);
  }

  private async runNext(): Promise<void> {
    const batch = this.takeBatch();
    this.running += 1;
    try {
      const outputs = await this.run(batch.map(({ input }) => input));
      for (const [place, { resolve }] of batch.entries()) resolve(outputs[place] as Out | Promise<Out>);
    } catch (error) {
      for (const { reject } of [...batch, ...this.waiting.splice(0)]) reject(error);
    } finally {
      this.running -= 1;
      this.startSoon();
    }
  }

  private takeBatch(): Call<In, Out>[] {
    const { maxCalls, maxSize = Infinity, sizeOf = () => 0 } = this.limits;
    let count = 0;
    for (let size = 0; count < Math.min(maxCalls, this.waiting.length); count += 1) {
      size += sizeOf((this.waiting[count] as Call<In, Out>).input);
      if (size > maxSize && count > 0) break;
    }
    return this.waiting.splice(0, count);
  }
}
