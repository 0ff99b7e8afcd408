import type { RecordData } from '@sync/records';
import { dateText, type PlatformRow } from '../mapping/platform-values';
import { utcOfOffset } from '../mapping/utc-time';
import type { ShopZone } from './shop-zone';

/** Stands in for lost dates. A constant, so that the record stays unchanged between exports. */
export const lostDate = '1970-01-01T00:00:00Z';

export interface RecordDates extends Pick<RecordData, 'createdAt' | 'createdAtUtc' | 'updatedAt' | 'updatedAtUtc' | 'modifiedAt'> {
  /** Both dates are missing and replaced by `lostDate`. */
  datesLost: boolean;
}

const shopDate = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?(?:\.\d+)?$/;
/** No zone is farther behind UTC, so a local time of an unknown zone is at most this much later as an instant. */
const maxBehindUtcMs = 12 * 3_600_000;

/** Milliseconds of `2025-11-14 09:13:20` as if it were UTC; null for zero dates and invalid dates. */
export function localTime(value: unknown): number | null {
  const [, day, time = '00:00:00'] = shopDate.exec(dateText(value) ?? '') ?? [];
  if (day === undefined || day < '0001-01-01') return null;
  const local = Date.parse(`${day}T${time}Z`);
  // Date.parse rolls a day that its month lacks over into the next month.
  return Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day ? null : local;
}

/** ISO 8601 with the shop's offset, or without one if its zone is unknown. */
export function isoDate(value: unknown, zone: ShopZone | null): string | null {
  const local = localTime(value);
  if (local === null) return null;
  return zone ? zone.isoText(local) : new Date(local).toISOString().slice(0, 19);
}

/** `1980-05-01` */
export function dayOf(value: unknown): string | null {
  const local = localTime(value);
  return local === null ? null : new Date(local).toISOString().slice(0, 10);
}

/** From date_add and date_upd; a missing one falls back to the other. */
export function recordDates(row: PlatformRow, zone: ShopZone | null): RecordDates {
  const created = isoDate(row.date_add, zone) ?? isoDate(row.date_upd, zone);
  const createdAt = created ?? lostDate;
  const updatedAt = isoDate(row.date_upd, zone) ?? createdAt;
  const local = modificationTime(row);
  return {
    createdAt,
    createdAtUtc: utcOfOffset(createdAt),
    updatedAt,
    updatedAtUtc: utcOfOffset(updatedAt),
    modifiedAt: local === null || zone === null ? null : new Date(zone.instantOf(local)).toISOString(),
    datesLost: created === null,
  };
}

/**
 * Whether a row was modified after the instant. In doubt (no date, a repeated hour, an unknown zone) it counts as modified, since
 * fetching a record again is harmless.
 */
export function isModifiedAfter(row: PlatformRow, instant: number, zone: ShopZone | null): boolean {
  const local = modificationTime(row);
  if (local === null) return true;
  return (zone ? zone.latestInstantOf(local) : local + maxBehindUtcMs) > instant;
}

function modificationTime(row: PlatformRow): number | null {
  return localTime(row.date_upd) ?? localTime(row.date_add);
}
