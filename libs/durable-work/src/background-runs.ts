/** Runs that no job waits for. Each takes a place while it runs. */
export class BackgroundRuns<P> {
  private readonly running = new Map<Promise<void>, P>();

  constructor(private readonly onFailure: (place: P, error: unknown) => void) {}

  get places(): P[] {
    return [...this.running.values()];
  }

  start(place: P, run: () => Promise<unknown>): void {
    const ended = run()
      .catch((error: unknown) => this.onFailure(place, error))
      .then(() => void this.running.delete(ended));
    this.running.set(ended, place);
  }

  /** Resolves when every run has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.running.keys());
  }
}
