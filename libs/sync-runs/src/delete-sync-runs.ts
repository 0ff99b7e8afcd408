import { deleteOfConnection, type SqlRunner } from '@sync/postgres';

const batchSize = 1_000;

/**
 * Runs that ended 90 days ago, in batches. The newest succeeded run of each capability that read changes stays at any age: the next delta starts from it.
 * It is marked as kept, so that no later batch reads it again; the end of a newer run takes the mark away.
 */
const deleteBatch = `
  with old as materialized (
    select run.id, run.status = 'succeeded' and run.mode <> 'reconcile' and not exists (
      select from sync_runs later
      where later.system_connection_id = run.system_connection_id and later.capability = run.capability
        and later.status = 'succeeded' and later.mode <> 'reconcile' and later.started_at > run.started_at) as is_needed
    from sync_runs run
    where run.status in ('succeeded', 'failed', 'cancelled') and not run.is_kept and run.finished_at < now() - interval '90 days'
    order by run.finished_at limit ${batchSize} for update skip locked
  ), kept as (
    update sync_runs set is_kept = true where id in (select id from old where is_needed)
  ), deleted as (
    delete from sync_runs where id in (select id from old where not is_needed) returning 1
  )
  select (select count(*)::int from old) as seen, (select count(*)::int from deleted) as deleted`;

/** Each batch in its own transaction, so nothing stays locked for long. Returns how many it deleted. Throws once the signal is aborted. */
export async function deleteOldSyncRuns(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let seen = batchSize; seen === batchSize;) {
    signal.throwIfAborted();
    const [batch = { seen: 0, deleted: 0 }] = await sql.query<{ seen: number; deleted: number }[]>(deleteBatch);
    seen = batch.seen;
    deleted += batch.deleted;
  }
  return deleted;
}

/** Page ranges go with their run. */
export const deleteSyncRunsOf = (sql: SqlRunner, connectionId: string, signal?: AbortSignal) =>
  deleteOfConnection(sql, 'sync_runs', connectionId, signal);
