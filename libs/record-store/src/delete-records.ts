import { deleteInBatches, deleteOf, type SqlRunner } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';
import { findShopId, shopOfConnection } from './shops';
import { forgetUnmappable } from './unmappable-rows';
import { countBytes } from './stored-bytes';
import { firstIdOf } from './write-statement';

/** Orders first: they link to the others. */
const tables = [...systemCapabilities].reverse();

const counting = { columns: 'shop_id, -feed_bytes as bytes', change: countBytes('gone') };

/**
 * Tombstones of records that were deleted before they were stored. For 30 days a webhook that comes late must not bring its record back.
 * One that came in that time may wait, or be retried, for longer: its id is older than the 30 days that follow.
 */
const oldTombstones = (table: string) => `
  select id from ${table}
  where feed_position < 0 and deleted_at < now() - interval '60 days' and synced_at < now() - interval '60 days'
    and shop_id not in (
      select shop.id from tasks join shops shop on shop.system_connection_id = tasks.system_connection_id
      where tasks.id < ${firstIdOf("now() - interval '30 days'")} and tasks.name = 'process-webhook' and tasks.body is not null)`;

export async function deleteOldTombstones(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const table of tables) deleted += await deleteInBatches(sql, table, oldTombstones(table), signal, { along: counting });
  return deleted;
}

/** SQL, true when no record is stored of the shop of the connection $1. */
export const hasNoRecords = tables.map((table) => `not exists (select from ${table} where shop_id = ${shopOfConnection})`).join(' and ');

/** Deletes the records of the shop of a connection, unless a newer connection has taken it over. */
export async function deleteRecordsOf(sql: SqlRunner, connectionId: string, signal?: AbortSignal): Promise<void> {
  const shopId = await findShopId(sql, connectionId);
  if (shopId === null) return;
  for (const table of tables) await deleteOf(sql, table, 'shop_id', shopId, { signal, along: counting });
  await sql.query('with gone as (delete from missing_records where shop_id = $1 returning 1) select from gone', [shopId]);
  await forgetUnmappable(sql, shopId);
}
