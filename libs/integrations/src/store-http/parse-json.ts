import { cleanDeep } from '@sync/records';

/** Far above what shops send, and far below a stack overflow. */
const maxDepth = 64;

/** The message names the reason and never quotes the text. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
}

/**
 * Parses JSON as shops send it: drops byte order marks, keeps integers beyond 2^53 as text, and removes unstorable characters.
 * `JSON.parse` does the work, and a rescan quotes big integers only if one was rounded, because a parser in JavaScript takes
 * half as long again.
 */
export function parseJson(body: Buffer): unknown {
  let text = body.toString('utf8');
  if (text.charCodeAt(0) === 0xfeff) text = text.replace(/^\uFEFF+/, '');
  const parsed = parse(text);
  const holdsRounded = check(parsed, maxDepth);
  const value = holdsRounded ? parse(keepBigIntegers(text)) : parsed;
  return text.includes('\\u0000') || (/\\ud/i.test(text) && halfOfPair.test(text)) ? cleanDeep(value) : value;
}

/** Only an escape can contain NUL or a lone surrogate: raw ones are not valid JSON or UTF-8. */
const halfOfPair = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f]/i;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text.
    throw new UnreadableJson(text.trim() === '' ? 'an empty body' : 'a body that is not JSON');
  }
}

/** Returns whether a number was rounded to an integer beyond 2^53. Throws UnreadableJson at the depth limit, which also bounds the recursion. */
function check(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) throw new UnreadableJson('too deeply nested JSON');
  let holdsRounded = false;
  if (Array.isArray(value)) {
    for (const member of value) holdsRounded = check(member, levels - 1) || holdsRounded;
  } else {
    // Objects from JSON.parse have only own members, and `for in` allocates no list of them.
    for (const name in value) holdsRounded = check((value as Record<string, unknown>)[name], levels - 1) || holdsRounded;
  }
  return holdsRounded;
}

const longInteger = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Quotes integers beyond 2^53 outside strings, which JSON.parse would round to another id. */
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
    // JSON.parse reports the unterminated string.
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
