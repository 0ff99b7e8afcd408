/** What belongs to a connection and is deleted with it; page ranges go with their run. */
export const syncRunDependents = [{ table: 'sync_runs', key: 'id' }];

/** Runs that ended 90 days ago. The newest succeeded run of each capability stays whatever its age: the next delta starts from it. */
export const oldSyncRuns = {
  table: 'sync_runs',
  keys: `
  select run.id from sync_runs run
  where run.status in ('succeeded', 'failed', 'cancelled') and run.finished_at < now() - interval '90 days'
    and (run.status <> 'succeeded' or exists (
      select from sync_runs later
      where later.system_connection_id = run.system_connection_id and later.capability = run.capability
        and later.status = 'succeeded' and later.started_at > run.started_at))`,
};
