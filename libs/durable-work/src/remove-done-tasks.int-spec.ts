import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { removeDoneTasks } from './remove-done-tasks';

describe('cleaning', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const connection = async () => {
    const id = uuidv7();
    await database.dataSource.query(`insert into system_connections (id, name, status) values ($1, 'shop', 'pending')`, [id]);
    return id;
  };
  const daysAgo = (days: number) => uuidv7({ msecs: Date.now() - days * 86_400_000 });
  const task = async (state: string, recorded: number, ended: number) => {
    const id = daysAgo(recorded);
    await database.dataSource.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, finished_at)
       values ($1, 'sync-rules', 'derive-sync-rules', '{}', $2, 5, now() - make_interval(days => $3))`,
      [id, state, ended],
    );
    return id;
  };
  const webhook = async (state: string, recorded: number, ended: number) => {
    const [id, of] = [daysAgo(recorded), await connection()];
    await database.dataSource.query(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, delivery_id, body_hash, finished_at)
       values ($1, 'webhooks', 'process-webhook', '{}', $2, $3, 5, 'of the sender', sha256('{}'), now() - make_interval(days => $4))`,
      [id, of, state, ended],
    );
    return id;
  };
  const left = async (ids: readonly string[]) => {
    const rows = await database.dataSource.query<{ id: string }[]>('select id from tasks where id = any($1)', [ids]);
    return ids.map((id) => rows.some((row) => row.id === id));
  };

  it('deletes tasks a week after they were done, and keeps failed ones until resolved', async () => {
    const ids = [await task('done', 8, 8), await task('done', 60, 8)];
    const kept = [await task('done', 8, 6), await task('done', 60, 0), await task('failed', 90, 89), await task('done', 0, 0)];
    expect(await removeDoneTasks(database.dataSource)).toBe(2);
    expect(await left([...ids, ...kept])).toEqual([false, false, true, true, true, true]);
  });

  it('keeps a processed webhook for 30 days, to recognise copies', async () => {
    const ids = [await webhook('done', 31, 31), await webhook('done', 90, 31)];
    const kept = [
      await webhook('done', 31, 29),
      await webhook('done', 29, 29),
      await webhook('done', 90, 0),
      await webhook('failed', 90, 89),
    ];
    expect(await removeDoneTasks(database.dataSource)).toBe(2);
    expect(await left([...ids, ...kept])).toEqual([false, false, true, true, true, true]);
  });

  it('deletes more than one batch', async () => {
    await database.dataSource.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, finished_at)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'sync-rules', 'derive-sync-rules', '{}', 'done', 5,
         now() - interval '8 days'
       from generate_series(1, 2500) as number`,
    );
    expect(await removeDoneTasks(database.dataSource)).toBe(2_500);
  });
});
