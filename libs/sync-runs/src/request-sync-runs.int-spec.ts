import { DurableWork, TaskQueues } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { requestSyncRuns, type SyncRunRequest } from './request-sync-runs';
import { readSyncRuns, type SyncRun } from './sync-run';

describe('requesting sync runs', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let systemConnectionId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  beforeEach(async () => {
    systemConnectionId = uuidv7();
    await sql(`insert into system_connections (id, name, status) values ($1, 'Shop', 'pending')`, [systemConnectionId]);
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const request = (values: Partial<SyncRunRequest> = {}) =>
    new DurableWork(queues, database.dataSource).transaction((manager, enqueue) =>
      requestSyncRuns(manager, enqueue, { systemConnectionId, capabilities: ['orders'], mode: 'delta', ...values }),
    );
  const end = ({ id }: SyncRun, status: string, startedAt = new Date()) =>
    sql('update sync_runs set status = $2, started_at = $3, finished_at = now() where id = $1', [id, status, startedAt]);
  const planned = async () =>
    (
      await sql<{ id: string }>(`select payload ->> 'syncRunId' as id from tasks where system_connection_id = $1 order by id`, [
        systemConnectionId,
      ])
    ).map(({ id }) => id);

  async function one(values: Partial<SyncRunRequest> = {}): Promise<SyncRun> {
    const [run] = await readSyncRuns(database.dataSource, await request(values));
    if (!run) throw new Error('No run');
    return run;
  }

  it('opens one queued run per capability, in the order requested, and enqueues the planning of each', async () => {
    const ids = await request({ capabilities: ['products', 'customers'], mode: 'full' });
    expect(await readSyncRuns(database.dataSource, ids)).toMatchObject([
      { capability: 'products', status: 'queued', mode: 'full', modifiedAfter: null },
      { capability: 'customers', status: 'queued', mode: 'full', modifiedAfter: null },
    ]);
    expect((await planned()).sort()).toEqual([...ids].sort());
  });

  it.each(['queued', 'running'])('returns the open run while one is %s, and plans only new runs', async (status) => {
    const first = await one();
    await sql('update sync_runs set status = $2 where id = $1', [first.id, status]);
    const [orders, customers] = await request({ capabilities: ['orders', 'customers'] });
    expect(orders).toBe(first.id);
    expect((await planned()).sort()).toEqual([first.id, customers].sort());
  });

  it('a delta starts five minutes before the start of the last succeeded run', async () => {
    await end(await one(), 'succeeded', new Date('2026-02-01T12:00:00Z'));
    await end(await one(), 'succeeded', new Date('2026-03-01T12:00:00Z'));
    await end(await one(), 'failed', new Date('2026-03-02T12:00:00Z'));
    expect((await one()).modifiedAfter).toEqual(new Date('2026-03-01T11:55:00Z'));
  });

  it('a run fetches everything in mode full, and when no run of its capability has succeeded', async () => {
    await end(await one({ capabilities: ['customers'] }), 'succeeded');
    expect((await one()).modifiedAfter).toBeNull();
    expect((await one({ capabilities: ['customers'], mode: 'full' })).modifiedAfter).toBeNull();
  });

  it('twenty concurrent requests get the same run, planned once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => request()));
    const ids = new Set(responses.flat());
    expect(ids.size).toBe(1);
    expect(await planned()).toEqual([...ids]);
  });
});
