import { Logger } from '@nestjs/common';
import { stopConnection } from '@sync/connections';
import { DurableWork, TaskDeferred, TaskQueues, type TaskAttempt } from '@sync/durable-work';
import { SyncRuns } from '@sync/sync-runs';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { linkShop, type LinkedShop } from '../testing/linked-shop';
import { EndSyncs } from './end/end-syncs';
import { StartForgottenFetches } from './fetch/start-forgotten-fetches';

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

describe('forgotten page ranges', () => {
  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const start = () => new StartForgottenFetches(syncs).start();

  async function forgotten(secondsAgo: number): Promise<string> {
    const [id, runId] = [uuidv7(), uuidv7()];
    await sql(`insert into system_connections (id, name, status) values ($1, 'Shop', 'active')`, [id]);
    await sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total) values ($1, $2, 'orders', 'full', 'running', 1)`,
      [runId, id],
    );
    await sql(
      `insert into sync_run_ranges (id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, status, updated_at)
       values ($1, $2, $3, 'orders', 1, 1, 1, 50, 'pending', now() - make_interval(secs => $4))`,
      [uuidv7(), runId, id, secondsAgo],
    );
    return id;
  }
  const fetchesOf = async (id: string) =>
    (await sql(`select from tasks where system_connection_id = $1 and name = 'fetch-page-ranges'`, [id])).length;

  it('are started; a connection that fails delays no other and is retried', async () => {
    const ids = [await forgotten(60), await forgotten(60), await forgotten(60)].sort();
    // However long this takes.
    const young = await forgotten(-3_600);
    await sql(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin if new.system_connection_id = '${ids[0]}' then raise exception 'broken off'; end if; return new; end $$;
      create trigger refuse_one before insert on tasks for each row execute function refuse_one()`);
    expect(await start()).toBe(2);
    const started = () => Promise.all([...ids, young].map(fetchesOf));
    expect(await started()).toEqual([0, 1, 1, 0]);
    await sql('drop function refuse_one cascade');
    expect(await start()).toBe(1);
    expect(await started()).toEqual([1, 1, 1, 0]);
  });
});
