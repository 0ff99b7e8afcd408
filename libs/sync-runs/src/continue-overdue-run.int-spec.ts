import { DurableWork, TaskQueues } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
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
  const inFlight = (runId: string) =>
    sql<{ id: string }>(
      `select distinct task_id as id from sync_run_ranges where sync_run_id = $1 and status = 'running' order by task_id`,
      [runId],
    );
  const ranges = async (runId: string) => (await sql('select from sync_run_ranges where sync_run_id = $1', [runId])).length;

  /** Of 100 pages in ten ranges, with its fetches in flight. */
  async function runThatBegan(startedAt: Date): Promise<string> {
    const id = uuidv7();
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, pages_total, list_total, list_newest, started_at)
       values ($1, $2, 'orders', 'delta', 'running', '2026-01-01', 100, 5000, '2026-02-01', $3)`,
      [id, connectionId, startedAt],
    );
    await sql(
      `insert into sync_run_ranges (id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, status)
       select gen_random_uuid(), $1, $2, 'orders', page, page + 9, page, 50, 'pending' from generate_series(1, 91, 10) as page`,
      [id, connectionId],
    );
    await syncs.change(connectionId, null, () => Promise.resolve());
    return id;
  }
  /** Each of its ranges has stored a page. */
  async function endFetch(runId: string, taskId: string): Promise<string | null> {
    await sql(`update sync_run_ranges set next_page = next_page + 1, pages_done = pages_done + 1 where task_id = $1`, [taskId]);
    return syncs.change(connectionId, null, (change) => change.endFetch(runId, { taskId, finished: [], pageMs: 27_000 }));
  }

  it('ends once nothing of it is in flight, and the next run has its pages, its list and its mode', async () => {
    const first = await runThatBegan(hoursAgo(6.1));
    const [one, two] = await inFlight(first);
    expect(await endFetch(first, one?.id ?? '')).toBeNull();
    // No new fetch replaces the one that ended.
    expect(await inFlight(first)).toEqual([two]);
    const next = await endFetch(first, two?.id ?? '');

    const common = { capability: 'orders', mode: 'delta', modifiedAfter: new Date('2026-01-01'), pagesTotal: 100, pagesDone: 4 };
    const error = `It took longer than 6 hours. The run ${next} continues with the pages that are left.`;
    expect(await runs()).toMatchObject([
      { ...common, id: next, status: 'running', error: null },
      { ...common, id: first, status: 'cancelled', error },
    ]);
    expect([await ranges(first), await ranges(next ?? '')]).toEqual([0, 10]);
    expect(await inFlight(next ?? '')).not.toHaveLength(0);
    expect(await sql('select list_total, list_newest from sync_runs where id = $1', [next])).toEqual([
      { list_total: 5000, list_newest: '2026-02-01' },
    ]);
  });

  it('goes on while it has time, and when the fetch that ended has stored nothing', async () => {
    const young = await runThatBegan(hoursAgo(5.9));
    for (const { id } of await inFlight(young)) expect(await endFetch(young, id)).toBeNull();
    expect(await runs()).toMatchObject([{ id: young, status: 'running' }]);
    await sql('update sync_runs set started_at = $2 where id = $1', [young, hoursAgo(7)]);
    for (const { id: taskId } of await inFlight(young)) {
      await syncs.change(connectionId, null, (change) => change.endFetch(young, { taskId, finished: [], pageMs: null }));
    }
    expect(await runs()).toMatchObject([{ id: young, status: 'running' }]);
    expect(await inFlight(young)).not.toHaveLength(0);
  });

  it('and is continued twice: the next delta starts where the first of the three began', async () => {
    const startedAt = hoursAgo(7);
    const first = await runThatBegan(startedAt);
    const continued = async (runId: string): Promise<string> => {
      let next: string | null = null;
      for (const { id } of await inFlight(runId)) next = await endFetch(runId, id);
      return next ?? '';
    };
    const second = await continued(first);
    await sql('update sync_runs set started_at = $2 where id = $1', [second, hoursAgo(6.5)]);
    const third = await continued(second);
    await syncs.change(connectionId, null, (change) => change.end(third, { status: 'succeeded', error: null }));
    await syncs.change(connectionId, null, (change) => change.request(['orders'], 'delta'));
    const [delta] = (await runs()) as [SyncRun];
    expect(delta.modifiedAfter).toEqual(new Date(startedAt.getTime() - 300_000));
    expect(await runs()).toMatchObject([{ status: 'queued' }, { id: third }, { id: second }, { id: first }]);
  });
});
