import { IntegrationRequestException } from '@sync/integration-contract';
import { dateText, type PlatformRow } from '../mapping/platform-values';
import type { ShopZone } from './shop-zone';

/** What stands for the dates of a record whose dates the shop lost: the same at each export, so that the record stays unchanged. */
export const lostDate = '1970-01-01T00:00:00Z';

export interface RecordDates {
  createdAt: string;
  updatedAt: string;
  modifiedAt: string | null;
  /** The shop has neither date: both are `lostDate`. */
  areLost: boolean;
}

const shopDate = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?(?:\.\d+)?$/;
/** No zone is farther behind UTC: a local time of an unknown zone is at most this much later as an instant. */
const farthestBehindUtcMs = 12 * 3_600_000;

/** `2025-11-14 09:13:20`, in milliseconds as if it were UTC; null for zero dates and for what is no date. */
export function localTime(value: unknown): number | null {
  const [, day, time = '00:00:00'] = shopDate.exec(dateText(value) ?? '') ?? [];
  if (day === undefined || day < '0001-01-01') return null;
  const local = Date.parse(`${day}T${time}Z`);
  // A day that its month does not have would become one of the next month.
  return Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== day ? null : local;
}

/** ISO 8601 with the shop's offset, or without one when its zone is not known. */
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

/** date_add and date_upd; where one is missing the other stands in. */
export function recordDates(row: PlatformRow, zone: ShopZone | null): RecordDates {
  const createdAt = isoDate(row.date_add, zone) ?? isoDate(row.date_upd, zone);
  const local = modificationTime(row);
  return {
    createdAt: createdAt ?? lostDate,
    updatedAt: isoDate(row.date_upd, zone) ?? createdAt ?? lostDate,
    modifiedAt: local === null || zone === null ? null : new Date(zone.instantOf(local)).toISOString(),
    areLost: createdAt === null,
  };
}

/** Epoch milliseconds of an instant of the bulk sync. */
export function instantOf(modifiedAfter: string): number {
  const instant = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(modifiedAfter) || !modifiedAfter.includes('T') ? modifiedAfter : `${modifiedAfter}Z`,
  );
  if (Number.isNaN(instant)) throw new IntegrationRequestException('The instant to export from is not an ISO 8601 date.');
  return instant;
}

/**
 * Whether a row was modified after the instant. Where it cannot be told (no date, an hour that comes twice, an unknown zone) the
 * row counts as modified: to fetch a record once more does no harm.
 */
export function isModifiedAfter(row: PlatformRow, instant: number, zone: ShopZone | null): boolean {
  const local = modificationTime(row);
  if (local === null) return true;
  return (zone ? zone.latestInstantOf(local) : local + farthestBehindUtcMs) > instant;
}

function modificationTime(row: PlatformRow): number | null {
  return localTime(row.date_upd) ?? localTime(row.date_add);
}
