import type { ClientBase } from 'pg';

/** Room for what callers saw after the backup was made: their cursors must stay below every position given out from now on. */
const margin = '1099511627776';

const highestPosition = `
select max(newest.feed_position)
from system_connections connection
cross join lateral (
  (select feed_position from customers where system_connection_id = connection.id and feed_position >= 0 order by feed_position desc limit 1)
  union all
  (select feed_position from products where system_connection_id = connection.id and feed_position >= 0 order by feed_position desc limit 1)
  union all
  (select feed_position from orders where system_connection_id = connection.id and feed_position >= 0 order by feed_position desc limit 1)
) newest`;

/**
 * Positions of the feed follow the database cluster's transaction ids, which begin anew when the data is restored into a fresh
 * cluster. Sets the clock forward when stored positions are ahead of it; does nothing otherwise. Call it before anything is written,
 * after each migration. The lock lets writers that read the old clock end first.
 */
export async function alignFeedClock(client: ClientBase): Promise<{ moved: boolean }> {
  await client.query('begin');
  try {
    await client.query('lock table feed_clock in access exclusive mode');
    const answer = await client.query(
      `update feed_clock set "offset" = highest.position - next.id + ${margin}
       from (${highestPosition}) as highest (position), (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as next (id)
       where highest.position >= next.id + "offset"`,
    );
    await client.query('commit');
    return { moved: answer.rowCount === 1 };
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
