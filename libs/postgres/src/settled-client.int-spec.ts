import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { Pool, PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createPool } from './create-pool';
import { queryBounds } from './query-bounds';
import { enterTenant, everyTenant, forAllTenants, forTenant } from './tenant-scope';

const [one, other] = [uuidv7(), uuidv7()];
const ofOne = `sync_serving ${one}`;
const ofAll = 'sync_all_tenants ';
const who = `select current_user || ' ' || coalesce(current_setting('sync.tenant', true), '') as who`;

let database: TestDatabase;
let pool: Pool;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query('create table tried (id int unique deferrable initially deferred)');
  await database.dataSource.query('grant all on tried to public');
});
beforeEach(async () => {
  const bounds = queryBounds(9_000, { settings: everyTenant });
  pool = createPool({ connectionString: database.url, application_name: 'test', max: 1, ...bounds });
  client = await pool.connect();
});
afterEach(async () => {
  client.release();
  await pool.end();
});
afterAll(() => database.stop());

const seen = async () => (await client.query<{ who: string }>(who)).rows[0]?.who;
const run = (sql: string) => forTenant(one, () => client.query(sql));

describe('each statement of work for a tenant runs for it, and the next one of other work does not', () => {
  it.each([
    ['it succeeds', 'select 1'],
    ['it fails', 'select 1 / 0'],
    ['it has an error of syntax', 'select from from'],
    ['its transaction fails as it commits', 'insert into tried values (1), (1)'],
    ['it is empty', ''],
  ])('when %s', async (_, sql) => {
    await run(sql).catch(() => undefined);
    expect(await seen()).toBe(ofAll);
    await run(sql).catch(() => undefined);
    expect(await forTenant(one, seen)).toBe(ofOne);
    expect(await forTenant(other, seen)).toBe(`sync_serving ${other}`);
  });

  it('when pg cannot send its parameter', async () => {
    const endless: unknown[] = [];
    endless.push({ endless });
    await expect(forTenant(one, () => client.query('select $1::jsonb', [endless[0]]))).rejects.toThrow('circular');
    expect(await Promise.all([forTenant(one, seen), seen()])).toEqual([ofOne, ofAll]);
  });

  it('when nothing waits for the statements before', async () => {
    const sent = [run('begin'), run('rollback'), forTenant(one, seen), seen(), run('select nonsense'), forTenant(one, seen), seen()];
    const results = await Promise.allSettled(sent);
    const values = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
    expect(values.slice(2)).toEqual([ofOne, ofAll, 'failed', ofOne, ofAll]);
  });
});

describe('a transaction', () => {
  it.each(['begin', 'BEGIN ISOLATION LEVEL SERIALIZABLE;', 'start transaction read only', 'begin -- for a tenant'])(
    'that work for a tenant begins by "%s" stays with it, until it ends',
    async (begin) => {
      expect((await run(begin)).command).toMatch(/BEGIN|START/);
      expect([await forTenant(one, seen), await forTenant(other, seen), await forAllTenants(seen)]).toEqual([ofOne, ofOne, ofOne]);
      await run('commit');
      expect(await seen()).toBe(ofAll);
    },
  );

  it('takes its isolation level from the statement behind its begin', async () => {
    await run('start transaction');
    await run('set transaction isolation level serializable');
    const { rows } = await run('show transaction_isolation');
    await run('commit');
    expect(rows).toEqual([{ transaction_isolation: 'serializable' }]);
  });

  it('that began for all tenants goes on for one from the first statement of its work, also when a savepoint takes that back', async () => {
    await client.query('begin');
    await client.query('savepoint before');
    expect([await seen(), await forTenant(one, seen), await seen()]).toEqual([ofAll, ofOne, ofOne]);
    await client.query('rollback to savepoint before');
    expect(await seen()).toBe(ofOne);
    await client.query('commit and chain');
    expect(await seen()).toBe(ofOne);
    await client.query('rollback');
    expect(await seen()).toBe(ofAll);
  });

  it('does not begin with a setting that Postgres refuses, and no statement runs without it', async () => {
    const bounds = queryBounds(9_000, { isPooled: true, settings: { role: 'nonsense' } });
    const refused = createPool({ connectionString: database.url, application_name: 'test', max: 1, ...bounds });
    const refusedClient = await refused.connect();
    await expect(refusedClient.query('insert into tried values (7)')).rejects.toThrow('role "nonsense" does not exist');
    await expect(refusedClient.query('begin')).rejects.toThrow('role "nonsense" does not exist');
    expect(refusedClient.getTransactionStatus()).toBe('I');
    refusedClient.release();
    await refused.end();
    expect((await client.query('select from tried where id = 7')).rowCount).toBe(0);
  });
});

it('work for all tenants is for one once it says so, without the work beside it', async () => {
  const request = (tenantId: string) =>
    forAllTenants(async () => {
      const before = await seen();
      enterTenant(tenantId);
      return [before, await seen(), await forAllTenants(seen)];
    });
  expect(await Promise.all([request(one), request(other), seen()])).toEqual([
    [ofAll, ofOne, ofAll],
    [ofAll, `sync_serving ${other}`, ofAll],
    ofAll,
  ]);
  expect(() => enterTenant(one)).toThrow('no scope');
});

it('a tenant is passed as a value: SQL in it does nothing', async () => {
  const tenant = `'; reset role; --\\`;
  expect(await forTenant(tenant, seen)).toBe(`sync_serving ${tenant}`);
});

it.each(['select 1; commit; select 2', 'begin; select 1', 'commit; select 1'])(
  'work for a tenant cannot send several statements in one text: %s',
  async (sql) => {
    await expect(run(sql)).rejects.toThrow('multiple commands');
    expect([await forTenant(one, seen), await seen()]).toEqual([ofOne, ofAll]);
  },
);

it('a named statement is planned once, also behind the settings', async () => {
  const add = (value: number) => forTenant(one, () => client.query({ name: 'add', text: 'select $1::int + 1 as sum', values: [value] }));
  expect([(await add(1)).rows, (await add(2)).rows]).toEqual([[{ sum: 2 }], [{ sum: 3 }]]);
  const { rows } = await client.query('select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements order by name');
  expect(rows).toEqual([
    { name: 'add', runs: 2 },
    // Once more to prepare it.
    { name: 'set role,sync.tenant', runs: 3 },
  ]);
});
