/** Array literals of Postgres. The driver quotes and escapes every value, which costs more than everything else about a list. */

/** For numbers, ids and words, which need no quotes. */
export function plainArray(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** For any text. */
export function textArray(values: readonly (string | null)[]): string {
  return plainArray(values.map(quoted));
}

const needsNoQuotes = /^[A-Za-z0-9._:-]+$/;

function quoted(value: string | null): string {
  if (value === null) return 'NULL';
  // Four letters might spell NULL.
  if (needsNoQuotes.test(value) && value.length !== 4) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
