import { styleText } from 'node:util';
import { prettyFactory } from 'pino-pretty';

/** Receives the output of all processes. */
export interface Output {
  line(source: string, line: string): void;
  notice(message: string): void;
}

const pretty = prettyFactory({ colorize: false, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname,app' });
const sourceColours = ['cyan', 'magenta', 'blue', 'yellow', 'green'] as const;

interface LineStyle {
  colour: boolean;
  /** Width of the longest source name. */
  width: number;
}

/** Formats one line of output for people: `connection-api │ [12:00:01] INFO: message {"key":"value"}`. An error becomes several lines. */
export function readableLines(source: string, line: string, { colour, width }: LineStyle): string[] {
  const start = `${source.padEnd(width)} │`;
  const name = sourceColours[[...source].reduce((sum, c) => sum + c.charCodeAt(0), 0) % sourceColours.length] ?? 'cyan';
  const texts = pretty(line).trimEnd().split('\n').map(escaped);
  return texts.map((text) => `${colour ? styleText(name, start, { validateStream: false }) : start} ${text}`);
}

/** External text must not move the cursor. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => (c === '\t' ? c : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`));
}

/** The cause of failure in the last output of an app. Null: a stack frame or another line without meaning to a person. */
export function causeIn(line: string): string | null {
  try {
    const { reason, msg } = JSON.parse(line) as Record<string, unknown>;
    return escaped(String(reason ?? msg));
  } catch {
    return /^[\s}]|^$|^Node\.js v/.test(line) ? null : escaped(line.replace(/^[\w-]+ cannot start: /, ''));
  }
}

/** Prints prefixed lines, coloured on a terminal. */
export class TerminalOutput implements Output {
  private readonly style: LineStyle;

  constructor(
    sources: readonly string[],
    private readonly stream: NodeJS.WriteStream = process.stdout,
  ) {
    this.style = { colour: stream.isTTY && process.env.NO_COLOR === undefined, width: Math.max(...sources.map(({ length }) => length)) };
    // The reader of our output may be gone (a closed pipe). That must not crash the service.
    stream.on('error', () => undefined);
  }

  line(source: string, line: string): void {
    for (const text of readableLines(source, line, this.style)) this.stream.write(`${text}\n`);
  }

  notice(message: string): void {
    this.line('supervisor', message);
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
