import { Logger } from '@nestjs/common';
import { stopConnection } from '@sync/connections';
import { DurableWork, TaskDeferred, TaskQueues, type TaskAttempt } from '@sync/durable-work';
import { SyncRuns } from '@sync/sync-runs';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { linkShop, type LinkedShop } from '../testing/linked-shop';
import { EndSyncs } from './end/end-syncs';

let database: TestDatabase;
let queues: TaskQueues;
let syncs: SyncRuns;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await createTestDatabase();
  queues = TaskQueues.open({ databaseUrl: database.url });
  syncs = new SyncRuns(database.dataSource, new DurableWork(queues, database.dataSource), 4);
});
afterAll(async () => {
  await queues.close();
  await database.stop();
});

describe('a fetch whose connection has ended', () => {
  let end: EndSyncs;
  let linked: LinkedShop;

  beforeEach(async () => {
    end = new EndSyncs(syncs);
    linked = await linkShop(database.dataSource, { url: 'https://shop.example', credentials: { consumer_key: 'ck' } });
    await request();
  });

  const request = () => syncs.change(linked.connectionId, null, (change) => change.request(['orders'], 'full'));
  const disconnect = () =>
    database.dataSource.transaction((manager) =>
      stopConnection(manager, linked.connectionId, { trigger: 'disconnection', actor: `widget:${linked.connectionId}` }),
    );
  const statuses = async () => {
    const sql = 'select status from sync_runs where system_connection_id = $1 order by id';
    return (await database.dataSource.query<{ status: string }[]>(sql, [linked.connectionId])).map(({ status }) => status);
  };
  // Rolls back with the transaction, as the completion of a task does.
  const complete = `insert into tenants (id, name) values (gen_random_uuid(), 'completed')`;
  const attempt = { requestId: null, complete: (manager: EntityManager) => manager.query(complete) } as unknown as TaskAttempt;
  const completions = async () =>
    (
      await database.dataSource.query<unknown[]>(
        `with gone as (delete from tenants where name = 'completed' returning id) select id from gone`,
      )
    ).length;

  it('cancels the open runs', async () => {
    await database.dataSource.query(`update system_connections set status = 'inactive' where id = $1`, [linked.connectionId]);
    await end.cancelAll(attempt, linked.connectionId);
    expect([await statuses(), await completions()]).toEqual([['cancelled'], 1]);
  });

  it('is deferred, with nothing changed, when a reconnect has requested new runs since', async () => {
    await disconnect();
    await database.dataSource.query(`update system_connections set status = 'active', disconnected_at = null where id = $1`, [
      linked.connectionId,
    ]);
    await request();
    await expect(end.cancelAll(attempt, linked.connectionId)).rejects.toThrow(TaskDeferred);
    expect([await statuses(), await completions()]).toEqual([['cancelled', 'queued'], 0]);
  });

  it('completes when the connection is gone', async () => {
    await database.dataSource.query('delete from system_connections where id = $1', [linked.connectionId]);
    await end.cancelAll(attempt, linked.connectionId);
    expect(await completions()).toBe(1);
  });
});
