import { dateText, type PlatformRow } from '../mapping/platform-values';

export interface RecordDates {
  createdAt: string;
  updatedAt: string;
}

/**
 * The platform's local dates, without offset. An unmodified record has no modification date. A missing date falls back to its UTC
 * twin or to the other date; null if there is none.
 */
export function recordDates(row: PlatformRow): RecordDates | null {
  const created = dateText(row.date_created);
  const modified = dateText(row.date_modified);
  const createdAt = created ?? dateText(row.date_created_gmt) ?? modified ?? dateText(row.date_modified_gmt);
  return createdAt === null ? null : { createdAt, updatedAt: modified ?? createdAt };
}

/**
 * The instant that decides which of two versions is newer: the UTC modification date, or else the local one, which compares just
 * as well within one shop. An unmodified record falls back to its creation.
 */
export function modifiedInstant(row: PlatformRow): string | null {
  return (
    utcInstant(row.date_modified_gmt) ?? utcInstant(row.date_modified) ?? utcInstant(row.date_created_gmt) ?? utcInstant(row.date_created)
  );
}

/** The usual form, with a day that exists in every month, so it needs no parsing. */
const plainDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const withoutOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T00:00:00Z');

function utcInstant(value: unknown): string | null {
  if (typeof value === 'string' && plainDate.test(value)) return `${value}Z`;
  const milliseconds = utcMilliseconds(value);
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** Reads a date without offset as UTC. Null if it is no date or beyond the database's range. */
export function utcMilliseconds(value: unknown): number | null {
  const text = dateText(value);
  if (text === null) return null;
  const instant = Date.parse(withoutOffset.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return instant >= earliest && instant <= latest ? instant : null;
}
