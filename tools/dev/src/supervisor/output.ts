import { readableLines, type LineStyle } from './log-lines';

/** Receives the output of all processes. */
export interface Output {
  line(source: string, line: string): void;
  notice(message: string): void;
}

/** Prints prefixed lines, coloured on a terminal. */
export class TerminalOutput implements Output {
  private readonly style: LineStyle;

  constructor(
    sources: readonly string[],
    private readonly stream: NodeJS.WriteStream = process.stdout,
  ) {
    this.style = {
      colour: stream.isTTY === true && process.env.NO_COLOR === undefined,
      width: Math.max(...sources.map(({ length }) => length)),
    };
    // The reader of our output may be gone (a closed pipe). That must not crash the service.
    stream.on('error', () => undefined);
  }

  line(source: string, line: string): void {
    for (const text of readableLines(source, line, this.style)) this.stream.write(`${text}\n`);
  }

  notice(message: string): void {
    for (const text of message.split('\n')) this.line('supervisor', text);
  }
}

/** Keeps the last lines of each source for a failure report. */
export class TailOutput implements Output {
  private readonly tails = new Map<string, string[]>();

  constructor(private readonly size = 15) {}

  line(source: string, line: string): void {
    this.tails.set(source, [...(this.tails.get(source) ?? []), line].slice(-this.size));
  }

  notice(message: string): void {
    this.line('supervisor', message);
  }

  /** The last lines of every source with output, formatted. */
  tail(): string {
    const style = { colour: false, width: Math.max(0, ...[...this.tails.keys()].map(({ length }) => length)) };
    return [...this.tails].flatMap(([source, lines]) => lines.flatMap((line) => readableLines(source, line, style))).join('\n');
  }
}
