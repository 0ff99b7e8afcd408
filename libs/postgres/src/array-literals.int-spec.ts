import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { plainArray, textArray } from './array-literals';

describe('array literals', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.stop());

  const read = async (type: string, list: string): Promise<unknown> =>
    (await database.dataSource.query<[{ list: unknown }]>(`select $1::${type}[] as list`, [list]))[0].list;

  it('keep any text unchanged', async () => {
    const odd = ['', ' ', 'null', 'NULL', 'Null', null, 'a,b', '{}', '{a}', '"', '\\', '\\"', "'", 'a b', 'ä€😀', '\n\t', 'plain-1.2_3:4'];
    expect(await read('text', textArray(odd))).toEqual(odd);
  });

  it('carry numbers, ids and empty lists', async () => {
    expect(await read('int', plainArray([1, 20, -3]))).toEqual([1, 20, -3]);
    const id = '01960000-0000-7000-8000-00000000dead';
    expect(await read('uuid', plainArray([id, id]))).toEqual([id, id]);
    expect([await read('text', textArray([])), await read('int', plainArray([]))]).toEqual([[], []]);
  });
});
