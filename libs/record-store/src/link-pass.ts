import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { linkAllWaiting, linkWaiting } from './link-records';

const recordsPerBatch = 500;

const waits = `unlinked_product_source_ids is not null or (customer_id is null and customer_source_id <> '0')`;

/**
 * What is written later, or is not visible yet, gets a place at or after the horizon. Sorted, because the planner could otherwise read
 * the table from its start until it meets an order that waits.
 */
const readProgress = `
  select linked_before as since, feed_horizon() as horizon,
    (select id from orders where shop_id = $1 and (${waits}) order by id limit 1) is not null as "isWaiting"
  from shops where id = $1`;

/** Passes of the same shop may run at once; the one that got further counts. */
const noteProgress = 'update shops set linked_before = $2 where id = $1 and (linked_before < $2) is not false';

/** No filter by what waits: it would let the planner read all that wait instead of what was written. */
const writtenSince = (capability: SystemCapability) => `
  select source_id as "sourceId", feed_position as position, id, ${capability === 'orders' ? `(${waits})` : 'true'} as "isLinking"
  from ${capability}
  where shop_id = $1 and feed_position >= 0 and (feed_position, id) > ($2::bigint, $3::uuid)
  order by feed_position, id limit ${recordsPerBatch}`;

interface Progress {
  /** Null: no pass was made yet. */
  since: string | null;
  horizon: string;
  isWaiting: boolean;
}

interface Written {
  sourceId: string;
  position: string;
  id: string;
  /** Orders may wait for it, or it is an order that waits. */
  isLinking: boolean;
}

/** Sorts before every id. */
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Links what became linkable since the last pass. Every record that became known since then has a new place in the feed, so the pass
 * reads these only: the orders that wait for such a customer or product, and such orders themselves. The first pass of a shop
 * reads all orders that wait.
 */
export async function linkSinceLastPass(pool: Pool, shopId: string): Promise<{ orders: number }> {
  const [progress] = (await pool.query<Progress>(readProgress, [shopId])).rows;
  if (!progress) return { orders: 0 };
  const { since, horizon, isWaiting } = progress;
  let orders = 0;
  if (isWaiting && since === null) orders = await linkAllWaiting(pool, shopId);
  else if (isWaiting) for (const capability of systemCapabilities) orders += await linkWritten(pool, shopId, capability, since ?? '0');
  await pool.query(noteProgress, [shopId, horizon]);
  return { orders };
}

async function linkWritten(pool: Pool, shopId: string, capability: SystemCapability, since: string): Promise<number> {
  let orders = 0;
  for (let after: Pick<Written, 'position' | 'id'> | undefined = { position: since, id: lowestId }; after;) {
    const { rows }: { rows: Written[] } = await pool.query<Written>(writtenSince(capability), [shopId, after.position, after.id]);
    const sourceIds = rows.filter(({ isLinking }) => isLinking).map(({ sourceId }) => sourceId);
    if (sourceIds.length > 0) orders += await linkWaiting(pool, shopId, capability, sourceIds);
    after = rows.length === recordsPerBatch ? rows.at(-1) : undefined;
  }
  return orders;
}
