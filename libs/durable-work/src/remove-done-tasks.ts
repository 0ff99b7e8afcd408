import { advisoryLocks } from '@sync/postgres';
import { firstIdAt } from '@sync/records';
import type { DataSource } from 'typeorm';

const dayMs = 86_400_000;
const batchSize = 1_000;
const maxMs = 5_000;

/** Done webhooks stay longer, to recognise later copies. */
const doneTasks = [
  { which: `name <> 'process-webhook'`, keptDays: 7 },
  { which: `name = 'process-webhook'`, keptDays: 30 },
];

/**
 * Age counts from the end of the work. Ids are time-ordered and a task is recorded before it is done, so an id bounds the scan.
 * Failed tasks stay until they are retried or discarded.
 */
const removeDone = (which: string): string => `
  with gone as (
    delete from tasks where id in (
      select id from tasks
      where id < $1 and state = 'done' and ${which} and finished_at < now() - make_interval(days => $2)
      order by id limit ${batchSize}
    ) returning 1
  )
  select count(*)::int as count from gone`;

/**
 * Deletes tasks done long ago, in batches so that no lock is held for long. Returns how many. `dataSource`: one whose statements may take
 * long, because a batch passes over all that is kept.
 */
export async function removeDoneTasks(dataSource: DataSource): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const [row] = await manager.query<{ isAlone: boolean }[]>('select pg_try_advisory_xact_lock($1) as "isAlone"', [
      advisoryLocks.removeEndedWork,
    ]);
    if (!row?.isAlone) return 0;
    let removed = 0;
    for (const { which, keptDays } of doneTasks) removed += await removeBatches(dataSource, removeDone(which), keptDays);
    return removed;
  });
}

async function removeBatches(dataSource: DataSource, statement: string, keptDays: number): Promise<number> {
  const maxId = firstIdAt(Date.now() - keptDays * dayMs);
  let removed = 0;
  const end = performance.now() + maxMs;
  for (let batch = batchSize; batch === batchSize && performance.now() < end; removed += batch) {
    const [row] = await dataSource.query<{ count: number }[]>(statement, [maxId, keptDays]);
    batch = row?.count ?? 0;
  }
  return removed;
}
