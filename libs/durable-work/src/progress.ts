/** When this process last moved its work forward, by the monotonic clock. */
export class Progress {
  private at = performance.now();
  private last = 'start';

  /** `what`: a claim, a renewed lease, a stored page, a turn of a schedule. */
  note(what: string): void {
    this.at = performance.now();
    this.last = what;
  }

  get latest(): { what: string; millisecondsAgo: number } {
    return { what: this.last, millisecondsAgo: Math.round(performance.now() - this.at) };
  }
}
