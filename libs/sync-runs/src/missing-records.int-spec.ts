import { MissingRecords } from '@sync/record-store';
import { v7 as uuidv7 } from 'uuid';
import { listedKeysSql } from './listed-keys-sql';
import { CheckpointDatabase } from './testing/checkpoint-database';

const [stored, missing] = [10_000, 1_500];

describe('comparing a long list with the stored records', () => {
  let database: CheckpointDatabase;
  let connectionId: string;
  let statements: string[];
  let records: MissingRecords;

  beforeAll(async () => (database = await CheckpointDatabase.create()));
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
    await database.pool.query(
      `insert into customers (id, shop_id, content_hash, feed_position, synced_at, source_id, system, created_at, updated_at, tags,
         custom_attributes, email)
       select gen_random_uuid(), $1, gen_random_uuid(), 1, now() - interval '1 day', number::text, 'commerce_a', '', '', '[]', '[]', ''
       from generate_series(1, $2::integer) as number`,
      [connectionId, stored],
    );
    statements = [];
    const counted = {
      query: (sql: string, values: unknown[]) => {
        statements.push(sql);
        return database.pool.query(sql, values);
      },
    };
    records = new MissingRecords(counted as never, listedKeysSql);
  });

  /** A running run whose list lacks the first customers. */
  async function listRun(
    minutesAgo: number,
    first = missing + 1,
  ): Promise<{ id: string; systemConnectionId: string; capability: 'customers' }> {
    const id = uuidv7();
    await database.pool.query(`update sync_runs set status = 'succeeded' where system_connection_id = $1`, [connectionId]);
    await database.pool.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, started_at, listed_keys)
       values ($1, $2, 'customers', 'reconcile', 'running', now() - make_interval(mins => $3),
         array(select number::text from generate_series($4::integer, $5::integer) as number))`,
      [id, connectionId, minutesAgo, first, stored],
    );
    return { id, systemConnectionId: connectionId, capability: 'customers' };
  }
  const deletedBy = async (id: string) =>
    (await database.rows<{ count: number }>('select records_deleted::int as count from sync_runs where id = $1', [id]))[0]?.count;
  const deleteAll = async (run: Awaited<ReturnType<typeof listRun>>) => {
    while ((await records.deleteDue(run)) > 0);
  };

  it('takes two statements for 10,000 ids, and one for each thousand deletions', async () => {
    expect(await records.compare(await listRun(5))).toEqual({ live: stored, due: 0 });
    const second = await listRun(2);
    statements = [];
    expect(await records.compare(second)).toEqual({ live: stored, due: missing });
    expect(statements).toHaveLength(2);
    await deleteAll(second);
    expect(statements).toHaveLength(2 + Math.ceil(missing / 1_000) + 1);
    expect(await database.count(connectionId)).toEqual({ customers: stored - missing });
  });

  it('deletes each record once when a worker dies in between, and when two delete side by side', async () => {
    await records.compare(await listRun(5));
    const second = await listRun(2);
    await records.compare(second);
    expect(await records.deleteDue(second)).toBe(1_000);
    // The next attempt begins again.
    expect(await records.compare(second)).toEqual({ live: stored - 1_000, due: missing - 1_000 });
    await Promise.all([deleteAll(second), deleteAll(second)]);
    expect([await database.count(connectionId), await deletedBy(second.id)]).toEqual([{ customers: stored - missing }, missing]);
  });

  it('keeps a record that is written after the list began, and counts its absence from zero', async () => {
    await records.compare(await listRun(15));
    await database.pool.query(`update customers set synced_at = now() - interval '10 minutes' where source_id = '1'`);
    await database.pool.query(`update customers set content_at = now() - interval '1 minute' where source_id = '2'`);
    const second = await listRun(5);
    expect(await records.compare(second)).toEqual({ live: stored, due: missing - 2 });
    await database.pool.query(`update customers set synced_at = now() where source_id = '3'`);
    await deleteAll(second);
    const kept = await database.rows<{ id: string }>(
      `select source_id as id from customers where deleted_at is null and source_id::int <= $1 and shop_id = $2 order by 1`,
      [missing, connectionId],
    );
    expect(kept.map(({ id }) => id)).toEqual(['1', '2', '3']);
    await database.pool.query(
      `update customers set synced_at = now() - interval '4 minutes', content_at = null where source_id in ('2', '3')`,
    );
    const third = await listRun(3);
    expect(await records.compare(third)).toEqual({ live: stored - missing + 3, due: 1 });
  });

  it('forgets what is listed again, and compares nothing for a run that has ended, whose keys are gone', async () => {
    await records.compare(await listRun(5));
    const run = await listRun(2, 1);
    expect(await records.compare(run)).toEqual({ live: stored, due: 0 });
    expect(await database.rows('select from missing_records where shop_id = $1', [connectionId])).toEqual([]);
    await database.pool.query(`update sync_runs set status = 'succeeded', listed_keys = null where id = $1`, [run.id]);
    expect(await records.compare(run)).toBeNull();
    expect(await database.rows('select from missing_records where shop_id = $1', [connectionId])).toEqual([]);
  });
});
