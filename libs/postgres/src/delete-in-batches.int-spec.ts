import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { deleteInBatches, deleteOfConnection } from './delete-in-batches';

const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
const never = new AbortController().signal;
const findOld = 'select id from things where is_old';

describe('deleting many rows', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.dataSource.query('create table things (id uuid primary key, system_connection_id uuid, is_old boolean)');
  });
  beforeEach(async () => {
    await database.dataSource.query('truncate things');
    for (const id of [one, other])
      await database.dataSource.query(
        `insert into things select gen_random_uuid(), $1, number <= 2500 from generate_series(1, 2600) as number`,
        [id],
      );
  });
  afterAll(() => database.stop());

  const left = async () =>
    database.dataSource.query<unknown[]>(
      'select system_connection_id as id, is_old as "isOld", count(*)::int as count from things group by 1, 2 order by 1, 2',
    );
  const young = (id: string) => ({ id, isOld: false, count: 100 });
  const old = (id: string, count = 2_500) => ({ id, isOld: true, count });

  it('deletes what the query finds in more than one batch, and counts it', async () => {
    expect(await deleteInBatches(database.dataSource, 'things', findOld, never)).toBe(5_000);
    expect(await left()).toEqual([young(one), young(other)]);
  });

  it('deletes every row of one connection, and none of another', async () => {
    await deleteOfConnection(database.dataSource, 'things', one, never);
    expect(await left()).toEqual([young(other), old(other)]);
  });

  it.each([
    ['by query', () => deleteInBatches(database.dataSource, 'things', `${findOld} and system_connection_id = '${one}'`, never), young(one)],
    ['by connection', () => deleteOfConnection(database.dataSource, 'things', one, never), undefined],
  ])('%s: skips a locked row without waiting', async (_, remove, kept) => {
    await database.dataSource.transaction(async (manager) => {
      await manager.query(`select from things where system_connection_id = $1 and is_old limit 1 for update`, [one]);
      await remove();
    });
    expect(await left()).toEqual([...(kept ? [kept] : []), old(one, 1), young(other), old(other)]);
  });

  it.each([
    ['by query', (signal: AbortSignal) => deleteInBatches(database.dataSource, 'things', findOld, signal)],
    ['by connection', (signal: AbortSignal) => deleteOfConnection(database.dataSource, 'things', one, signal)],
  ])('%s: deletes nothing once the signal is aborted', async (_, remove) => {
    await expect(remove(AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await left()).toEqual([young(one), old(one), young(other), old(other)]);
  });
});
