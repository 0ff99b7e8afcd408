import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { dataSourceOptions, forTenant } from '@sync/postgres';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

interface Column {
  name: string;
  type: string;
  required: boolean;
}

let database: TestDatabase;
let serving: DataSource;
/** Those that only administrators see. Their apps work for all tenants. */
const ofAdministrators = ['user_tenants', 'audit_log'];
/** Every table with rows of tenants that the services see. */
let tables: { name: string; columns: Column[] }[];
const tenants = [uuidv7(), uuidv7()] as const;
const [one, other] = tenants;
const connectionOf: Readonly<Record<string, string>> = { [one]: uuidv7(), [other]: uuidv7() };

const describeTables = `
  select relname as name, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
    'required', attnotnull and not atthasdef and attgenerated = '') order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = 'public'::regnamespace and relkind = 'r'
  group by relname
  having relname in ('tenants', 'system_connections') or bool_or(attname in ('tenant_id', 'system_connection_id', 'shop_id'))
  order by relname`;

const anyValues: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  bytea: 'uuid_send(gen_random_uuid())',
  boolean: 'true',
  'timestamp with time zone': 'now()',
  json: `'{}'`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
};

/** SQL that adds a row of the tenant. */
function insertRow({ name, columns }: { name: string; columns: Column[] }, tenant: string): string {
  const known: Record<string, string | undefined> = {
    tenant_id: tenant,
    system_connection_id: connectionOf[tenant],
    shop_id: connectionOf[tenant],
    id: name === 'tenants' ? tenant : ['system_connections', 'shops'].includes(name) ? connectionOf[tenant] : undefined,
  };
  const given = columns.filter((column) => column.required || known[column.name] !== undefined);
  const values = given.map(({ name: column, type }) => (known[column] === undefined ? (anyValues[type] ?? `'1'`) : `'${known[column]}'`));
  return `insert into ${name} (${given.map((column) => column.name).join(', ')}) values (${values.join(', ')})`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { dataSource } = database;
  const described = await dataSource.query<typeof tables>(describeTables);
  tables = described.filter(({ name }) => !ofAdministrators.includes(name));
  // Any values will do: what belongs together is for other tests.
  const checks = await dataSource.query<{ sql: string }[]>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql from pg_constraint
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace`,
  );
  for (const { sql } of checks) await dataSource.query(sql);
  await dataSource.transaction(async (manager) => {
    await manager.query('set local session_replication_role = replica');
    for (const table of tables) for (const tenant of tenants) await manager.query(insertRow(table, tenant));
  });
  serving = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2, queryTimeoutMs: 60_000 })).initialize();
});
afterAll(async () => {
  await serving.destroy();
  await database.stop();
});

/** Whose rows the statement finds or changes in each table, without any condition. */
async function ownersOf(statement: (table: string) => string, rollsBack: boolean): Promise<Record<string, string[]>> {
  const runner = serving.createQueryRunner();
  const found: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const key = ['system_connection_id', 'shop_id', 'tenant_id', 'id'].find((wanted) => columns.some((column) => column.name === wanted));
    const owner = name === 'system_connections' ? 'tenant_id' : key;
    if (rollsBack) await runner.query('begin');
    const [rows] = [
      (await runner.query(
        `with touched as (${statement(name)} returning *) select ${owner} as owner from touched`.replace(
          rollsBack ? '' : ' returning *',
          '',
        ),
      )) as { owner: string }[],
    ];
    if (rollsBack) await runner.query('rollback');
    found[name] = rows.map(({ owner: id }) => tenants.find((tenant) => id === tenant || id === connectionOf[tenant]) ?? id).sort();
  }
  await runner.release();
  return found;
}
const everywhere = (owners: readonly string[]) => Object.fromEntries(tables.map(({ name }) => [name, [...owners].sort()]));

describe('the wall between tenants', () => {
  it('stands around every table with rows of tenants, for the owner of the table as well', async () => {
    expect(tables.length).toBeGreaterThanOrEqual(17);
    const open = await database.dataSource.query<unknown[]>(
      'select relname from pg_class where relname = any($1) and not (relrowsecurity and relforcerowsecurity)',
      [[...tables.map(({ name }) => name), ...ofAdministrators]],
    );
    expect(open).toEqual([]);
  });

  it('a query without a condition finds the rows of its own tenant alone', async () => {
    const found = await forTenant(one, () => ownersOf((table) => `select * from ${table}`, false));
    expect(found).toEqual(everywhere([one]));
  });

  it('a deletion without a condition deletes rows of its own tenant alone', async () => {
    const mayDelete = tables.filter(({ name }) => name !== 'connection_transitions');
    const all = tables;
    tables = mayDelete;
    const found = await forTenant(one, () => ownersOf((table) => `delete from ${table}`, true));
    expect(found).toEqual(everywhere([one]));
    tables = all;
  });

  it('takes no row of another tenant', async () => {
    const taken: string[] = [];
    for (const table of tables)
      await forTenant(one, () => serving.query(insertRow(table, other))).then(
        () => taken.push(table.name),
        ({ message }: Error) => expect(message).toContain('row-level security'),
      );
    expect(taken).toEqual([]);
  });

  it('shows nothing to work that does not say for whom it is, and every row to work for all tenants', async () => {
    const silent = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
    const seen = [];
    for (const { name } of tables) seen.push(...(await silent.query<unknown[]>(`select from ${name}`)));
    await silent.destroy();
    expect(seen).toEqual([]);
    expect(await ownersOf((table) => `select * from ${table}`, false)).toEqual(everywhere(tenants));
  });
});
