import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataSourceOptions } from '@sync/postgres';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { DataSource } from 'typeorm';

let database: TestDatabase;
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
});
afterAll(async () => {
  await serving.destroy();
  await database.stop();
});

const denied = /permission denied|must be owner/;
const roles = ['sync_serving', 'sync_all_tenants', 'sync_ingress', 'sync_admin'] as const;

/** Of each table or view and role: `select, insert (name)`, with the columns where a right is not for all of them. */
const rightsQuery = `
  select relname as table, role, string_agg(
      privilege || case when is_whole then '' else ' (' || columns || ')' end, ', ' order by place) as rights
  from pg_class
  cross join unnest($1::text[]) as role
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']) with ordinality as asked (privilege, place)
  cross join lateral (select has_table_privilege(role, pg_class.oid, privilege) as is_whole,
    case when privilege in ('select', 'insert', 'update') then (select string_agg(attname, ', ' order by attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and has_column_privilege(role, pg_class.oid, attnum, privilege)) end as columns) held
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and (is_whole or columns is not null)
  group by relname, role`;

/** Rows of the table of rights: names of tables or `every other`, and the rights of services, ingress and admin API. */
function documentedRights(): { names: string[]; rights: string[] }[] {
  const page = readFileSync(join(__dirname, '../../../docs/operations/database.md'), 'utf8');
  const rows = page.slice(page.indexOf('| Tables ')).split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.map((row) => {
    const [names = '', ...rights] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^all$/, 'select, insert, update, delete'));
    return { names: [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), rights };
  });
}

function as(role: (typeof roles)[number], statement: string): Promise<void> {
  return database.dataSource.transaction(async (manager) => {
    await manager.query(`set local role ${role}`);
    await manager.query(statement);
  });
}

describe('the roles of the apps', () => {
  it('have the rights that docs/operations/database.md lists, on every table', async () => {
    const found = await database.dataSource.query<{ table: string; role: string; rights: string }[]>(rightsQuery, [roles]);
    const tables = await database.dataSource.query<{ name: string }[]>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1`,
    );
    expect(tables.length).toBeGreaterThan(25);
    const documented = documentedRights();
    const others = documented.find(({ names }) => names.length === 0)?.rights ?? [];
    const expected = tables.map(({ name }) => {
      const [services = '', ingress = '', admin = ''] = documented.find(({ names }) => names.includes(name))?.rights ?? others;
      return { name, rights: { sync_serving: services, sync_all_tenants: services, sync_ingress: ingress, sync_admin: admin } };
    });
    const rightsOf = (name: string, role: string) => found.find((row) => row.table === name && row.role === role)?.rights ?? '';
    expect(tables.map(({ name }) => ({ name, rights: Object.fromEntries(roles.map((role) => [role, rightsOf(name, role)])) }))).toEqual(
      expected,
    );
  });

  it('own nothing of what a migration makes', async () => {
    const owned = await database.dataSource.query<unknown[]>(
      `with theirs as (select oid from pg_roles where rolname = any($1))
       select relname from pg_class join theirs on relowner = theirs.oid
       union all select proname from pg_proc join theirs on proowner = theirs.oid
       union all select nspname from pg_namespace join theirs on nspowner = theirs.oid
       union all select datname from pg_database join theirs on datdba = theirs.oid`,
      [roles],
    );
    expect(owned).toEqual([]);
  });

  it('take no role of each other, except that the services work for all tenants', async () => {
    const taken = await database.dataSource.query<unknown[]>(
      `select one.rolname as one, other.rolname as other from pg_roles one, pg_roles other
       where one.rolname = any($1) and other.rolname = any($1) and one.oid <> other.oid and pg_has_role(one.oid, other.oid, 'member')
         and not (one.rolname = 'sync_serving')`,
      [roles],
    );
    expect(taken).toEqual([]);
  });

  it.each([
    'create table mine (id int)',
    'create schema mine',
    'create table queues.mine (id int)',
    'alter table tenants add column mine int',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_is_append_only on audit_log',
    'truncate tenants cascade',
    'delete from audit_log',
    'delete from connection_transitions',
    'select from users',
    'select from audit_log',
    'update feed_clock set "offset" = 0',
    'create role mine superuser',
    'drop table queues.job',
  ])('let connection-api and export-worker not %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toThrow(denied);
  });

  it.each([
    'select from access_tokens',
    'select from users',
    'select body from tasks',
    'select name from tenants',
    `update system_connections set credentials = null`,
    'delete from tasks',
    'insert into tenants (id, name) values (gen_random_uuid(), $$x$$)',
    'select from customers',
    'select from audit_log',
  ])('let webhook-ingress not %s', async (statement) => {
    await expect(as('sync_ingress', statement)).rejects.toThrow(denied);
  });

  it('let the admin API rewrite no log', async () => {
    for (const log of ['audit_log', 'connection_transitions'])
      for (const statement of [`delete from ${log}`, `update ${log} set at = now()`])
        await expect(as('sync_admin', statement)).rejects.toThrow(denied);
  });
});
