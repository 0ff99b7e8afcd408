/**
 * SQL about the list that a run has read, for the statement that compares it with the stored records. `list`: the connection and the
 * begin of the list; no row once the run has ended, when its keys are gone. `keys`: hashes of all that it showed, as often as it did.
 * `countDeleted` reads the CTE `deleted` (the records deleted). Parameter: $1 the run.
 */
export const listedKeysSql = {
  list: `
  select system_connection_id, capability, coalesce(list_read_since, started_at) as began from sync_runs where id = $1 and status = 'running'`,
  keys: `
  select hashtextextended(unnest(listed_keys), 0) as key from sync_runs where id = $1
  union all
  select unnest(seen_keys || newer_keys) from page_ranges where sync_run_id = $1`,
  countDeleted: `
  update sync_runs set records_deleted = records_deleted + (select count(*) from deleted) where id = $1`,
};
