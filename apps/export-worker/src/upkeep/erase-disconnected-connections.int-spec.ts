import { openShop } from '@sync/record-store';
import { bringSyncsForward } from '@sync/sync-runs';
import { Logger } from '@nestjs/common';
import { countVisibleConnections } from '@sync/domain';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { WorkerConfiguration } from '../configuration';
import { EraseDisconnectedConnections } from './erase-disconnected-connections';

const never = new AbortController().signal;
const tablesOfShops = ['orders', 'customers', 'products', 'missing_records', 'unmappable_rows'];
const tablesOfConnections = ['tasks', ...tablesOfShops, 'sync_runs', 'page_ranges', 'doctor_runs', 'shop_calls'];

const record = 'id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes';
const values = `gen_random_uuid(), $1, gen_random_uuid(), 1, number::text, 'commerce_a', '', '', '[]', '[]'`;
const rows = 'from generate_series(1, $2) as number';
const two = 'from generate_series(1, 2) as number';
/** Something in every table that belongs to connections, but for orders. */
const ofConnection = [
  `insert into access_tokens (id, system_connection_id, token_hash, name) values (gen_random_uuid(), $1, sha256(($1::uuid)::text::bytea), 'plugin-widget')`,
  `insert into connection_tokens (id, system_connection_id, token_hash, expires_at) values (gen_random_uuid(), $1, sha256(($1::uuid)::text::bytea), now())`,
  `insert into doctor_runs (id, system_connection_id, status) values (gen_random_uuid(), $1, 'queued')`,
  `insert into shop_calls (id, system_connection_id, direction, outcome, has_failed, calls, took_ms, slowest_ms, bytes, first_at, last_at)
   values (gen_random_uuid(), $1, 'to_shop', '200', false, 1, 1, 1, 1, now(), now())`,
  `with run as (
     insert into sync_runs (id, system_connection_id, capability, mode, status) values (gen_random_uuid(), $1, 'orders', 'full', 'running') returning id
   )
   insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page)
   select gen_random_uuid(), id, $1, 'orders', 1, 1, 1, 50 from run`,
  `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, body, body_hash)
   values (gen_random_uuid(), 'webhooks', 'process-webhook', '{}', $1, 'pending', 5, '{}', sha256('{}'))`,
  `insert into customers (${record}, email) select ${values}, 'a@shop.example' ${two}`,
  `insert into products (${record}, name, status, categories) select ${values}, 'Hat', 'active', '[]' ${two}`,
  `insert into missing_records (shop_id, capability, source_id, missing_since, missed_at, written_at) values ($1, 'orders', '1', now(), now(), now())`,
  `insert into unmappable_rows (shop_id, capability, source_id) values ($1, 'orders', '1')`,
];
/** A rule from the connection and one to it. */
const ofTenant = ['$1, other.id', 'other.id, $1'].map(
  (direction) => `
    with other as (
      insert into system_connections (id, tenant_id, name, status) values (gen_random_uuid(), $2, 'other', 'active') returning id
    )
    insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
    select gen_random_uuid(), $2, ${direction}, '{orders}', true, true from other`,
);

const endpoint = `
  insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, secrets)
  values (gen_random_uuid(), $2, $1, 'https://erp.example', 'enabled', 'v1.sealed')`;

