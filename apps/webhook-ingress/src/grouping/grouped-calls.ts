export interface GroupBounds<In> {
  /** Groups under way at once. */
  atOnce: number;
  /** So many calls have to wait before a group starts besides another: small groups side by side cost more than one that waits. */
  besides: number;
  /** Calls of one group at most. */
  calls: number;
  /** Sum of the sizes of one group at most; a call that is larger alone is a group of its own. */
  size: number;
  sizeOf: (input: In) => number;
}

interface Call<In, Out> {
  input: In;
  resolve: (output: Out) => void;
  reject: (reason: unknown) => void;
}

/**
 * Carries out together what arrives together: while a group is under way, the next one gathers. Calls are carried out in the order
 * in which they came. When a group fails, so do all that wait: they would meet the same, and their senders have waited already.
 */
export class GroupedCalls<In, Out> {
  private waiting: Call<In, Out>[] = [];
  private underWay = 0;
  private isStarting = false;

  /** `carryOut` answers with one output for each input, in their order. */
  constructor(
    private readonly carryOut: (inputs: readonly In[]) => Promise<readonly Out[]>,
    private readonly bounds: GroupBounds<In>,
  ) {}

  call(input: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ input, resolve, reject });
      this.startSoon();
    });
  }

  /** Not at once: what else has arrived by now comes along. */
  private startSoon(): void {
    if (this.isStarting || !this.mayStart()) return;
    this.isStarting = true;
    setImmediate(() => {
      this.isStarting = false;
      while (this.mayStart()) void this.carryOutNext();
    });
  }

  private mayStart(): boolean {
    const { atOnce, besides } = this.bounds;
    return this.underWay < atOnce && this.waiting.length >= (this.underWay === 0 ? 1 : besides);
  }

  private async carryOutNext(): Promise<void> {
    const group = this.takeGroup();
    this.underWay += 1;
    try {
      const outputs = await this.carryOut(group.map(({ input }) => input));
      for (const [place, { resolve }] of group.entries()) resolve(outputs[place] as Out);
    } catch (error) {
      for (const { reject } of [...group, ...this.waiting.splice(0)]) reject(error);
    } finally {
      this.underWay -= 1;
      this.startSoon();
    }
  }

  private takeGroup(): Call<In, Out>[] {
    const { calls, size, sizeOf } = this.bounds;
    let count = 0;
    for (let sum = 0; count < Math.min(calls, this.waiting.length); count += 1) {
      sum += sizeOf((this.waiting[count] as Call<In, Out>).input);
      if (sum > size && count > 0) break;
    }
    return this.waiting.splice(0, count);
  }
}
