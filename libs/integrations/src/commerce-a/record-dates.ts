import { dateText, type PlatformRow } from '../mapping/platform-values';

export interface RecordDates {
  createdAt: string;
  updatedAt: string;
}

/**
 * date_created and date_modified as the platform gives them: the shop's local time, without offset. A record that was never
 * touched has no modification date. Where one is missing its UTC twin or the other one stands in; null when there is none at all.
 */
export function recordDates(row: PlatformRow): RecordDates | null {
  const created = dateText(row.date_created);
  const modified = dateText(row.date_modified);
  const createdAt = created ?? dateText(row.date_created_gmt) ?? modified ?? dateText(row.date_modified_gmt);
  return createdAt === null ? null : { createdAt, updatedAt: modified ?? createdAt };
}
