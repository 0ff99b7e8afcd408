import { taskDependents } from '@sync/durable-work';
import { recordDependents } from '@sync/record-store';
import { syncRunDependents } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';

/** Keys that are looked up at once, and rows that are deleted in one transaction. */
const maxKeys = 50_000;
const batchSize = 1_000;

/** Every table whose rows belong to a connection, each named by the library that owns it. */
const dependents = [...recordDependents, ...taskDependents, ...syncRunDependents];

/** SQL, true when the connection $1 has no rows left in those tables. */
export const hasNoDependents = dependents
  .map(({ table }) => `not exists (select from ${table} where system_connection_id = $1)`)
  .join(' and ');

/**
 * Deletes the records, runs and tasks of a connection that its readers no longer see, in batches that lock nothing for long and do
 * not hold up the records feed. Skips rows that are locked. Throws once the signal is aborted.
 */
export async function deleteDependents(dataSource: DataSource, connectionId: string, signal?: AbortSignal): Promise<void> {
  for (const { table, key } of dependents) {
    for (let hasMore = true; hasMore;) {
      // One look-up serves many batches, because each passes over the rows that were deleted before.
      const find = `select ${key} as id from ${table} where system_connection_id = $1 limit ${maxKeys}`;
      const found = await dataSource.query<{ id: string }[]>(find, [connectionId]);
      const ids = found.map(({ id }) => id);
      hasMore = await deleteRows(dataSource, { table, key, ids }, signal);
    }
  }
}

/** By key, so that the key's index is used whatever the planner knows of the table. Returns whether any row was deleted. */
async function deleteRows(
  dataSource: DataSource,
  { table, key, ids }: { table: string; key: string; ids: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const statement = `
    with gone as (
      delete from ${table} where ${key} = any(array(select ${key} from ${table} where ${key} = any($1) for update skip locked)) returning 1
    )
    select count(*)::int as count from gone`;
  let deleted = 0;
  for (let start = 0; start < ids.length; start += batchSize) {
    signal?.throwIfAborted();
    const [row] = await dataSource.query<{ count: number }[]>(statement, [ids.slice(start, start + batchSize)]);
    deleted += row?.count ?? 0;
  }
  return deleted > 0;
}
