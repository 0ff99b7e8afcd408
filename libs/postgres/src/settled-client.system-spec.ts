import { startPgBouncer, type PgBouncer } from '@sync/embedded-services';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createPool } from './create-pool';
import { queryBounds } from './query-bounds';
import { everyTenant, forTenant } from './tenant-scope';

let database: TestDatabase;
let pooler: PgBouncer;
let pool: Pool;

const poolOf = (queryMs: number, settings: Record<string, string> = {}) => {
  const bounds = queryBounds(queryMs, { isPooled: true, settings });
  return createPool({ connectionString: pooler.through(database.url), application_name: 'test', max: 4, ...bounds });
};

beforeAll(async () => {
  database = await createTestDatabase();
  // Two sessions for all clients, so that each client meets what others left.
  pooler = await startPgBouncer({ serverUrl: database.url, poolSize: 2 });
  pool = poolOf(1_500, { synchronous_commit: 'off', lock_timeout: '321' });
});
afterAll(async () => {
  await pool.end();
  await pooler.stop();
  await database.stop();
});

const names = ['statement_timeout', 'lock_timeout', 'synchronous_commit', 'jit'];
const ask = `select array(select current_setting(name) from unnest($1::text[]) with ordinality as asked (name, place) order by place) as found`;
const settingsIn = async (sql: Pool | PoolClient) => (await sql.query<{ found: string[] }>(ask, [names])).rows[0]?.found;
const own = ['500ms', '321ms', 'off', 'off'];

/** Runs in a transaction that it ends by `end`. */
async function inTransaction<T>(work: (client: PoolClient) => Promise<T>, end = 'commit'): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const outcome = await work(client);
    await client.query(end);
    return outcome;
  } finally {
    client.release();
  }
}

describe('behind a pooler that gives each transaction another session', () => {
  it('each statement has the settings of its own pool, whatever other pools set in the same sessions', async () => {
    const other = poolOf(9_000, { synchronous_commit: 'local' });
    const theirs = ['8s', '0', 'local', 'off'];
    const found = await Promise.all(Array.from({ length: 40 }, async (_, turn) => [turn % 2, await settingsIn(turn % 2 ? other : pool)]));
    await other.end();
    expect(found).toEqual(found.map(([isTheirs]) => [isTheirs, isTheirs ? theirs : own]));
  });

  it.each(['commit', 'rollback'])('every statement of a transaction has them, until %s', async (end) => {
    const work = async (client: PoolClient) => {
      await client.query('savepoint before');
      await settingsIn(client);
      await client.query('rollback to savepoint before');
      return settingsIn(client);
    };
    expect(await inTransaction(work, end)).toEqual(own);
  });

  it('Postgres ends a statement in time, in a transaction and outside of one, and the connection goes on', async () => {
    await expect(pool.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
    const failed = inTransaction(async (client) => {
      await expect(client.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
      await expect(client.query('select 1')).rejects.toThrow('current transaction is aborted');
    }, 'rollback');
    await failed;
    expect(await settingsIn(pool)).toEqual(own);
  });

  it('a session keeps nothing of them', async () => {
    await Promise.all([settingsIn(pool), settingsIn(pool)]);
    const plain = createPool({ connectionString: pooler.through(database.url), application_name: 'plain', max: 2 });
    const kept = await Promise.all([settingsIn(plain), settingsIn(plain)]);
    await plain.end();
    expect(kept).toEqual([
      ['0', '0', expect.any(String), 'on'],
      ['0', '0', expect.any(String), 'on'],
    ]);
  });

  it('named statements work in every session, and results have the form that pg gives them', async () => {
    const named = { name: 'add', text: 'select $1::int + 1 as sum' };
    const sums = await Promise.all(Array.from({ length: 20 }, (_, value) => pool.query<{ sum: number }>({ ...named, values: [value] })));
    expect(sums.map(({ rows, rowCount, command, fields }) => [rows[0]?.sum, rowCount, command, fields.length])).toEqual(
      sums.map((_, value) => [value + 1, 1, 'SELECT', 1]),
    );
    expect((await pool.query('select from generate_series(1, 3)')).rowCount).toBe(3);
    await expect(pool.query('select nonsense')).rejects.toMatchObject({ code: '42703' });
    await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
  });
});

it('a named statement that failed with its settings ahead of it works once its cause is gone', async () => {
  const direct = createPool({ connectionString: database.url, application_name: 'test', max: 1, ...queryBounds(9_000) });
  const count = () =>
    forTenant(uuidv7(), () => direct.query<{ count: number }>({ name: 'count', text: 'select count(*)::int from later' }));
  await expect(count()).rejects.toThrow('"later" does not exist');
  await database.dataSource.query('create table later ()');
  const counts = [await count(), await count()];
  await direct.end();
  expect(counts.map(({ rows }) => rows)).toEqual([[{ count: 0 }], [{ count: 0 }]]);
});

it('a statement that waits for a connection is sent for its own tenant, not for that of the work that releases one', async () => {
  const bounds = queryBounds(9_000, { settings: everyTenant });
  const direct = createPool({ connectionString: database.url, application_name: 'test', max: 2, ...bounds });
  const ask = () =>
    direct.query<{ who: string }>(`select current_user || coalesce(' ' || nullif(current_setting('sync.tenant', true), ''), '') as who`);
  const whoAsks = async (tenantId: string) => (await (tenantId ? forTenant(tenantId, ask) : ask())).rows[0]?.who;
  const tenants = Array.from({ length: 20 }, (_, turn) => (turn % 4 ? uuidv7() : ''));
  const sessions = await Promise.all(tenants.map(whoAsks));
  await direct.end();
  expect(sessions).toEqual(tenants.map((tenantId) => (tenantId ? `sync_serving ${tenantId}` : 'sync_all_tenants')));
});
