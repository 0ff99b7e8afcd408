import { System, SystemConnection, Tenant } from '@sync/domain';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AccessToken } from './tokens/access-token.entity';
import { ConnectionToken } from './tokens/connection-token.entity';
import { issueToken } from './tokens/token';

describe('the entities and their tables', () => {
  let database: TestDatabase;
  let commerceA: System;

  beforeAll(async () => {
    database = await createTestDatabase();
    commerceA = await database.dataSource.manager.findOneByOrFail(System, { slug: 'commerce_a' });
  });
  afterAll(() => database.stop());

  const store = <T extends object>(entity: T) => database.dataSource.manager.save(entity);
  const tenant = () => store(Object.assign(new Tenant(), { id: uuidv7(), name: 'Swift Hill 1234' }));
  const pending = (values: Partial<SystemConnection>) =>
    store(SystemConnection.start('plugin registration', new Date(), { name: 'Shop', systemId: commerceA.id, ...values }));

  it('is seeded with four systems', async () => {
    const slug = In(['commerce_a', 'commerce_b', 'mailing_platform', 'user-platform']);
    const systems = await database.dataSource.manager.find(System, { where: { slug }, order: { slug: 'ASC' } });
    const capabilities = ['customers', 'orders', 'products'];
    expect(
      systems.map(({ slug, name, driver, capabilities: declared, isDirect, configurationSchemaOwner }) => [
        slug,
        name,
        driver,
        declared,
        isDirect,
        configurationSchemaOwner,
      ]),
    ).toEqual([
      ['commerce_a', 'Commerce A', 'commerce_a', capabilities, false, 'commerce_a'],
      ['commerce_b', 'Commerce B', 'commerce_b', capabilities, false, 'commerce_b'],
      ['mailing_platform', 'Mailing platform', 'mailing_platform', capabilities, true, null],
      ['user-platform', 'User platform', 'user-platform', capabilities, true, null],
    ]);
  });

  it('allows one claimable pending connection per (system, store_base)', async () => {
    await pending({ storeBase: 'https://one.example' });
    await expect(pending({ storeBase: 'https://one.example' })).rejects.toThrow('one_claimable_pending_connection');
  });

  it('does not count a pending connection with a tenant, of another shop, or deleted', async () => {
    await pending({ storeBase: 'https://two.example', tenantId: (await tenant()).id });
    await pending({ storeBase: 'https://two.example', deletedAt: new Date() });
    await pending({ storeBase: 'https://two.example' });
    await pending({ baseUrl: 'https://three.example' });
  });

  it('allows one valid token per pending connection', async () => {
    const { id } = await pending({ baseUrl: 'https://four.example' });
    const inAnHour = new Date(Date.now() + 3_600_000);
    const first = await store(ConnectionToken.of(id, issueToken('connection').hash, inAnHour));
    await expect(store(ConnectionToken.of(id, issueToken('connection').hash, inAnHour))).rejects.toThrow('one_unused_token_per_connection');
    await store(Object.assign(first, { usedAt: new Date() }));
    await store(ConnectionToken.of(id, issueToken('connection').hash, inAnHour));
  });

  it.each([
    ['disconnected', null],
    ['active', new Date()],
  ])('refuses %s with disconnected_at %p', async (status, disconnectedAt) => {
    const { id } = await pending({ baseUrl: `https://${status}.example` });
    const update = database.dataSource.query('update system_connections set status = $2, disconnected_at = $3 where id = $1', [
      id,
      status,
      disconnectedAt,
    ]);
    await expect(update).rejects.toThrow('disconnected_at_exactly_while_disconnected');
  });

  it('deletes a tenant only without connections', async () => {
    const owner = await tenant();
    const connection = await pending({ tenantId: owner.id });
    await expect(database.dataSource.manager.remove(Tenant, Object.assign(new Tenant(), owner))).rejects.toThrow(
      'system_connections_tenant_id_fkey',
    );
    await database.dataSource.manager.delete(SystemConnection, { id: connection.id });
    await database.dataSource.manager.delete(Tenant, { id: owner.id });
  });

  it('allows one queued or running sync per (connection, capability)', async () => {
    const { id: systemConnectionId } = await pending({ baseUrl: 'https://five.example' });
    const run = (status: string, capability: string) =>
      database.dataSource.query(
        `insert into sync_runs (id, system_connection_id, capability, mode, status) values ($1, $2, $3, 'full', $4)`,
        [uuidv7(), systemConnectionId, capability, status],
      );
    await run('succeeded', 'orders');
    await run('queued', 'orders');
    await run('running', 'customers');
    await expect(run('running', 'orders')).rejects.toThrow('one_open_run_per_capability');
    await expect(run('queued', 'customers')).rejects.toThrow('one_open_run_per_capability');
  });

  it('stores only a SHA-256 as a token', async () => {
    const { id } = await pending({ baseUrl: 'https://six.example' });
    await expect(store(AccessToken.of(id, 'plugin-widget', Buffer.from(issueToken('access').plaintext.reveal())))).rejects.toThrow(
      'token_hash_check',
    );
  });

  it('refuses unsealed credentials', async () => {
    await expect(pending({ baseUrl: 'https://seven.example', sealedCredentials: '{"api_key":"x"}' })).rejects.toThrow('credentials_check');
  });

  it('returns credentials only when selected by name', async () => {
    const { id } = await pending({ baseUrl: 'https://eight.example', sealedCredentials: 'v1.k.i.c.t' });
    const found = await database.dataSource.manager.findOneByOrFail(SystemConnection, { id });
    expect(found.sealedCredentials).toBeUndefined();
  });

  it('throws for a lookup by null or undefined instead of returning another row', async () => {
    const missing = undefined as unknown as string;
    await expect(database.dataSource.manager.findOneBy(SystemConnection, { id: missing })).rejects.toThrow();
  });

  it('has each column of each entity, of its type and nullability, and asks an insert for no other', async () => {
    const { entityMetadatas, driver } = database.dataSource;
    const tables = entityMetadatas.map(({ tableName }) => tableName);
    expect(tables).toEqual([...new Set(tables)]);
    const mapped = entityMetadatas.flatMap(({ tableName, columns }) =>
      columns.map((column) => {
        const type = `${driver.normalizeType(column)}${column.isArray ? '[]' : ''}`;
        return `${tableName}.${column.databaseName} ${type}${column.isNullable ? '' : ' not null'}`;
      }),
    );
    const stored = await database.dataSource.query<{ column: string; isNeeded: boolean }[]>(
      `select concat(relname, '.', attname, ' ', format_type(atttypid, atttypmod), case when attnotnull then ' not null' end) as column,
         attnotnull and not atthasdef as "isNeeded"
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relname = any($1) and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
      [tables],
    );
    expect(stored.map(({ column }) => column)).toEqual(expect.arrayContaining(mapped));
    expect(mapped).toEqual(expect.arrayContaining(stored.filter(({ isNeeded }) => isNeeded).map(({ column }) => column)));
  });
});
