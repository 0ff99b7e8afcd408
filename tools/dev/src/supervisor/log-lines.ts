/** Formats the output of child processes for people: `connection-api │ 12:00:01 info message key=value`. */

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const levelColours: Record<string, string> = { trace: '2', debug: '2', info: '32', warn: '33', error: '31', fatal: '31;1' };
const sourceColours = ['36', '35', '34', '33', '32'];
/** Redundant with the prefix, or useless on one machine. */
const leftOut = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'app', 'service', 'v', 'err']);

export interface LineStyle {
  colour: boolean;
  /** Width of the longest source name. */
  width: number;
}

function paint(style: LineStyle, code: string, text: string): string {
  return style.colour ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** Escapes control characters: external text must not move the cursor or forge lines. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => (c === '\t' ? c : `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`));
}

function valueText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'undefined';
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function clock(time: unknown): string {
  const date = typeof time === 'number' || typeof time === 'string' ? new Date(time) : new Date();
  const known = Number.isNaN(date.getTime()) ? new Date() : date;
  return [known.getHours(), known.getMinutes(), known.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

interface PinoLine extends Record<string, unknown> {
  level: number | string;
}

function parse(line: string): PinoLine | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    return typeof value.level === 'number' || typeof value.level === 'string' ? (value as PinoLine) : null;
  } catch {
    return null;
  }
}

function prefix(source: string, style: LineStyle): string {
  const colour = sourceColours[[...source].reduce((sum, c) => sum + c.charCodeAt(0), 0) % sourceColours.length] ?? '36';
  return paint(style, colour, `${source.padEnd(style.width)} │`);
}

/** The cause of failure in the last output of an app. Null: a stack frame or another line without meaning to a person. */
export function causeIn(line: string): string | null {
  const entry = parse(line);
  if (entry) return escaped(String(entry.reason ?? entry.msg));
  return /^[\s}]|^$|^Node\.js v/.test(line) ? null : escaped(line.replace(/^[\w-]+ cannot start: /, ''));
}

/** Formats one line of output; an error with a stack becomes several lines. */
export function readableLines(source: string, line: string, style: LineStyle): string[] {
  const start = prefix(source, style);
  const entry = parse(line);
  if (!entry) return [`${start} ${escaped(line)}`];
  const level = typeof entry.level === 'number' ? (levels[entry.level] ?? String(entry.level)) : entry.level;
  const fields = Object.entries(entry).flatMap(([key, value]) =>
    leftOut.has(key) ? [] : [paint(style, '2', escaped(`${key}=${valueText(value)}`))],
  );
  const error = entry.err as { type?: string; message?: string; stack?: string } | undefined;
  const message = typeof entry.msg === 'string' ? entry.msg : '';
  const words = [clock(entry.time), paint(style, levelColours[level] ?? '0', level), escaped(message), ...fields];
  if (error?.message !== undefined && error.message !== message) words.push(escaped(`${error.type ?? 'Error'}: ${error.message}`));
  const stack = (error?.stack ?? '').split('\n').filter((frame) => frame.trim().startsWith('at '));
  return [
    `${start} ${words.filter((word) => word !== '').join(' ')}`,
    ...stack.map((frame) => `${start}   ${paint(style, '2', escaped(frame.trim()))}`),
  ];
}
