import { deleteShopCallsOf } from '@sync/domain';
import { deleteTasksOf } from '@sync/durable-work';
import { deleteOfConnection } from '@sync/postgres';
import { deleteRecordsOf, hasNoRecords } from '@sync/record-store';
import { deleteSyncRunsOf } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';

/** SQL, true when the connection $1 has no rows left in the tables below. */
export const hasNoDependents = [
  hasNoRecords,
  ...['tasks', 'sync_runs', 'doctor_runs', 'shop_calls'].map(
    (table) => `not exists (select from ${table} where system_connection_id = $1)`,
  ),
].join(' and ');

/**
 * Deletes the records, tasks, runs, noted calls and examinations of a connection that its readers no longer see, in batches that lock
 * nothing for long and do not hold up the records feed. Skips rows that are locked. Throws once the signal is aborted.
 */
export async function deleteDependents(dataSource: DataSource, connectionId: string, signal?: AbortSignal): Promise<void> {
  await deleteRecordsOf(dataSource, connectionId, signal);
  await deleteTasksOf(dataSource, connectionId, signal);
  await deleteSyncRunsOf(dataSource, connectionId, signal);
  await deleteShopCallsOf(dataSource, connectionId, signal);
  await deleteOfConnection(dataSource, 'doctor_runs', connectionId, signal);
}
