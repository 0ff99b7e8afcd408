import { Logger } from '@nestjs/common';
import { openShop, takeOverShop } from '@sync/record-store';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WorkerConfiguration } from '../configuration';
import { EraseInactiveCopies } from './erase-inactive-copies';

describe('the copies of inactive connections', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const sql = <T>(text: string, values: unknown[] = []) => database.dataSource.query<T[]>(text, values);
  const erase = (inactiveRetentionDays = 30) =>
    new EraseInactiveCopies(database.dataSource, Object.assign(new WorkerConfiguration(), { inactiveRetentionDays })).erase(
      new AbortController().signal,
    );

  async function connection(status: string, daysAgo: number): Promise<string> {
    const id = uuidv7();
    const since = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    await sql(`insert into system_connections (id, name, status, status_reason) values ($1, 'shop', $2, $3)`, [
      id,
      status,
      JSON.stringify({ code: 'replaced', message: '', since }),
    ]);
    await openShop(database.dataSource, id);
    await sql(
      `insert into customers (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email)
       values ($1, $1, $1, 1, '1', 'commerce_a', '', '', '[]', '[]', 'a@shop.example')`,
      [id],
    );
    await sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, body, body_hash)
       values (gen_random_uuid(), 'webhooks', 'process-webhook', '{}', $1, 'failed', 5, '{}', sha256('{}'))`,
      [id],
    );
    return id;
  }
  const left = async (id: string) => {
    const [row] = await sql<{ customers: number; tasks: number; connections: number }>(
      `select (select count(*)::int from customers where id = $1) as customers, (select count(*)::int from tasks where system_connection_id = $1) as tasks,
         (select count(*)::int from system_connections where id = $1) as connections`,
      [id],
    );
    return row;
  };
  const everything = { customers: 1, tasks: 1, connections: 1 };
  const gone = { customers: 0, tasks: 0, connections: 1 };

  it('are erased once the retention is over, and not those of other connections', async () => {
    const [over, within] = [await connection('inactive', 31), await connection('inactive', 29)];
    const others = [await connection('active', 31), await connection('error', 31)];
    expect(await erase()).toBe(1);
    expect(await left(over)).toEqual(gone);
    for (const id of [within, ...others]) expect(await left(id)).toEqual(everything);
    expect(await erase()).toBe(0);
    expect(await erase(0)).toBe(1);
    expect(await left(within)).toEqual(gone);
  });

  it('leave alone what a newer connection has taken over', async () => {
    const [older, newer] = [await connection('inactive', 31), uuidv7()];
    await sql(`insert into system_connections (id, name, status) values ($1, 'shop', 'active')`, [newer]);
    await openShop(database.dataSource, newer);
    await takeOverShop(database.dataSource, newer, [older]);
    expect(await erase()).toBe(1);
    expect(await left(older)).toEqual({ ...gone, customers: 1 });
  });
});
