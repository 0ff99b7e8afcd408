import { hash } from 'node:crypto';
import { OrderedUuids, type RecordOf, type SystemCapability } from '@sync/records';
import { contentColumns } from './columns';
import { toSeparatedText } from './separated-text';

/** A record ready to be stored. */
export interface PageRow<C extends SystemCapability = SystemCapability> {
  record: RecordOf[C];
  sourceId: string;
  /** 128 bits as 32 hexadecimal digits, over the content without links. */
  contentHash: string;
  /** Instant of the last modification, ISO 8601 UTC; null when it is unknown. */
  modifiedAt: string | null;
  /** In the order of the capability's content columns; of an order to be written, its links follow. */
  fields: (string | null)[];
  /** The erasure that took the person out of this customer; null: none, or another kind of record. */
  erasedBy: string | null;
}

/**
 * Rows sorted the same way for every writer, so that concurrent writers of the same records wait instead of deadlocking.
 * Of records with the same source id, the last one wins.
 */
export function toPageRows<C extends SystemCapability>(capability: C, records: RecordOf[C][]): PageRow<C>[] {
  const columns = contentColumns[capability];
  const rows = new Map<string, PageRow<C>>();
  for (const record of records) {
    const fields = columns.map((column) => column.text(record));
    const sourceId = fields[0] ?? '';
    rows.set(sourceId, { record, sourceId, contentHash: contentHash(fields), modifiedAt: record.modifiedAt, fields, erasedBy: null });
  }
  return [...rows.values()].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
}

const maxRecordBytes = 1024 * 1024;

export const tooLarge = 'The record is larger than 1 MiB.';

/** A character takes at most six bytes, as an escape, so the bytes of short rows need not be counted. */
export function isTooLarge(capability: SystemCapability, { fields }: PageRow): boolean {
  const characters = fields.reduce((sum, field) => sum + (field?.length ?? 0), 0);
  if (characters < maxRecordBytes / 8) return false;
  return feedBytes(fields, (index) => contentColumns[capability][index]?.type === 'json') > maxRecordBytes;
}

/** Each field is prefixed with its length, so different contents never hash the same text. */
export function contentHash(fields: readonly (string | null)[]): string {
  let content = '';
  for (const field of fields) {
    content += field === null ? '-' : `${field.length}:${field}`;
  }
  return hash('sha256', content, 'hex').slice(0, 32);
}

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

const ids = new OrderedUuids();

/** One source of ids per process, so that rows of one transaction appear in the feed in the order they were made. */
export function timeOrderedId(): string {
  return ids.next();
}

/** Where a row's fields begin among the columns of `rowColumns`. */
const firstField = 4;

/** The parameters $2 to $5 of a statement that writes rows. */
export function rowParameters(rows: PageRow[], isJson: readonly boolean[]): string[] {
  const { text, fieldSeparator, rowSeparator, nullMark } = toSeparatedText(
    rows.map(({ contentHash, modifiedAt, fields }) => {
      const bytes = feedBytes(fields, (index) => isJson[firstField + index] ?? false);
      return [timeOrderedId(), contentHash, modifiedAt, String(bytes), ...fields];
    }),
    isJson,
  );
  return [text, fieldSeparator, rowSeparator, nullMark];
}
