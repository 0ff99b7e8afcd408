import { systemCapabilities } from '@sync/records';
import type { ClientBase } from 'pg';

/** Callers may hold cursors from after the backup. New positions must be above all of them. */
const margin = '1099511627776';

const newestOf = (table: string) =>
  `(select feed_position from ${table} where shop_id = shop.id and feed_position >= 0 order by feed_position desc limit 1)`;

const highestPosition = `
select max(newest.feed_position)
from shops shop
cross join lateral (
  ${systemCapabilities.map(newestOf).join('\n  union all\n  ')}
) newest`;

const nextId = `(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint)`;

const thisCluster = `(select system_identifier from pg_control_system())`;

const isUncompared = `select from feed_clock where cluster is distinct from ${thisCluster}`;

const moveForward = `
update feed_clock set "offset" = highest.position - ${nextId} + ${margin}
from (${highestPosition}) as highest (position)
where highest.position >= ${nextId} + "offset"`;

/**
 * Feed positions follow the cluster's transaction ids, which restart when data is restored into a fresh cluster. Moves the clock
 * forward if stored positions are ahead of it. Call it after each migration, before anything is written. The clock remembers the cluster
 * it was compared in: within one its positions cannot fall behind, so neither records nor a lock are needed again. The lock waits for
 * writers that read the old clock.
 */
export async function alignFeedClock(client: ClientBase): Promise<{ moved: boolean }> {
  if ((await client.query(isUncompared)).rowCount === 0) return { moved: false };
  await client.query('begin');
  try {
    await client.query('lock table feed_clock in access exclusive mode');
    const result = await client.query(moveForward);
    await client.query(`update feed_clock set cluster = ${thisCluster}`);
    await client.query('commit');
    return { moved: result.rowCount === 1 };
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
