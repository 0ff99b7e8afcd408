import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source';

let database: TestDatabase;
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  serving = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await serving.destroy();
  await database.stop();
});

const denied = /permission denied|must be owner/;

describe('the role of the apps', () => {
  it('reads and writes every table, except that it only adds to the audit log and only reads the clock and the migrations', async () => {
    const rows = await serving.query<{ table: string; may: string }[]>(
      `select relname as table, concat_ws(' ', ${['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']
        .map((privilege) => `case when has_table_privilege(oid, '${privilege}') then '${privilege}' end`)
        .join(', ')}) as may
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThan(25);
    const others = rows.filter(({ may }) => may !== 'select insert update delete');
    expect(Object.fromEntries(others.map(({ table, may }) => [table, may]))).toEqual({
      audit_log: 'select insert',
      feed_clock: 'select',
      migrations: 'select',
    });
  });

  it('owns nothing of what a migration makes', async () => {
    const owned = await serving.query<unknown[]>(
      `select relname from pg_class where pg_get_userbyid(relowner) = current_user
       union all select proname from pg_proc where pg_get_userbyid(proowner) = current_user
       union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = current_user
       union all select datname from pg_database where pg_get_userbyid(datdba) = current_user and datname = current_database()`,
    );
    expect(owned).toEqual([]);
  });

  it.each([
    'create table mine (id int)',
    'create schema mine',
    'alter table tenants add column mine int',
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_is_append_only on audit_log',
    'truncate tenants cascade',
    'delete from audit_log',
    'update feed_clock set "offset" = 0',
    'create role mine superuser',
    'drop table queues.job',
  ])('cannot %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toThrow(denied);
  });
});
