import { createDataSource } from '@sync/identity';
import { openShop } from '@sync/record-store';
import { connectionStatuses, countVisibleConnections, SystemConnection, Tenant, type SystemConnectionStatus } from '@sync/domain';
import { createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { finishUninstallations, uninstallConnection } from './uninstall-connection';

interface Installed {
  id: string;
  directId: string;
  tenantId: string;
}

const records = `shop_id, id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes`;
const record = `$1, gen_random_uuid(), gen_random_uuid(), 0, 'record ' || number, 'commerce_a', '2026', '2026', '[]', '[]'`;

/** Something of a connection in every table that can hold it. $1: the connection, $2: its tenant's direct one, $3: the tenant. */
const everything = [
  `insert into access_tokens (id, system_connection_id, token_hash, name) values (gen_random_uuid(), $1::uuid, sha256($1::uuid::text::bytea), 'plugin-widget')`,
  `insert into connection_tokens (id, system_connection_id, token_hash, expires_at) values (gen_random_uuid(), $1::uuid, sha256($1::uuid::text::bytea), now())`,
  `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
   values (gen_random_uuid(), $3, $1, $2, '{orders}', true, true), (gen_random_uuid(), $3, $2, $1, '{orders}', false, true)`,
  `insert into sync_runs (id, system_connection_id, capability, mode, status) values (gen_random_uuid(), $1, 'orders', 'full', 'running')`,
  `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page)
   select gen_random_uuid(), id, $1, 'orders', 1, 10, 3, 50 from sync_runs where system_connection_id = $1`,
  `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, body, body_hash)
   select gen_random_uuid(), 'webhooks', 'process-webhook', '{}', $1, state, 5, case when state <> 'done' then '{}' end, sha256('{}')
   from unnest('{pending,done,failed}'::text[]) state`,
  `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, secrets)
   select gen_random_uuid(), tenant_id, id, 'https://caller.example', 'enabled', 'v1.key.sealed' from system_connections where id = $1`,
  `with named as (insert into notification_addresses (tenant_id, place, address) values ($3, 1, 'a@example.com') returning id)
   insert into told_breaks (system_connection_id, address_id) select $1, id from named where $2::uuid is not null`,
  `insert into customers (${records}, email) select ${record}, 'a@example.com' from generate_series(1, 20) number`,
  `insert into products (${records}, name, status, categories) select ${record}, 'Tea', 'active', '[]' from generate_series(1, 20) number`,
  `insert into orders (${records}, total, status, currency, line_items) select ${record}, 1, 'paid', 'EUR', '[]' from generate_series(1, 20) number`,
];

describe('uninstalling a connection', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  async function install(status: SystemConnectionStatus = 'active'): Promise<Installed> {
    const [id, directId, tenantId] = [uuidv7(), uuidv7(), uuidv7()];
    await database.dataSource.manager.insert(Tenant, { id: tenantId, name: 'Swift Hill 1234' });
    const insert = `insert into system_connections (id, tenant_id, name, status, disconnected_at) values ($1, $2, 'Shop', $3, case when $3::text = 'disconnected' then now() end)`;
    await database.dataSource.query(insert, [id, tenantId, status]);
    await database.dataSource.query(insert, [directId, tenantId, 'active']);
    await openShop(database.dataSource, id);
    for (const sql of everything) await database.dataSource.query(sql, [id, directId, tenantId].slice(0, sql.includes('$3') ? 3 : 1));
    return { id, directId, tenantId };
  }

  /** What outlives a connection and its shop, and says of them only their ids. */
  const outliving = `('connection_transitions.system_connection_id', 'feed_sources.shop_id', 'caller_events.system_connection_id',
    'caller_events.shop_id', 'webhook_deliveries.system_connection_id')`;

  /** Columns of any table that name a connection or its shop and end with it. */
  const columns = () =>
    database.dataSource.query<{ table: string; column: string; on_delete: string | null }[]>(
      `select c.table_name as table, c.column_name as column, (
         select k.confdeltype from pg_constraint k
         where k.contype = 'f' and k.conrelid = c.table_name::regclass and k.confrelid in ('system_connections'::regclass, 'shops'::regclass)
           and k.conkey = array[(select attnum from pg_attribute where attrelid = c.table_name::regclass and attname = c.column_name)]) as on_delete
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name || '.' || c.column_name not in ${outliving}
         and (c.column_name like '%connection_id' or c.column_name = 'shop_id')`,
    );

  async function rowsOf(id: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { table, column } of await columns()) {
      const [{ rows }] = await database.dataSource.query<[{ rows: number }]>(
        `select count(*)::int as rows from ${table} where ${column} = $1`,
        [id],
      );
      if (rows > 0) counts[`${table}.${column}`] = rows;
    }
    return counts;
  }

  const exists = async (id: string) =>
    (await database.dataSource.query<unknown[]>('select from system_connections where id = $1', [id])).length > 0;
  const uninstall = (id: string, dataSource = database.dataSource) => uninstallConnection(dataSource, id, `widget:${id}`);

  it('deletes the rows of every table that references a connection', async () => {
    const referring = await columns();
    expect(referring.length).toBeGreaterThanOrEqual(10);
    expect(referring.filter(({ on_delete }) => on_delete !== 'c')).toEqual([]);
  });

  it('deletes the connection, tokens, rules, records and pending work, and nothing of others', async () => {
    const [gone, other] = [await install(), await install()];
    const ofOther = await rowsOf(other.id);
    expect(Object.keys(await rowsOf(gone.id)).length).toBeGreaterThanOrEqual(10);
    expect(await uninstall(gone.id)).toBe(true);
    expect(await exists(gone.id)).toBe(false);
    expect(await rowsOf(gone.id)).toEqual({});
    expect(await rowsOf(other.id)).toEqual(ofOther);
    expect(await exists(gone.directId)).toBe(true);
  });

  it.each(connectionStatuses.filter((status) => status !== 'uninstalled'))(
    'a connection that is %s: the log outlives it',
    async (status) => {
      const { id, tenantId } = await install(status);
      await uninstall(id);
      const row = { tenant_id: tenantId, from_status: status, to_status: 'uninstalled', reason: 'uninstallation', actor: `widget:${id}` };
      const log = 'select tenant_id, from_status, to_status, reason, actor from connection_transitions where system_connection_id = $1';
      expect(await database.dataSource.query(log, [id])).toEqual([row]);
    },
  );

  it('counts the connection no more', async () => {
    const { id } = await install();
    const counts = () => countVisibleConnections(database.dataSource, { role: 'super_admin' });
    const before = await counts();
    await uninstallConnection(database.dataSource, id, 'plugin');
    expect(await counts()).toEqual({ ...before, active: before.active - 1 });
  });

  it('a tenant can be deleted once its connections are uninstalled, and not before', async () => {
    const { id, directId, tenantId } = await install();
    const remove = () => database.dataSource.query('delete from tenants where id = $1', [tenantId]);
    await uninstall(id);
    await expect(remove()).rejects.toThrow('system_connections_tenant_id_fkey');
    await uninstall(directId);
    await remove();
  });

  it('does and logs nothing for a connection that is gone', async () => {
    const { id } = await install();
    expect([await uninstall(id), await uninstall(id), await uninstall(uuidv7())]).toEqual([true, false, false]);
    const erased = await install('disconnected');
    await database.dataSource.query('update system_connections set deleted_at = now() where id = $1', [erased.id]);
    expect(await uninstall(erased.id)).toBe(false);
    expect(await exists(erased.id)).toBe(true);
  });

  it('removes it once (10 concurrent calls)', async () => {
    const { id } = await install();
    const removed = await Promise.all(Array.from({ length: 10 }, () => uninstall(id)));
    expect(removed.filter(Boolean)).toHaveLength(1);
    const log = await database.dataSource.query<unknown[]>('select from connection_transitions where system_connection_id = $1', [id]);
    expect(log).toHaveLength(1);
  });

  it('erases any number of records in short transactions, so no feed waits', async () => {
    const { id } = await install();
    await database.dataSource.query(
      `insert into customers (${records}, email) select ${record.replaceAll('record ', 'more ')}, 'a@example.com' from generate_series(1, 11000) number`,
      [id],
    );
    await database.dataSource.query(`
      create table steps (rows integer);
      create function note_step() returns trigger language plpgsql as $$
      begin insert into steps select count(*) from gone having count(*) > 0; return null; end $$;
      create trigger note_step after delete on customers referencing old table as gone for each statement execute function note_step()`);
    expect(await uninstall(id)).toBe(true);
    const steps = await database.dataSource.query<{ rows: number }[]>('select rows from steps');
    await database.dataSource.query('drop trigger note_step on customers');
    expect(steps.reduce((sum, { rows }) => sum + rows, 0)).toBe(11_020);
    expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
  });

  it('hides it from every reader during the erasure, and blocks no writer', async () => {
    const { id } = await install();
    const holder = await session();
    await holder.query('lock table orders in share mode');
    const removing = uninstall(id);
    await isWaiting('%delete from orders%');
    expect(await database.dataSource.manager.findOneBy(SystemConnection, { id })).toBeNull();
    const [row] = await database.dataSource.query<object[]>(
      'select status, credentials, deleted_at from system_connections where id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'uninstalled', credentials: null, deleted_at: expect.any(Date) as Date });
    const left = Object.keys(await rowsOf(id));
    for (const table of ['access_tokens', 'connection_tokens', 'sync_rules', 'page_ranges'])
      expect(left.filter((column) => column.startsWith(table))).toEqual([]);
    expect(
      await database.dataSource.query(`select from sync_runs where system_connection_id = $1 and status <> 'cancelled'`, [id]),
    ).toEqual([]);
    const writer = await session();
    await writer.query(`set local lock_timeout = '10s'`);
    await writer.query(`select pg_advisory_xact_lock(hashtextextended('syncs ' || $1, 0))`, [id]);
    await writer.query('select from system_connections where id = $1 for key share', [id]);
    await writer.query(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts) values (gen_random_uuid(), 'webhooks', 'process-webhook', '{}', $1, 'pending', 5)`,
      [id],
    );
    await writer.query('commit');
    await writer.end();
    await holder.query('commit');
    await holder.end();
    expect(await removing).toBe(true);
    expect([await rowsOf(id), await exists(id)]).toEqual([{}, false]);
  });

  it('hides it from every reader when the erasure fails, and finishes that later', async () => {
    const [{ id }, other] = [await install(), await install()];
    await database.dataSource.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger refuse before delete on customers for each row execute function refuse()`);
    await expect(uninstall(id)).rejects.toThrow('broken off');
    expect([await database.dataSource.manager.findOneBy(SystemConnection, { id }), await uninstall(id)]).toEqual([null, false]);
    await database.dataSource.query('drop trigger refuse on customers');
    const onFailure = jest.fn();
    const finish = () => finishUninstallations(database.dataSource, onFailure);
    expect([await finish(), await finish(), onFailure.mock.calls]).toEqual([1, 0, []]);
    expect([await rowsOf(id), await exists(id), await exists(other.id)]).toEqual([{}, false, true]);
    const log = await database.dataSource.query<unknown[]>('select from connection_transitions where system_connection_id = $1', [id]);
    expect(log).toHaveLength(1);
  });

  it('reports one that cannot be finished and finishes the others; begins none once aborted', async () => {
    const ids = (await Promise.all([install(), install(), install()])).map(({ id }) => id).sort();
    await database.dataSource.query(`
      create function refuse_one() returns trigger language plpgsql as $$
      begin if old.shop_id = '${ids[0]}' then raise exception 'broken off'; end if; return old; end $$;
      create trigger refuse_one before delete on customers for each row execute function refuse_one()`);
    const end = `update system_connections set status = 'uninstalled', deleted_at = now() where id = any($1)`;
    await database.dataSource.query(end, [ids]);
    const onFailure = jest.fn();
    await expect(finishUninstallations(database.dataSource, onFailure, AbortSignal.abort())).rejects.toThrow('aborted');
    expect([await Promise.all(ids.map(exists)), onFailure.mock.calls]).toEqual([[true, true, true], []]);
    expect(await finishUninstallations(database.dataSource, onFailure)).toBe(2);
    expect(await Promise.all(ids.map(exists))).toEqual([true, false, false]);
    expect(onFailure.mock.calls).toEqual([[ids[0], expect.objectContaining({ message: 'broken off' })]]);
    await database.dataSource.query('drop trigger refuse_one on customers');
    expect(await finishUninstallations(database.dataSource, onFailure)).toBe(1);
  });

  it('retries after a deadlock with a writer of a record', async () => {
    const { id } = await install();
    const { options } = createDataSource({ url: database.ownerUrl });
    // Makes the remover the deadlock's victim: each session looks for a deadlock once, deadlock_timeout after it began to wait.
    const remover = await new DataSource({ ...options, extra: { options: '-c deadlock_timeout=3s' } } as typeof options).initialize();
    const writer = await session();
    await writer.query(`set deadlock_timeout = '1min'`);
    await writer.query(`update customers set email = 'late@example.com' where shop_id = $1`, [id]);
    const removing = uninstall(id, remover);
    await isWaiting('delete from system_connections%');
    // Each now waits for the other.
    await writer.query('select from system_connections where id = $1 for key share', [id]);
    await writer.query('commit');
    await writer.end();
    expect(await removing).toBe(true);
    await remover.destroy();
    expect([await rowsOf(id), await exists(id)]).toEqual([{}, false]);
    const log = await database.dataSource.query<unknown[]>('select from connection_transitions where system_connection_id = $1', [id]);
    expect(log).toHaveLength(1);
  });

  async function session(): Promise<Client> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query('begin');
    return client;
  }

  async function isWaiting(statement: string): Promise<void> {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
    await until(async () => (await database.dataSource.query<unknown[]>(waiting, [statement])).length > 0);
  }
});
