import type { BranchScope } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { listSyncRuns } from './list-sync-runs';
import { cancelSyncRun, endSyncRuns, type RunEnd } from './end-sync-runs';
import { readPageRanges } from './page-ranges';
import { addUpEndedRuns, readEndedRuns } from './sync-run-hours';
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
      {
        each: (parameters) => `select unnest($${parameters.push(ids)}::uuid[]) as system_connection_id`,
        columns: ['system_connection_id'],
      },
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

  it('are counted once in the hour in which they end, by how they ended and why they failed, for a month', async () => {
    const [shop, other] = [await scene.shop(), await scene.shop()];
    const { dataSource } = scene.database;
    const ends: [RunEnd, string | null][] = [
      [{ status: 'succeeded', error: null }, null],
      [{ status: 'failed', error: 'x', reason: 'quota_used_up' }, null],
      [{ status: 'failed', error: 'x' }, 'blocked'],
      [{ status: 'failed', error: 'x' }, null],
      [{ status: 'cancelled', error: 'x' }, 'blocked'],
    ];
    for (const [index, [end, waitingCode]] of ends.entries()) {
      const id = await addRun(index < 3 ? shop : other, index, 'running');
      await scene.sql(
        `update sync_runs set waiting_code = $2::text, waiting_reason = $2::text, waiting_until = case when $2::text is not null then now() end where id = $1`,
        [id, waitingCode],
      );
      await scene.sql(
        `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, records_written)
         values ($1, $2, $3, 'customers', 1, 1, 2, 50, 10)`,
        [uuidv7(), id, index < 3 ? shop : other],
      );
      const endIt = () => dataSource.transaction((manager) => endSyncRuns(manager, [id], end));
      await Promise.all([endIt(), endIt(), addUpEndedRuns(dataSource)]);
    }
    await scene.sql(
      `insert into sync_run_hours (hour, status, reason, runs, records_written)
       values (now() - interval '32 days', 'succeeded', '', 1, 1), (now() - interval '2 days', 'succeeded', '', 5, 7)`,
    );
    await Promise.all([addUpEndedRuns(dataSource), addUpEndedRuns(dataSource)]);

    const month = await readEndedRuns(dataSource, 'day', new Date(0));
    const day = await readEndedRuns(dataSource, 'hour', new Date(Date.now() - 86_400_000));
    const counted = day.map(({ status, reason, runs, recordsWritten }) => [status, reason, runs, recordsWritten].join()).sort();
    expect(counted).toEqual([
      'cancelled,,1,10',
      'failed,blocked,1,10',
      'failed,other,1,10',
      'failed,quota_used_up,1,10',
      'succeeded,,1,10',
    ]);
    expect(month.reduce((sum, { recordsWritten }) => sum + recordsWritten, 0)).toBe(57);
    expect(await scene.sql('select count(*)::int as rows from sync_run_hours')).toEqual([{ rows: 6 }]);
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
