import { InLanguages } from './data/languages';

export type Matches = (value: string) => boolean;

const number = /^-?\d+(\.\d+)?$/;

/** As the database does it: numbers by value, everything else as text without regard to case. */
export function compare(a: string, b: string): number {
  if (number.test(a) && number.test(b)) return Number(a) - Number(b);
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

const interval = /^([\d.:\-\s]+),([\d.:\-\s]+)$/;

function exactly(text: string): Matches {
  return (value) => compare(value, text) === 0;
}

function anyOf(texts: readonly string[]): Matches {
  const wanted = new Set(texts.map((text) => text.toLowerCase()));
  return (value) => wanted.has(value.toLowerCase());
}

function inside(text: string): Matches {
  if (text.indexOf('|') > 0) return anyOf(text.split('|'));
  const bounds = interval.exec(text);
  if (!bounds) return exactly(text);
  const [low = '', high = ''] = [bounds[1] ?? '', bounds[2] ?? ''].sort(compare);
  return (value) => compare(value, low) >= 0 && compare(value, high) <= 0;
}

/** `[a|b]` any of them, `[a,b]` from one to the other, `>[a]`, `<[a]`, `![a]`, `%[a]%`, `[a]%`, `%[a]`, `[a]` and `a`. */
export function readFilter(text: string): Matches {
  const [, before, inner, after] = /^(.*?)\[(.*)\](.*)$/.exec(text) ?? [];
  if (inner === undefined) return exactly(text);
  const contents = inner.toLowerCase();
  if (before === '%' && after === '%') return (value) => value.toLowerCase().includes(contents);
  if (after === '%') return (value) => value.toLowerCase().startsWith(contents);
  if (before === '%') return (value) => value.toLowerCase().endsWith(contents);
  if (before === '>') return (value) => compare(value, inner) > 0;
  if (before === '<') return (value) => compare(value, inner) < 0;
  if (before === '!') return (value) => compare(value, inner) !== 0;
  return inside(inner);
}

/** The ids that `[a|b]` and `[a]` name; null: the filter says it in another way. */
export function namedIds(text: string): number[] | null {
  const inner = /^\[?([\d|]+)\]?$/.exec(text)?.[1];
  return inner === undefined ? null : inner.split('|').filter(Boolean).map(Number);
}

/** Texts of a field: one, or one in each language. */
export function textsOf(value: unknown): string[] {
  if (value instanceof InLanguages) return [...value.texts];
  return [value === null || value === undefined || value === false ? '' : String(value as string | number)];
}
