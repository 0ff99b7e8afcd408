/** Lists as Postgres reads them. The driver's own way quotes and escapes every value, which costs more than all else of it. */

/** Of numbers, ids and words: of nothing that would need quotes. */
export function plainList(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}

/** Of any texts. */
export function textList(values: readonly (string | null)[]): string {
  return plainList(values.map(textIn));
}

const needsNoQuotes = /^[A-Za-z0-9._:-]+$/;

function textIn(value: string | null): string {
  if (value === null) return 'NULL';
  if (needsNoQuotes.test(value) && value.length !== 4) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
