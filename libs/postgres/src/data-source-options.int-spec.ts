import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

/** A statement that Postgres does not end in time, as if it hung. */
const hanging = [`set local statement_timeout = 0`, `select pg_sleep(4)`];
const insert = `insert into tenants (id, name) values (gen_random_uuid(), 'half')`;

describe('a query timeout', () => {
  let database: TestDatabase;
  let bounded: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    const options = dataSourceOptions({ url: database.url, poolSize: 1, queryTimeoutMs: 2_000, applicationName: 'bounded' });
    bounded = await new DataSource(options).initialize();
  });
  afterAll(async () => {
    await bounded.destroy();
    await database.stop();
  });

  const process = async () => (await bounded.query<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]?.pid;
  const sessions = async () =>
    (
      await database.dataSource.query<unknown[]>(
        `select from pg_stat_activity where datname = current_database() and application_name = 'bounded'`,
      )
    ).length;
  const half = async () => (await database.dataSource.query<unknown[]>(`select from tenants where name = 'half'`)).length;

  it('comes with sessions that compile no statement', async () => {
    const jit = (dataSource: DataSource) => dataSource.query<unknown[]>('show jit');
    expect([await jit(bounded), await jit(database.dataSource)]).toEqual([[{ jit: 'off' }], [{ jit: 'off' }]]);
  });

  it('fails the query, rolls the transaction back and discards the connection', async () => {
    const before = await process();
    const hung = bounded.transaction(async (manager) => {
      await manager.query(insert);
      for (const statement of hanging) await manager.query(statement);
    });
    await expect(hung).rejects.toThrow('Query read timeout');
    // The pool has one connection: the old one would wait for the sleep and continue its transaction.
    expect(await process()).not.toBe(before);
    await bounded.query(insert.replace('half', 'whole'));
    await until(async () => (await sessions()) === 1);
    expect(await half()).toBe(0);
    expect(await database.dataSource.query(`select from tenants where name = 'whole'`)).toHaveLength(1);
  });

  it('ends the transaction even if its user ignores the failure', async () => {
    const hung = bounded.transaction(async (manager) => {
      await manager.query(hanging[0] ?? '');
      await manager.query(hanging[1] ?? '').catch(() => undefined);
      await manager.query(insert);
    });
    await expect(hung).rejects.toThrow('not queryable');
    await until(async () => (await sessions()) === 0);
    expect(await half()).toBe(0);
  });

  it('also discards the connection outside of a transaction', async () => {
    const runner = bounded.createQueryRunner();
    await runner.query('set statement_timeout = 0');
    const before = (await runner.query('select pg_backend_pid() as pid')) as { pid: number }[];
    await runner.release();
    await expect(bounded.query('select pg_sleep(4)')).rejects.toThrow('Query read timeout');
    expect(await process()).not.toBe(before[0]?.pid);
  });

  it('keeps the connection when Postgres itself ends the statement in time', async () => {
    const before = await process();
    await expect(bounded.query('select pg_sleep(4)')).rejects.toThrow('statement timeout');
    expect(await process()).toBe(before);
  });
});
