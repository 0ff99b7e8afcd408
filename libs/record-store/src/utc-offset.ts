import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';

const minuteMs = 60_000;
/** All offsets in use are multiples of it. */
const stepMinutes = 15;
const westernmost = -12 * 60;
const easternmost = 14 * 60;

/** The times of those that changed last, as the shop's clock showed them and in UTC. By the index of the feed. */
const lastChanged = (capability: SystemCapability): string => `
  select updated_at as local, updated_at_utc as utc from ${capability}
  where shop_id = $1 and feed_position >= 0 order by feed_position desc limit 100`;

interface Times {
  local: string;
  utc: string | null;
}

/**
 * Minutes of the shop's clock east of UTC, when the newest of the records that changed last was modified; null: no record shows them. After the
 * clocks change it is an hour off until a record is modified.
 */
export async function readUtcOffset(pool: Pool, shopId: string, capability: SystemCapability): Promise<number | null> {
  const { rows } = await pool.query<Times>(lastChanged(capability), [shopId]);
  const newest = rows.reduce<Times | null>((best, row) => (row.utc !== null && row.utc > (best?.utc ?? '') ? row : best), null);
  return newest ? offsetOf(newest) : null;
}

/** The digits of a local time come first, whether an offset follows or not. */
function offsetOf({ local, utc }: Times): number | null {
  const minutes = (Date.parse(`${local.slice(0, 19)}Z`) - Date.parse(String(utc))) / minuteMs;
  const offset = Math.round(minutes / stepMinutes) * stepMinutes;
  return offset >= westernmost && offset <= easternmost ? offset : null;
}
