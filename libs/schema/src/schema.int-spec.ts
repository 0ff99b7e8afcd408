import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { migrateDatabase } from './migrate-database';

describe('the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  it('has one trigger: what follows from a change is code, but for the audit log that no code may change', async () => {
    expect(await database.dataSource.query('select tgname as name from pg_trigger where not tgisinternal')).toEqual([
      { name: 'audit_log_is_append_only' },
    ]);
  });

  it('has an index for every reference to a connection', async () => {
    const withoutIndex = await database.dataSource.query<unknown[]>(
      `select conrelid::regclass::text as table from pg_constraint
       where contype = 'f' and confrelid = 'system_connections'::regclass and not exists (
         select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`,
    );
    expect(withoutIndex).toEqual([]);
  });

  it('stays the same when migrated again, also concurrently', async () => {
    expect(await Promise.all([migrateDatabase(database.ownerUrl), migrateDatabase(database.ownerUrl)])).toEqual([[], []]);
  });
});