describe('the end of the grace period of a disconnected connection', () => {
  let database: TestDatabase;
  let tenant: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
    tenant = uuidv7();
    await sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [tenant]);
  });
  afterEach(async () => {
    await sql('delete from system_connections');
    await sql('delete from connection_transitions');
  });
  afterAll(() => database.stop());

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const erase = (settings: Partial<WorkerConfiguration> = {}, signal = never) =>
    new EraseDisconnectedConnections(database.dataSource, Object.assign(new WorkerConfiguration(), settings)).erase(signal);

  async function connection(daysAgo: number | null = 31, status = 'disconnected', orders = 2): Promise<string> {
    const id = uuidv7();
    await sql(
      `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, disconnected_at)
       select $1, $2, id, 'shop', 'https://shop.example', 'v1.sealed', $3, now() - make_interval(days => $4) from systems where slug = 'commerce_a'`,
      [id, tenant, status, daysAgo],
    );
    await openShop(database.dataSource, id);
    await bringSyncsForward(database.dataSource, [id]);
    for (const statement of ofConnection) await sql(statement, [id]);
    for (const statement of [...ofTenant, endpoint]) await sql(statement, [id, tenant]);
    await sql(`insert into orders (${record}, total, status, currency, line_items) select ${values}, 1, 'paid', 'EUR', '[]' ${rows}`, [
      id,
      orders,
    ]);
    return id;
  }

  const row = async (id: string) =>
    (
      await sql<Record<string, unknown>>(
        'select status, credentials, disconnected_at, deleted_at, erased_at from system_connections where id = $1',
        [id],
      )
    )[0];
  const count = async (table: string, id: string, column = tablesOfShops.includes(table) ? 'shop_id' : 'system_connection_id') =>
    (await sql<{ count: number }>(`select count(*)::int as count from ${table} where ${column} = $1`, [id]))[0]?.count;
  const rest = async (id: string) => {
    const counted: Record<string, number | undefined> = {};
    for (const table of [...tablesOfConnections, 'access_tokens', 'connection_tokens', 'webhook_endpoints'])
      counted[table] = await count(table, id);
    counted.outgoing = await count('sync_rules', id, 'source_connection_id');
    counted.incoming = await count('sync_rules', id, 'target_connection_id');
    return Object.entries(counted).filter(([, number]) => number !== 0);
  };

  it('erases records, credentials, tokens, rules, runs and pending work; the row is soft-deleted and stays disconnected; it is logged once', async () => {
    const counts = () => countVisibleConnections(database.dataSource, { role: 'super_admin' });
    const before = await counts();
    const id = await connection();
    const { disconnected_at } = (await row(id))!;
    expect(await erase()).toBe(1);
    expect(await erase()).toBe(0);
    // Inserted without being counted.
    expect((await counts()).disconnected).toBe(before.disconnected - 1);
    expect(await rest(id)).toEqual([]);
    expect(await row(id)).toEqual({
      status: 'disconnected',
      credentials: null,
      disconnected_at,
      deleted_at: expect.any(Date),
      erased_at: expect.any(Date),
    });
    const logged = 'select tenant_id, from_status, to_status, reason, actor from connection_transitions where system_connection_id = $1';
    expect(await sql(logged, [id])).toEqual([
      { tenant_id: tenant, from_status: 'disconnected', to_status: '(deleted)', reason: 'end of grace', actor: 'schedule' },
    ]);
  });

  it('covers every table that references connections or their shops', async () => {
    const referring = await sql<{ table: string }>(
      `select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid in ('system_connections'::regclass, 'shops'::regclass)`,
    );
    // Hold ids, times, hashes and a place in the feed, nothing of the shop's: they stay with the connection's row.
    const bookkeeping = [
      'shops',
      'scheduled_syncs',
      'shop_outages',
      'webhook_standings',
      'refused_webhooks',
      'feed_sources',
      'erasures',
      'told_breaks',
    ];
    expect(referring.map(({ table }) => table).sort()).toEqual(
      [...tablesOfConnections, ...bookkeeping, 'access_tokens', 'connection_tokens', 'webhook_endpoints', 'sync_rules'].sort(),
    );
  });

  it('keeps everything within the grace period, 30 days by default, and with DISCONNECTED_PURGE=off', async () => {
    expect(new WorkerConfiguration()).toMatchObject({ disconnectedGraceDays: 30, disconnectedPurge: 'on' });
    const id = await connection(8);
    expect([await erase({ disconnectedGraceDays: 9 }), await erase({ disconnectedGraceDays: 7, disconnectedPurge: 'off' })]).toEqual([
      0, 0,
    ]);
    expect(await row(id)).toMatchObject({ credentials: 'v1.sealed', deleted_at: null });
    expect(await count('orders', id)).toBe(2);
    expect(await erase({ disconnectedGraceDays: 7 })).toBe(1);
    expect(await rest(id)).toEqual([]);
  });

  it.each(['active', 'error', 'inactive', 'pending', 'uninstalled'])('leaves a connection alone that is %s', async (status) => {
    const [id, disconnected] = [await connection(null, status), await connection()];
    const before = await rest(id);
    expect(await erase()).toBe(1);
    expect(await rest(id)).toEqual(before);
    expect(await rest(disconnected)).toEqual([]);
  });

  it('erases credentials and access first, and resumes where it was interrupted', async () => {
    const id = await connection(31, 'disconnected', 5_500);
    await sql(
      `create function wait_for_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(44); return null; end $$`,
    );
    await sql('create trigger wait_for_test before delete on orders for each statement execute function wait_for_test()');
    const stopping = new AbortController();
    let interrupted: Promise<unknown> = Promise.resolve();
    // Aborted in the middle of its first batch of orders.
    await database.dataSource.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(44)');
      interrupted = erase({}, stopping.signal).catch((error: unknown) => error);
      await until(async () => (await sql(`select from pg_locks where locktype = 'advisory' and objid = 44 and not granted`)).length > 0);
      stopping.abort();
    });
    expect(await interrupted).toBe(stopping.signal.reason);
    await sql('drop function wait_for_test cascade');
    expect(await row(id)).toMatchObject({ credentials: null, deleted_at: expect.any(Date), erased_at: null });
    expect(await count('access_tokens', id)).toBe(0);
    expect(await count('orders', id)).toBeGreaterThan(0);
    expect(await erase()).toBe(0);
    expect(await rest(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ erased_at: expect.any(Date) });
  });

  it('leaves a locked row, and its connection, for the next time', async () => {
    const id = await connection();
    await database.dataSource.transaction(async (manager) => {
      await manager.query('select from orders where shop_id = $1 limit 1 for update', [id]);
      await erase();
    });
    expect(await row(id)).toMatchObject({ credentials: null, erased_at: null });
    await erase();
    expect(await row(id)).toMatchObject({ erased_at: expect.any(Date) });
    expect(await rest(id)).toEqual([]);
  });

  it('ends and erases more than one lookup finds', async () => {
    await sql(
      `insert into system_connections (id, name, credentials, status, disconnected_at)
       select gen_random_uuid(), 'shop', 'v1.sealed', 'disconnected', now() - interval '31 days' from generate_series(1, 510)`,
    );
    expect(await erase()).toBe(510);
    expect(await sql('select from system_connections where erased_at is null or credentials is not null')).toEqual([]);
  });
});
