import { deleteInBatches, deleteOfConnection, type SqlRunner } from '@sync/postgres';

/** Runs that ended 90 days ago. The newest succeeded run of each capability stays at any age: the next delta starts from it. */
const oldSyncRuns = `
  select run.id from sync_runs run
  where run.status in ('succeeded', 'failed', 'cancelled') and run.finished_at < now() - interval '90 days'
    and (run.status <> 'succeeded' or exists (
      select from sync_runs later
      where later.system_connection_id = run.system_connection_id and later.capability = run.capability
        and later.status = 'succeeded' and later.started_at > run.started_at))`;

export const deleteOldSyncRuns = (sql: SqlRunner, signal: AbortSignal) => deleteInBatches(sql, 'sync_runs', oldSyncRuns, signal);

/** Page ranges go with their run. */
export const deleteSyncRunsOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal) =>
  deleteOfConnection(sql, 'sync_runs', connectionId, signal);
