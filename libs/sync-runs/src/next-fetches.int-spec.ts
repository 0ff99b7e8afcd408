import { setTimeout as sleep } from 'node:timers/promises';
import { DurableWork, TaskQueues } from '@sync/durable-work';
import { countBlocks, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { claimFollowingRange, nothingUncounted, releaseRanges } from './page-ranges';
import { SyncRuns } from './sync-runs';

describe('the fetches of a run', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let syncs: SyncRuns;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    syncs = new SyncRuns(database.dataSource, new DurableWork(queues, database.dataSource), 4);
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const fetches = (connectionId: string) =>
    sql<{ id: string }>(`select id from tasks where system_connection_id = $1 and name = 'fetch-page-ranges' order by id`, [connectionId]);
  const ranges = (connectionId: string, status: string) =>
    sql('select from sync_run_ranges where system_connection_id = $1 and status = $2', [connectionId, status]);

  /** Its shop took this long for a page. Its fetches have started. */
  async function running(pageMs: number | null): Promise<{ connectionId: string; runId: string }> {
    const [connectionId, runId] = [uuidv7(), uuidv7()];
    await sql(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [connectionId]);
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, page_milliseconds, started_at)
       values ($1, $2, 'orders', 'full', 'running', 100, $3, now())`,
      [runId, connectionId, pageMs],
    );
    await sql(
      `insert into sync_run_ranges (id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, status)
       select gen_random_uuid(), $1, $2, 'orders', page, page + 9, page, 50, 'pending' from generate_series(1, 91, 10) as page`,
      [runId, connectionId],
    );
    await syncs.change(connectionId, null, () => Promise.resolve());
    return { connectionId, runId };
  }

  it('ranges that wait for a fetch in flight to their host are not forgotten; without one they are', async () => {
    const [{ connectionId }, neighbour] = [await running(null), await running(null)];
    await sql(`update system_connections set base_url = 'https://shared.example' where id = any($1)`, [
      [connectionId, neighbour.connectionId],
    ]);
    await sql(`update sync_run_ranges set updated_at = now() - interval '1 minute'`);
    const forgotten = async () => (await syncs.findForgotten()).filter((id) => [connectionId, neighbour.connectionId].includes(id)).sort();
    expect(await forgotten()).toEqual([]);
    const stop = (id: string) =>
      sql(`update sync_run_ranges set status = 'done' where system_connection_id = $1 and status = 'running'`, [id]);
    await stop(connectionId);
    expect(await forgotten()).toEqual([]);
    await stop(neighbour.connectionId);
    expect(await forgotten()).toEqual([connectionId, neighbour.connectionId].sort());
  });

  it('the ranges of a fetch are found without a look at those of other fetches', async () => {
    const { connectionId, runId } = await running(null);
    await sql(
      `insert into sync_run_ranges (id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, status, task_id)
       select gen_random_uuid(), $1, $2, 'orders', page, page, page, 50, 'done', gen_random_uuid() from generate_series(1000, 21000) as page`,
      [runId, connectionId],
    );
    await sql('analyze sync_run_ranges');
    const [fetch] = await fetches(connectionId);
    const blocks = await countBlocks(database.dataSource, (session) => releaseRanges(session as unknown as EntityManager, fetch?.id ?? ''));
    expect(blocks).toBeLessThan(60);
  });

  it.each([
    ['of unknown speed', null, 2],
    ['that needs 9 seconds for a page', 9_000, 2],
    ['that needs 10 seconds for a page', 10_000, 1],
  ])('a shop %s gets as many at once as its budget allows', async (_, pageMs, count) => {
    const { connectionId } = await running(pageMs);
    expect(await fetches(connectionId)).toHaveLength(count);
  });

  it('a fetch that ends leaves what it has not finished to others, and its pace decides how many these are', async () => {
    const { connectionId, runId } = await running(null);
    const end = async (pageMs: number) => {
      const [task] = await sql<{ id: string }>(
        `select task_id as id from sync_run_ranges where system_connection_id = $1 and status = 'running' order by first_page limit 1`,
        [connectionId],
      );
      await syncs.change(connectionId, null, (change) => change.endFetch(runId, { taskId: task?.id ?? '', finished: [], pageMs }));
    };
    await end(27_000);
    expect(await ranges(connectionId, 'running')).toHaveLength(2);
    await end(27_000);
    expect(await ranges(connectionId, 'running')).toHaveLength(2);
    await end(200);
    expect(await ranges(connectionId, 'running')).toHaveLength(4);
    expect(await ranges(connectionId, 'done')).toHaveLength(0);
  });

  it('a range that a fetch is claiming as its next one is not given to another', async () => {
    const { connectionId, runId } = await running(null);
    const [goesOn, ends] = await fetches(connectionId);
    const [fetched] = await syncs.findOpenRanges(goesOn?.id ?? '');
    if (!fetched || !goesOn || !ends) throw new Error('Two fetches should be in flight');
    const claiming = database.dataSource.createQueryRunner();
    await claiming.startTransaction();
    const claimed = await claimFollowingRange(claiming.manager, fetched, goesOn.id);
    const finished = (await syncs.findOpenRanges(ends.id)).map(({ id }) => ({ id, uncounted: nothingUncounted }));
    const ending = syncs.change(connectionId, null, (change) => change.endFetch(runId, { taskId: ends.id, finished, pageMs: 200 }));
    // It should not wait for the claim. If it does, it needs the commit.
    await Promise.race([ending, sleep(1_000)]);
    await claiming.commitTransaction();
    await claiming.release();
    await ending;
    expect((await syncs.findOpenRanges(goesOn.id)).map(({ id }) => id)).toContain(claimed?.id);
  });
});
