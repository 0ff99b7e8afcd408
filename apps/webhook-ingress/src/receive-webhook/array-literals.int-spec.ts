import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { plainList, textList } from './array-literals';

describe('lists, as Postgres reads them', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const read = async (type: string, list: string): Promise<unknown> =>
    (await database.dataSource.query<[{ list: unknown }]>(`select $1::${type}[] as list`, [list]))[0].list;

  it('any text comes back as it was', async () => {
    const odd = ['', ' ', 'null', 'NULL', 'Null', null, 'a,b', '{}', '{a}', '"', '\\', '\\"', "'", 'a b', 'ä€😀', '\n\t', 'plain-1.2_3:4'];
    expect(await read('text', textList(odd))).toEqual(odd);
  });

  it('ids and numbers do, and lists of nothing', async () => {
    expect(await read('int', plainList([1, 20, -3]))).toEqual([1, 20, -3]);
    const id = '01960000-0000-7000-8000-00000000dead';
    expect(await read('uuid', plainList([id, id]))).toEqual([id, id]);
    expect([await read('text', textList([])), await read('int', plainList([]))]).toEqual([[], []]);
  });
});
