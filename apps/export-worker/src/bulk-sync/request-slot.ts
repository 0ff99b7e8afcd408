/** Lets one through at a time, in the order of asking. */
export class RequestSlot {
  private last: Promise<void> = Promise.resolve();

  /** Resolves with the function that gives the slot back. Calling it twice does nothing more. */
  async take(): Promise<() => void> {
    const before = this.last;
    let giveBack = (): void => undefined;
    this.last = new Promise((resolve) => (giveBack = resolve));
    await before;
    return giveBack;
  }
}
