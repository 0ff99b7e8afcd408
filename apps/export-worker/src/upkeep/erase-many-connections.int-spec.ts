import { Logger } from '@nestjs/common';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { WorkerConfiguration } from '../configuration';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';

describe('the end of the grace period of many disconnected connections', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  afterEach(() => sql('delete from system_connections'));
  afterAll(() => database.stop());

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const erase = (signal = new AbortController().signal) =>
    new EraseDisconnectedConnections(database.dataSource, new WorkerConfiguration()).erase(signal);
  const disconnect = (count: number) =>
    sql(
      `insert into system_connections (id, name, credentials, status, disconnected_at)
       select gen_random_uuid(), 'shop', 'v1.sealed', 'disconnected', now() - interval '31 days' from generate_series(1, $1)`,
      [count],
    );
  const ended = async () =>
    (await sql<{ count: number }>('select count(*)::int as count from system_connections where deleted_at is not null'))[0]?.count ?? 0;
  const left = () => sql('select from system_connections where erased_at is null or credentials is not null');

  it('all of them are ended and erased, also more than are looked up at once', async () => {
    await disconnect(510);
    expect(await erase()).toBe(510);
    expect(await left()).toEqual([]);
  });

  it('a worker that stops ends no further ones; the next goes on', async () => {
    await disconnect(200);
    const stopping = new AbortController();
    const interrupted = erase(stopping.signal);
    await Promise.all([expect(interrupted).rejects.toThrow(), until(async () => (await ended()) > 0).then(() => stopping.abort())]);
    const before = await ended();
    expect(before).toBeLessThan(200);
    expect(await erase()).toBe(200 - before);
    expect(await left()).toEqual([]);
  });
});
