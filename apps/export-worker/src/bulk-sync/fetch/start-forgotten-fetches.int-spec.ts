import { Logger } from '@nestjs/common';
import { DurableWork, TaskQueues } from '@sync/durable-work';
import { SyncRuns } from '@sync/sync-runs';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { StartForgottenFetches } from './start-forgotten-fetches';

describe('forgotten page ranges', () => {
  let database: TestDatabase;
  let queues: TaskQueues;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const start = () => new StartForgottenFetches(new SyncRuns(database.dataSource, new DurableWork(queues, database.dataSource), 4)).start();

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
