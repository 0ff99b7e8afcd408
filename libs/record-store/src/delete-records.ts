import { deleteInBatches, deleteOfConnection, type SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import { countBytes } from './stored-bytes';

/** Orders first: they link to the others. */
const tables = ['orders', 'customers', 'products'] as const satisfies SystemCapability[];

const counting = { columns: 'system_connection_id, -feed_bytes as bytes', change: countBytes('gone') };

/**
 * Tombstones of records that were deleted before they were stored. They stay while a webhook of their connection waits or can be retried:
 * it may describe the record as it was before, and must not bring it back.
 */
const oldTombstones = (table: string) => `
  select id from ${table}
  where feed_position < 0 and deleted_at < now() - interval '30 days' and synced_at < now() - interval '30 days'
    and system_connection_id not in (
      select system_connection_id from tasks where state = 'failed' and name = 'process-webhook' and body is not null and system_connection_id is not null
      union all
      select system_connection_id from tasks
      where state = 'pending' and not_before > '-infinity' and created_at < now() - interval '1 day' and name = 'process-webhook' and system_connection_id is not null)`;

export async function deleteOldTombstones(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const table of tables) deleted += await deleteInBatches(sql, table, oldTombstones(table), signal, { along: counting });
  return deleted;
}

export async function deleteRecordsOf(sql: SqlRunner, connectionId: string, signal?: AbortSignal): Promise<void> {
  for (const table of tables) await deleteOfConnection(sql, table, connectionId, signal, counting);
  await sql.query('with gone as (delete from missing_records where system_connection_id = $1 returning 1) select from gone', [
    connectionId,
  ]);
}
