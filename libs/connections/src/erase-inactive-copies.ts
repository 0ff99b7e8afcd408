import type { DataSource } from 'typeorm';
import { deleteDependents, hasNoDependents } from './delete-dependents';
import { eachConnection, type OnFailure } from './each-connection';

const batchSize = 500;

/** Each move to `inactive` says since when. */
const findInactive = `
  select id from system_connections
  where status = 'inactive' and deleted_at is null and erased_at is null and id > $2
    and coalesce((status_reason ->> 'since')::timestamptz, updated_at) < now() - make_interval(days => $1)
  order by id limit ${batchSize}`;

const markErased = `update system_connections set erased_at = now() where id = $1 and status = 'inactive' and ${hasNoDependents}`;

/**
 * Erases the records, runs and tasks of connections that have been inactive for so many days. What a newer connection has taken over is not
 * theirs. Resumes after a crash. Returns how many were erased, and the failures. Rejects once the signal is aborted.
 */
export async function eraseInactiveCopies(
  dataSource: DataSource,
  days: number,
  onFailure: OnFailure,
  signal: AbortSignal,
): Promise<{ erased: number; failures: unknown[] }> {
  let erased = 0;
  const erase = async (id: string) => {
    await deleteDependents(dataSource, id, signal);
    await dataSource.query(markErased, [id]);
    erased += 1;
  };
  const failures = await eachConnection(inactiveFor(dataSource, days), erase, onFailure, signal);
  return { erased, failures };
}

async function* inactiveFor(dataSource: DataSource, days: number): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000', hasMore = true; hasMore;) {
    const rows = await dataSource.query<{ id: string }[]>(findInactive, [days, after]);
    for (const { id } of rows) yield id;
    after = rows.at(-1)?.id ?? after;
    hasMore = rows.length === batchSize;
  }
}
