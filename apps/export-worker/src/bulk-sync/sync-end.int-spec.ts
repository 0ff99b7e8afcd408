import { requestSyncRuns, stopConnection } from '@sync/domain';
import { DurableWork, TaskDeferred, TaskQueues, type TaskAttempt } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { linkShop, type LinkedShop } from '../testing/linked-shop';
import { StartNextFetches } from './start-next-fetches';
import { SyncEnd } from './sync-end';

describe('a fetch that has found its connection ended', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let end: SyncEnd;
  let linked: LinkedShop;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    const work = new DurableWork(queues, database.dataSource);
    end = new SyncEnd(database.dataSource, work, new StartNextFetches(database.dataSource, work, 4));
  });
  beforeEach(async () => {
    linked = await linkShop(database.dataSource, { url: 'https://shop.example', credentials: { consumer_key: 'ck' } });
    await request();
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const request = () =>
    requestSyncRuns(database.dataSource.manager, { systemConnectionId: linked.connectionId, capabilities: ['orders'], mode: 'full' });
  const disconnect = () =>
    database.dataSource.transaction((manager) =>
      stopConnection(manager, linked.connectionId, { trigger: 'disconnection', actor: `widget:${linked.connectionId}` }),
    );
  const statuses = async () => {
    const sql = 'select status from sync_runs where system_connection_id = $1 order by id';
    return (await database.dataSource.query<{ status: string }[]>(sql, [linked.connectionId])).map(({ status }) => status);
  };
  let completed: number;
  const attempt = { complete: async () => void (completed += 1) } as unknown as TaskAttempt;
  beforeEach(() => (completed = 0));

  it('ends what is left of its syncs', async () => {
    await database.dataSource.query(`update system_connections set status = 'inactive' where id = $1`, [linked.connectionId]);
    await end.cancelAll(attempt, linked.connectionId);
    expect([await statuses(), completed]).toEqual([['cancelled'], 1]);
  });

  it('leaves alone what a reconnect has started since: the attempt ends, and the next one sees how things stand', async () => {
    await disconnect();
    await database.dataSource.query(`update system_connections set status = 'active', disconnected_at = null where id = $1`, [
      linked.connectionId,
    ]);
    await request();
    await expect(end.cancelAll(attempt, linked.connectionId)).rejects.toThrow(TaskDeferred);
    expect([await statuses(), completed]).toEqual([['cancelled', 'queued'], 0]);
  });

  it('of a connection that is gone there is nothing left to end', async () => {
    await database.dataSource.query('delete from system_connections where id = $1', [linked.connectionId]);
    await end.cancelAll(attempt, linked.connectionId);
    expect(completed).toBe(1);
  });
});
