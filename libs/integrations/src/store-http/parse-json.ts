import { cleanDeep } from '@sync/records';

/** Far above what shops send, far below where recursive code overflows. */
const maxDepth = 64;

/** Why a text is not taken as JSON: a word for a message, never a part of the text. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
}

/**
 * JSON as shops send it: byte order marks are dropped, integers that a double cannot hold keep their digits as text,
 * strings are free of what cannot be stored.
 */
export function parseJson(body: Buffer): unknown {
  let text = body.toString('utf8');
  if (text.charCodeAt(0) === 0xfeff) text = text.replace(/^\uFEFF+/, '');
  const value = parse(mayHoldBigInteger(text) ? keepBigIntegers(text) : text);
  if (isDeeperThan(value, maxDepth)) throw new UnreadableJson('too deeply nested JSON');
  return text.includes('\\u0000') || (/\\ud/i.test(text) && halfOfPair.test(text)) ? cleanDeep(value) : value;
}

/** Only an escape can bring in NUL or half of a surrogate pair: raw ones are not JSON, or not UTF-8. */
const halfOfPair = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]/i;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text.
    throw new UnreadableJson(text.trim() === '' ? 'an empty body' : 'a body that is not JSON');
  }
}

/** Recursion ends at the limit, however deep the value is. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) {
    if (typeof member === 'object' && member !== null && isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}

/** Whether an integer of 16 digits or more may stand outside of a string; long fractions and digits within text are common, so this is asked first. */
function mayHoldBigInteger(text: string): boolean {
  for (const { 0: digits, index } of text.matchAll(/\d{16,}/g)) {
    const before = text[index - 1] === '-' ? text[index - 2] : text[index - 1];
    const after = text[index + digits.length];
    if (/^[\s:,[]?$/.test(before ?? '') && /^[\s,\]}]?$/.test(after ?? '')) return true;
  }
  return false;
}

const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Quotes the integers beyond 2^53 that stand outside of strings, since JSON.parse would round them to another id. */
function keepBigIntegers(text: string): string {
  const parts: string[] = [];
  for (let from = 0; ;) {
    const open = text.indexOf('"', from);
    const between = open === -1 ? text.slice(from) : text.slice(from, open);
    parts.push(
      between.length < 16
        ? between
        : between.replace(longInteger, (digits) => (Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`)),
    );
    if (open === -1) return parts.join('');
    const close = closingQuote(text, open);
    // A string without an end: JSON.parse says so.
    if (close === -1) return text;
    parts.push(text.slice(open, close + 1));
    from = close + 1;
  }
}

function closingQuote(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close !== -1; close = text.indexOf('"', close + 1)) {
    let escapes = 0;
    while (text[close - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return close;
  }
  return -1;
}
