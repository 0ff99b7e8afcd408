import { hash } from 'node:crypto';
import type { RecordOf, SystemCapability } from '@sync/records';
import { contentColumns } from './columns';

/** A record made ready to be stored. */
export interface PageRow<C extends SystemCapability = SystemCapability> {
  record: RecordOf[C];
  sourceId: string;
  /** 128 bits as 32 hexadecimal digits: of the content, links left out. */
  contentHash: string;
  /** Instant of the last modification, ISO 8601 UTC; null when it is unknown. */
  modifiedAt: string | null;
  /** In the order of the capability's content columns. */
  fields: (string | null)[];
}

/**
 * Rows of a page in the order in which every writer locks them, so that two writers of the same records wait for each other
 * instead of deadlocking. Of two records with the same source id the last stays.
 */
export function toPageRows<C extends SystemCapability>(capability: C, records: RecordOf[C][]): PageRow<C>[] {
  const columns = contentColumns[capability];
  const rows = new Map<string, PageRow<C>>();
  for (const record of records) {
    const fields = columns.map((column) => column.text(record));
    const sourceId = fields[0] ?? '';
    rows.set(sourceId, { record, sourceId, contentHash: contentHash(fields), modifiedAt: record.modifiedAt, fields });
  }
  return [...rows.values()].sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1));
}

/** Every field is led by its length: no two different contents make the same text. */
function contentHash(fields: (string | null)[]): string {
  let content = '';
  for (const field of fields) {
    content += field === null ? '-' : `${field.length}:${field}`;
  }
  return hash('sha256', content, 'hex').slice(0, 32);
}
