import { DurableWork, TaskQueues } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { nothingUncounted } from './page-ranges';
import { pagesFrom } from './plan-ranges';
import { readSyncRunsOf, type SyncRun } from './sync-run';
import { SyncRuns } from './sync-runs';

const hourMs = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);

describe('a run that takes longer than it may', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let syncs: SyncRuns;
  let connectionId = '';

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    syncs = new SyncRuns(database.dataSource, new DurableWork(queues, database.dataSource), 2, 6);
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });
  beforeEach(async () => {
    connectionId = uuidv7();
    await sql(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [connectionId]);
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const runs = () => readSyncRunsOf(database.dataSource, connectionId, null, 10);
  const tasksOf = async (runId: string) =>
    (
      await sql<{ id: string }>('select task_id as id from page_ranges where sync_run_id = $1 and not is_done order by first_page', [runId])
    ).map(({ id }) => id);

  /** Of 100 pages in ranges with a task each. */
  async function runThatBegan(startedAt: Date): Promise<string> {
    const id = uuidv7();
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, started_at)
       values ($1, $2, 'orders', 'delta', 'running', '2026-01-01', $3)`,
      [id, connectionId, startedAt],
    );
    const list = { listTotal: 5_000, listNewest: '2026-02-01', listedKeys: null, rowsRead: 0, incomplete: null };
    const plan = { part: { pages: pagesFrom(1, 100) }, perPage: 50, firstPageOf: null, firstExport: false, ...list };
    const run = (await syncs.find(id)) as SyncRun;
    await syncs.change(connectionId, null, (change) => change.plan(run, plan));
    return id;
  }
  async function endFetch(taskId: string, hasFetched = true): Promise<string | null> {
    await sql(`update tasks set state = 'done' where id = $1`, [taskId]);
    return syncs.change(connectionId, null, (change) =>
      change.endFetch({ taskId, uncounted: { ...nothingUncounted, pages: 1 }, hasFetched }),
    );
  }

  it('ends with the next fetch, and the next run has its pages with their tasks, its list and its mode', async () => {
    const first = await runThatBegan(hoursAgo(6.1));
    const [one = '', ...others] = await tasksOf(first);
    const next = (await endFetch(one)) ?? '';

    const common = { capability: 'orders', mode: 'delta', modifiedAfter: new Date('2026-01-01'), pagesTotal: 100, pagesDone: 1 };
    const error = `It took longer than 6 hours. The run ${next} continues with the pages that are left.`;
    expect(await runs()).toMatchObject([
      { ...common, id: next, status: 'running', error: null },
      { ...common, id: first, status: 'cancelled', error },
    ]);
    expect([await tasksOf(first), await tasksOf(next)]).toEqual([[], others]);
    expect(await sql(`select from tasks where id = any($1) and state = 'pending'`, [others])).toHaveLength(others.length);
    expect(await sql('select list_total, list_newest from sync_runs where id = $1', [next])).toEqual([
      { list_total: 5000, list_newest: '2026-02-01' },
    ]);
  });

  it('a fetch that was in flight meanwhile counts for the next run, and so does its failure', async () => {
    const first = await runThatBegan(hoursAgo(7));
    const [one = '', other = ''] = await tasksOf(first);
    const next = (await endFetch(one)) ?? '';
    expect(await syncs.findRunOfTask(other)).toBe(next);
    await endFetch(other);
    expect(await runs()).toMatchObject([{ id: next, status: 'running', pagesDone: 2 }, { id: first }]);
    for (const task of await tasksOf(next)) await endFetch(task);
    expect(await sql(`select payload from tasks where name = 'finish-sync-run' and system_connection_id = $1`, [connectionId])).toEqual([
      { payload: { syncRunId: next } },
    ]);
  });

  it('goes on while it has time, and after the end of a fetch that asked the shop for nothing', async () => {
    const young = await runThatBegan(hoursAgo(5.9));
    const [one = '', two = '', three = ''] = await tasksOf(young);
    expect(await endFetch(one)).toBeNull();
    await sql('update sync_runs set started_at = $2 where id = $1', [young, hoursAgo(7)]);
    expect(await endFetch(two, false)).toBeNull();
    expect(await runs()).toMatchObject([{ id: young, status: 'running' }]);
    expect(await endFetch(three)).not.toBeNull();
  });

  it('and is continued twice: the next delta starts where the first of the three began', async () => {
    const startedAt = hoursAgo(7);
    const first = await runThatBegan(startedAt);
    const continued = async (runId: string) => (await endFetch((await tasksOf(runId))[0] ?? '')) ?? '';
    const second = await continued(first);
    await sql('update sync_runs set started_at = $2 where id = $1', [second, hoursAgo(6.5)]);
    const third = await continued(second);
    await syncs.change(connectionId, null, (change) => change.end(third, { status: 'succeeded', error: null }));
    expect(await sql(`select from tasks where state = 'pending' and system_connection_id = $1`, [connectionId])).toEqual([]);
    await syncs.change(connectionId, null, (change) => change.request(['orders'], 'delta'));
    const [delta] = (await runs()) as [SyncRun];
    expect(delta.modifiedAfter).toEqual(new Date(startedAt.getTime() - 300_000));
    expect(await runs()).toMatchObject([{ status: 'queued' }, { id: third }, { id: second }, { id: first }]);
  });
});
