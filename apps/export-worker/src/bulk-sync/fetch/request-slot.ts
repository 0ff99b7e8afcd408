/** A mutex for requests: first come, first served. */
export class RequestSlot {
  private last: Promise<void> = Promise.resolve();

  /** Resolves with the function that releases the slot. Releasing twice has no further effect. */
  async take(): Promise<() => void> {
    const before = this.last;
    let release = (): void => undefined;
    this.last = new Promise((resolve) => (release = resolve));
    await before;
    return release;
  }
}
