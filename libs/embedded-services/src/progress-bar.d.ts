/** The part of a terminal's stream that a bar needs. */
export interface BarStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** One line at the bottom of a terminal: title, bar, count and the time left. Elsewhere it draws nothing: print lines of your own there. */
export class ProgressBar {
  /** `total` is in the same unit as what `update` gets; `unit` is its plural for people. `now` is a clock in milliseconds. */
  constructor(title: string, total: number, options?: { unit?: string; stream?: BarStream; now?: () => number });
  /** `detail` replaces the count. */
  update(done: number, detail?: string): void;
  /** Prints a line above the bar. */
  line(text: string): void;
  /** Removes the bar. */
  end(): void;
}
