import { createDataSource } from '@sync/identity';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { bringUpToDate } from './bring-up-to-date';

describe('the migration', () => {
  const owner = `owner_${randomUUID().replaceAll('-', '')}`;
  let beside: TestDatabase;

  beforeAll(async () => {
    beside = await createTestDatabase();
    // As docs/operations/database.md says; the other roles are there already.
    await beside.dataSource.query(`create role ${owner} login password 'owner'`);
    await beside.dataSource.query(`grant sync_serving, sync_all_tenants, sync_ingress, sync_admin to ${owner} with admin option`);
    await beside.dataSource.query(`create database ${owner} owner ${owner}`);
  });
  afterAll(async () => {
    await beside.dataSource.query(`drop database ${owner} with (force)`);
    await beside.dataSource.query(`drop role ${owner}`);
    await beside.stop();
  });

  it('needs no superuser: an owner of the database brings it up to date, again too, and then works for all tenants', async () => {
    const url = Object.assign(new URL(beside.ownerUrl), { username: owner, password: 'owner', pathname: `/${owner}` }).href;
    await bringUpToDate(url);
    await bringUpToDate(url);
    const database = await createDataSource({ url, poolSize: 1 }).initialize();
    await database.query(`insert into tenants (id, name) values ($1, 'Calm Lake')`, [uuidv7()]);
    const [seen] = await database.query<object[]>(
      `select count(*)::int as tenants, (select count(*)::int > 0 from pg_tables where schemaname = 'queues') as "hasQueues" from tenants`,
    );
    await database.destroy();
    expect(seen).toEqual({ tenants: 1, hasQueues: true });
  });
});
