/** Names, ids, instants and punctuation of a record's JSON, at most. */
const fixedBytes = 760;
const quotes = 2;

const escaped = /["\\\u0000-\u001f]/;

/**
 * Upper bound of the bytes that a record takes in the feed, from the fields of its row. Stored with the row, so that a page can be bounded
 * without loading its records: Postgres cannot tell the length of a compressed json without unpacking it.
 */
export function feedBytes(fields: readonly (string | null)[], isJson: (index: number) => boolean): number {
  let bytes = fixedBytes;
  fields.forEach((field, index) => {
    if (field === null) bytes += 'null'.length;
    else if (!isJson(index) && escaped.test(field)) bytes += Buffer.byteLength(JSON.stringify(field));
    else bytes += Buffer.byteLength(field) + quotes;
  });
  return bytes;
}
