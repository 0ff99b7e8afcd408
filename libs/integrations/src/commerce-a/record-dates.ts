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

/**
 * The instant by which two states of one record are told apart: its UTC modification date, or the shop's local one, which is
 * as good for comparing states of the same shop. A record that was never modified is as old as its creation.
 */
export function modifiedInstant(row: PlatformRow): string | null {
  return (
    utcInstant(row.date_modified_gmt) ?? utcInstant(row.date_modified) ?? utcInstant(row.date_created_gmt) ?? utcInstant(row.date_created)
  );
}

/** As nearly every date comes, and valid whatever the month: saves parsing it. */
const plainDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const withoutOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T00:00:00Z');

function utcInstant(value: unknown): string | null {
  if (typeof value === 'string' && plainDate.test(value)) return `${value}Z`;
  const milliseconds = utcMilliseconds(value);
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

/** A date without offset is read as UTC. Null for what is no date, or none that the database holds. */
export function utcMilliseconds(value: unknown): number | null {
  const text = dateText(value);
  if (text === null) return null;
  const instant = Date.parse(withoutOffset.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return instant >= earliest && instant <= latest ? instant : null;
}
