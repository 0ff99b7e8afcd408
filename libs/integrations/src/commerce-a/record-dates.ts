import type { RecordData } from '@sync/records';
import { dateText, type PlatformRow } from '../mapping/platform-values';
import { utcOfOffset, utcTime } from '../mapping/utc-time';

export type RecordDates = Pick<RecordData, 'createdAt' | 'createdAtUtc' | 'updatedAt' | 'updatedAtUtc'>;

/** A local time of the platform, and its twin in UTC. */
type Twins = [time: string, utc: string | null];

/**
 * The platform's local dates, without offset. An unmodified record has no modification date. A missing date falls back to its UTC
 * twin or to the other date; null if there is none.
 */
export function recordDates(row: PlatformRow): RecordDates | null {
  const modified = localTwins(row.date_modified, row.date_modified_gmt);
  const created =
    localTwins(row.date_created, row.date_created_gmt) ?? utcTwins(row.date_created_gmt) ?? modified ?? utcTwins(row.date_modified_gmt);
  if (created === null) return null;
  const updated = modified ?? created;
  return { createdAt: created[0], createdAtUtc: created[1], updatedAt: updated[0], updatedAtUtc: updated[1] };
}

/** The instant of a local date: its UTC twin. */
export function utcTwin(time: string | null, gmt: unknown): string | null {
  return time === null ? null : (utcOfOffset(time) ?? utcTime(gmt));
}

function localTwins(local: unknown, gmt: unknown): Twins | null {
  const time = dateText(local);
  return time === null ? null : [time, utcTwin(time, gmt)];
}

function utcTwins(gmt: unknown): Twins | null {
  const time = dateText(gmt);
  return time === null ? null : [time, utcTime(time)];
}

/**
 * The instant that decides which of two versions is newer: the UTC modification date, or else the local one, which compares just
 * as well within one shop. An unmodified record falls back to its creation.
 */
export function modifiedInstant(row: PlatformRow): string | null {
  return utcTime(row.date_modified_gmt) ?? utcTime(row.date_modified) ?? utcTime(row.date_created_gmt) ?? utcTime(row.date_created);
}
