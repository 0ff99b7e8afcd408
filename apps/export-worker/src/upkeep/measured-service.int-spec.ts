import { Logger, type LoggerService } from '@nestjs/common';
import { createDataSource } from '@sync/identity';
import { metrics } from '@sync/telemetry';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { measureService } from './measure-service';
import { WatchFeed } from './watch-feed';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

describe('watching the records feed', () => {
  /** As the worker. */
  let serving: DataSource;
  /** As a role of which Postgres shows nothing to others. */
  let client: Client;
  // From the beginning: work that an earlier suite has left behind logs, too.
  let lines: Record<string, unknown>[] = [];
  let watch: () => Promise<Record<string, unknown>[]>;

  beforeAll(async () => {
    const add = (level: string) => (line: Record<string, unknown>) => lines.push({ level, ...line });
    Logger.overrideLogger({ log: add('info'), warn: add('warn'), error: add('error') } as unknown as LoggerService);
    client = new Client({ connectionString: database.ownerUrl, application_name: 'a console' });
    await client.connect();
    serving = await createDataSource({ url: database.url, poolSize: 1, queryTimeoutMs: 60_000 }).initialize();
  });
  beforeEach(() => {
    lines = [];
    const feed = new WatchFeed(serving);
    watch = async () => {
      await feed.watch(0);
      return lines.splice(0);
    };
  });
  afterAll(async () => {
    await client.end();
    await serving.destroy();
  });

  const lag = async () => Number(/^sync_feed_horizon_lag_seconds (\S+)$/m.exec(await metrics.metrics())?.[1]);
  const touchRecords = `update customers set synced_at = now() where shop_id = '${uuidv7()}'`;
  const begin = async (change: string): Promise<void> => {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await client.query(change);
  };
  const heldUp = (holder: Record<string, unknown>) => [
    {
      level: 'warn',
      msg: 'records feed held up by a transaction',
      transaction: expect.stringMatching(/^\d+$/) as string,
      ageSeconds: expect.any(Number) as number,
      ...holder,
    },
  ];
  const movesOn = [{ level: 'info', msg: 'records feed moves on' }];

  it('names the session that holds it up, once, measures it, and says when it moves on', async () => {
    expect(await watch()).toEqual([]);
    expect(await lag()).toBe(0);
    await begin(touchRecords);
    const [session] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    expect(await watch()).toEqual(heldUp({ pid: session?.pid, application: 'a console', state: 'idle in transaction', gid: null }));
    expect(await watch()).toEqual([]);
    expect(await lag()).toBeGreaterThan(0);
    await client.query('rollback');
    expect(await watch()).toEqual(movesOn);
    expect(await watch()).toEqual([]);
  });

  it('names a forgotten prepared transaction', async () => {
    await begin(touchRecords);
    await client.query(`prepare transaction 'forgotten records'`);
    expect(await watch()).toEqual(heldUp({ pid: null, application: null, state: null, gid: 'forgotten records' }));
    await client.query(`rollback prepared 'forgotten records'`);
    expect(await watch()).toEqual(movesOn);
  });

  it('is silent about a transaction that writes no records', async () => {
    await begin(`insert into tenants (id, name) values ('${uuidv7()}', 'a company')`);
    expect(await watch()).toEqual([]);
    await client.query('rollback');
  });
});

describe('the figures of the whole service', () => {
  it('show queues and their age, open runs, overdue schedules and unused tenants', async () => {
    const { dataSource } = database;
    const [tenant, connection] = [uuidv7(), uuidv7()];
    await dataSource.query(`insert into tenants (id, name, linked_at) values ($1, 'Calm Lake', now()), ($2, 'Bold Hill', null)`, [
      tenant,
      uuidv7(),
    ]);
    await dataSource.query(
      `insert into system_connections (id, tenant_id, system_id, name, status) select $1, $2, id, 'shop', 'active' from systems where not is_direct limit 1`,
      [connection, tenant],
    );
    await dataSource.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, not_before) values ($1, 'bulk-sync', 'plan-sync-run', '{}', 'pending', 5, now() - interval '1 hour')`,
      [uuidv7()],
    );
    await dataSource.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, waiting_reason, waiting_until) values
       ($1, $3, 'orders', 'full', 'running', 'The shop is busy.', now()), ($2, $3, 'customers', 'delta', 'queued', null, null)`,
      [uuidv7(), uuidv7(), connection],
    );
    await dataSource.query(
      `insert into schedule_turns values ('start due syncs', now() - interval '2 hours'), ('gone', now() - interval '1 day')`,
    );
    await measureService(dataSource, ['start due syncs']);

    const text = await metrics.metrics();
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length),
      );
    expect(value('sync_queue_tasks{queue="bulk-sync",state="waiting"}')).toBe(1);
    expect(value('sync_queue_tasks{queue="webhooks",state="waiting"}')).toBe(0);
    expect(value('sync_queue_oldest_task_age_seconds{queue="bulk-sync"}')).toBeCloseTo(3_600, -2);
    expect(value('sync_open_runs{capability="orders",mode="full",state="waiting"}')).toBe(1);
    expect(value('sync_open_runs{capability="customers",mode="delta",state="queued"}')).toBe(1);
    expect(value('sync_schedule_overdue_seconds{schedule="start due syncs"}')).toBeCloseTo(7_200, -2);
    expect(text).not.toContain('gone');
    expect(value('sync_unused_tenants')).toBe(1);
  });
});
