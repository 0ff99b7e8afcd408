import type { BranchScope } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { listSyncRuns } from './list-sync-runs';
import { cancelSyncRun } from './end-sync-runs';
import { readPageRanges } from './page-ranges';
import { countEndedRuns, readEndedToday } from './sync-run-minutes';
import { syncRunStatuses, type SyncRunStatus } from './sync-run';
import { ScheduleScene } from './testing/schedule-scene';

const scene = ScheduleScene.use();
const ends = ['succeeded', 'failed', 'cancelled'] as const;

/** The i-th run, so that later ones are newer and statuses lie unevenly. */
async function addRun(connection: string, index: number, status: SyncRunStatus, written = 0): Promise<string> {
  const id = uuidv7({ msecs: Date.now() - 60_000 + index });
  await scene.sql(
    `insert into sync_runs (id, system_connection_id, capability, mode, status, records_written, finished_at, waiting_reason, waiting_until, tenant_id, system_id)
     values ($1, $2, $3, 'full', $4, $5, case when $4 in ('succeeded', 'failed', 'cancelled') then now() end,
       case when $6 then 'The shop is away.' end, case when $6 then now() end, ${placedAt('$2')})`,
    [id, connection, systemCapabilities[index % 3], status === 'waiting' ? 'running' : status, written, status === 'waiting'],
  );
  return id;
}

async function pagesOf(filter: Parameters<typeof listSyncRuns>[1], limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; after = ids.at(-1) ?? null) {
    const page = await listSyncRuns(scene.database.dataSource, filter, { after, limit });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
  }
}

describe('runs of many connections', () => {
  it('are listed newest first in pages, as every filter says', async () => {
    const shops = [await scene.shop(), await scene.shop(), await scene.shop(), await scene.shop()];
    for (let index = 0; index < 60; index += 1)
      await addRun(shops[(index * index) % 4] ?? '', index, index % 7 === 0 ? 'failed' : (ends[(index * 5) % 3] ?? 'failed'));
    for (const [index, shop] of shops.entries())
      await addRun(shop, 60 + index, (['queued', 'running', 'waiting'] as const)[index % 3] ?? 'queued');

    const scopes: [string[] | null, BranchScope | null][] = [shops, shops.slice(0, 2), shops.slice(3), []].map((ids) => [
      ids,
      { each: (parameters) => `select unnest($${parameters.push(ids)}::uuid[]) as id`, isIn: 'candidate.system_connection_id = branch.id' },
    ]);
    for (const [ids, scope] of [...scopes, [null, null] as [null, null]])
      for (const status of [undefined, ...syncRunStatuses])
        for (const capability of [undefined, 'orders'] as const) {
          const wanted = await scene.sql<{ id: string }>(
            `select id from sync_runs where ($1::uuid[] is null or system_connection_id = any($1))
               and ($2::text is null or $2 = case when waiting_until is null then status else 'waiting' end) and ($3::text is null or capability = $3) order by id desc`,
            [ids, status ?? null, capability ?? null],
          );
          expect(await pagesOf({ scope, status, capability }, 7)).toEqual(wanted.map(({ id }) => id));
        }
  });

  it('are counted by the minute in which they ended, however often they are counted', async () => {
    const [shop, other] = [await scene.shop(), await scene.shop()];
    for (const [index, status] of [...ends, 'succeeded', 'running'].entries()) await addRun(shop, index, status as SyncRunStatus, 10);
    await countEndedRuns(scene.database.dataSource);
    expect(await readEndedToday(scene.database.dataSource)).toMatchObject({ succeeded: 2, recordsWritten: 40 });
    await addRun(other, 9, 'failed', 5);
    await Promise.all([1, 2, 3].map(() => countEndedRuns(scene.database.dataSource)));
    expect(await readEndedToday(scene.database.dataSource)).toEqual({ succeeded: 2, failed: 2, cancelled: 1, recordsWritten: 45 });
  });
});

describe('cancelling a run', () => {
  it('ends it once and keeps what it has fetched (10 concurrent requests)', async () => {
    const shop = await scene.shop();
    const id = await addRun(shop, 0, 'running');
    await scene.sql(
      `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, pages_done, records_written)
       values ($1, $2, $3, 'customers', 1, 10, 4, 50, 3, 150)`,
      [uuidv7(), id, shop],
    );
    const { dataSource } = scene.database;
    expect(await readPageRanges(dataSource, id, 50)).toEqual([{ firstPage: 1, lastPage: 10, status: 'pending', pagesDone: 3, pass: 1 }]);
    const cancel = () =>
      dataSource.transaction((manager) => cancelSyncRun(manager, { id, systemConnectionId: shop }, 'Cancelled by an administrator.'));
    const cancelled = await Promise.all(Array.from({ length: 10 }, cancel));
    expect(cancelled.filter(Boolean)).toHaveLength(1);
    expect(await scene.sql('select status, error, pages_done, records_written::int from sync_runs where id = $1', [id])).toEqual([
      { status: 'cancelled', error: 'Cancelled by an administrator.', pages_done: 3, records_written: 150 },
    ]);
    expect(await readPageRanges(dataSource, id, 50)).toEqual([]);
  });
});
