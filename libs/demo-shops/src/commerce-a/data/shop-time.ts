/** Africa/Lagos, an hour before UTC all year, is for tests that change records: no hour of theirs comes twice. */
export type ShopTimeZone = 'Europe/Berlin' | 'Africa/Lagos' | 'UTC';

const hour = 3_600_000;
const summerTimes = new Map<number, { from: number; to: number }>();

/** Summer time of the European Union: from the last Sunday of March to the last Sunday of October, 01:00 UTC. */
function summerTime(year: number): { from: number; to: number } {
  const known = summerTimes.get(year);
  if (known) return known;
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0, 1));
    return last.getTime() - last.getUTCDay() * 24 * hour;
  };
  const period = { from: lastSunday(2), to: lastSunday(9) };
  summerTimes.set(year, period);
  return period;
}

function offsetMs(utcMs: number, zone: ShopTimeZone): number {
  if (zone === 'UTC') return 0;
  if (zone === 'Africa/Lagos') return hour;
  const { from, to } = summerTime(new Date(utcMs).getUTCFullYear());
  return utcMs >= from && utcMs < to ? 2 * hour : hour;
}

function withoutOffset(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19);
}

/** The pair of texts under which the platform shows one instant: shop-local and UTC, both without an offset. */
export function dateTexts(utcMs: number | null, zone: ShopTimeZone): { local: string | null; gmt: string | null } {
  if (utcMs === null) return { local: null, gmt: null };
  return { local: withoutOffset(utcMs + offsetMs(utcMs, zone)), gmt: withoutOffset(utcMs) };
}

/** Milliseconds of a shop-local text without offset. */
export function fromShopLocal(text: string, zone: ShopTimeZone): number {
  const digits = Date.parse(`${text}Z`);
  return digits - offsetMs(digits - offsetMs(digits, zone), zone);
}

const accepted = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * The instant that the platform understands by modified_after; null: 400 rest_invalid_param. Without an offset the text is shop-local. The newer
 * order tables ignore the offset of a text with fractional seconds and read its digits as shop-local.
 */
export function readModifiedAfter(text: string, zone: ShopTimeZone, newerOrderTables: boolean): number | null {
  const match = accepted.exec(text);
  if (!match) return null;
  const [, digits = '', fraction, offset] = match;
  if (Number.isNaN(Date.parse(`${digits}Z`))) return null;
  if (offset === undefined || (fraction !== undefined && newerOrderTables)) return fromShopLocal(digits, zone);
  return Date.parse(`${digits}${offset}`);
}
