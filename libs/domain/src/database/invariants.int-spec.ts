import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemConnection } from '../connections/system-connection.entity';
import { System } from '../systems/system.entity';
import { Tenant } from '../tenants/tenant.entity';
import { AccessToken } from '../tokens/access-token.entity';
import { ConnectionToken } from '../tokens/connection-token.entity';
import { issueToken } from '../tokens/token';
import { migrateDatabase } from './migrate-database';

describe('invariants that live in the database', () => {
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

  it('the four systems of the specification are seeded with slug, name, driver, capabilities, direct or not, and owner of the configuration schema', async () => {
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

  it('at most one claimable pending connection per (system, base_url)', async () => {
    await pending({ baseUrl: 'https://one.example' });
    await expect(pending({ baseUrl: 'https://one.example' })).rejects.toThrow('one_claimable_pending_connection');
  });

  it('a pending connection that has a tenant, another shop or was deleted does not count', async () => {
    await pending({ baseUrl: 'https://two.example', tenantId: (await tenant()).id });
    await pending({ baseUrl: 'https://two.example', deletedAt: new Date() });
    await pending({ baseUrl: 'https://two.example' });
    await pending({ baseUrl: 'https://three.example' });
  });

  it('at most one valid token per pending connection', async () => {
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
  ])('disconnected_at is set exactly while disconnected: %s with %p is refused', async (status, disconnectedAt) => {
    const { id } = await pending({ baseUrl: `https://${status}.example` });
    const update = database.dataSource.query('update system_connections set status = $2, disconnected_at = $3 where id = $1', [
      id,
      status,
      disconnectedAt,
    ]);
    await expect(update).rejects.toThrow('disconnected_at_exactly_while_disconnected');
  });

  it('a tenant that still owns connections cannot be deleted, one without can', async () => {
    const owner = await tenant();
    const connection = await pending({ tenantId: owner.id });
    await expect(database.dataSource.manager.remove(Tenant, Object.assign(new Tenant(), owner))).rejects.toThrow(
      'system_connections_tenant_id_fkey',
    );
    await database.dataSource.manager.delete(SystemConnection, { id: connection.id });
    await database.dataSource.manager.delete(Tenant, { id: owner.id });
  });

  it('one queued or running sync per (connection, capability)', async () => {
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

  it('a token column takes a SHA-256 and nothing else', async () => {
    const { id } = await pending({ baseUrl: 'https://six.example' });
    await expect(store(AccessToken.of(id, 'plugin-widget', Buffer.from(issueToken('access').plaintext.reveal())))).rejects.toThrow(
      'token_hash_check',
    );
  });

  it('credentials in the clear cannot be stored', async () => {
    await expect(pending({ baseUrl: 'https://seven.example', sealedCredentials: '{"api_key":"x"}' })).rejects.toThrow('credentials_check');
  });

  it('credentials are read only by who asks for them by name', async () => {
    const { id } = await pending({ baseUrl: 'https://eight.example', sealedCredentials: 'v1.k.i.c.t' });
    const found = await database.dataSource.manager.findOneByOrFail(SystemConnection, { id });
    expect(found.sealedCredentials).toBeUndefined();
  });

  it('a look-up with null or undefined throws instead of returning somebody else’s row', async () => {
    const missing = undefined as unknown as string;
    await expect(database.dataSource.manager.findOneBy(SystemConnection, { id: missing })).rejects.toThrow();
  });

  it('whoever removes a connection finds by an index what refers to it', async () => {
    const withoutIndex = await database.dataSource.query<unknown[]>(
      `select conrelid::regclass::text as table from pg_constraint
       where contype = 'f' and confrelid = 'system_connections'::regclass and not exists (
         select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`,
    );
    expect(withoutIndex).toEqual([]);
  });

  it('migrating again, or twice at once, changes nothing more', async () => {
    expect(await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])).toEqual([[], []]);
  });
});
