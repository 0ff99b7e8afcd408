import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { createTestDatabase, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { createPool } from './create-pool';
import { queryBounds } from './query-bounds';

const max = 5;

/** Connections that neither respond nor close, while new ones work. */
describe('a pool whose connections went silent', () => {
  let database: TestDatabase;
  let gate: ServerGate;
  let pool: Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.dataSource.query('create table things (id int primary key)');
    await database.dataSource.query('insert into things values (1)');
  });
  beforeEach(async () => {
    gate = await ServerGate.open(database.url);
    // Connections are kept, so that only the timeout finds out.
    const bounds = { connectionTimeoutMillis: 2_000, ...queryBounds(1_500) };
    pool = createPool({ connectionString: gate.url, application_name: 'test', max, ...bounds });
    await Promise.all(Array.from({ length: max }, () => pool.query('select pg_sleep(0.1)')));
    expect(pool.totalCount).toBe(max);
  });
  afterEach(async () => {
    await pool.end();
    await gate.cut();
  });
  afterAll(() => database.stop());

  it('loses one query, and the next ones work: the idle connections are closed together with the one that timed out', async () => {
    gate.silence();
    await expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
    for (let time = 0; time < max; time += 1) await expect(pool.query('select 1')).resolves.toBeDefined();
  });

  it('keeps connections that were used meanwhile', async () => {
    const others = () => Promise.all(Array.from({ length: max - 1 }, () => pool.query('select pg_sleep(0.1)')));
    const slow = pool.query({ text: 'select pg_sleep(0.4)', query_timeout: 300 } as never);
    await others();
    await expect(slow).rejects.toThrow('Query read timeout');
    await others();
    expect(gate.opened).toBe(max);
  });

  it('rejects in the middle of a transaction, whose locks Postgres releases', async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from things where id = 1 for update');
    gate.silence();
    await expect(client.query('select 1')).rejects.toThrow('Query read timeout');
    await expect(client.query('rollback')).rejects.toThrow();
    client.release();
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const lock = () =>
      pool.query('select from things where id = 1 for update nowait').then(
        () => true,
        () => false,
      );
    expect(await lock()).toBe(false);
    await until(lock);
  });
});

/** Postgres as it shuts down: it ends each connection with the packet that opens it. */
async function endingPostgres(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url);
  const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const head = Buffer.from([0x45, 0, 0, 0, fatal.length + 4]);
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    inside.pipe(outside).on('error', () => inside.destroy());
    inside.on('error', () => outside.destroy());
    outside.on('data', (packet) => {
      const isReady = packet.at(-6) === 'Z'.charCodeAt(0);
      if (isReady) inside.end(Buffer.concat([packet, head, fatal]));
      else inside.write(packet);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return { url: through.href, server };
}

describe('a connection that Postgres ends in the moment it opens rejects the query, and the process lives', () => {
  let database: TestDatabase;
  let ending: Awaited<ReturnType<typeof endingPostgres>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    ending = await endingPostgres(database.url);
  });
  afterAll(async () => {
    ending.server.close();
    await database.stop();
  });

  it('in a pool', async () => {
    const pool = createPool({ connectionString: ending.url, application_name: 'test', ...queryBounds(1_500) });
    const client = await pool.connect();
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    await pool.end();
  });

  it('in a TypeORM data source', async () => {
    const dataSource = new DataSource({ type: 'postgres', url: ending.url, extra: queryBounds(1_500) });
    await expect(dataSource.initialize()).rejects.toThrow();
  });
});
