import { Logger, type LoggerService } from '@nestjs/common';
import { createDataSource } from '@sync/domain';
import { metrics } from '@sync/telemetry';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { WatchFeed } from './watch-feed';

describe('watching the records feed', () => {
  let database: TestDatabase;
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
    database = await createTestDatabase();
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
    await database.stop();
  });

  const lag = async () => Number(/^sync_feed_horizon_lag_seconds (\S+)$/m.exec(await metrics.metrics())?.[1]);
  const touchRecords = `update customers set synced_at = now() where system_connection_id = '${uuidv7()}'`;
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
