import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { DataSource } from 'typeorm';
import { queryPrepared } from './query-prepared';

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: database.url, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.stop();
});

it('a session keeps one plan for each text, whatever the values are', async () => {
  const ask = (text: string, value: number) => queryPrepared<{ sum: number }>(dataSource, text, [value]);
  const add = 'select $1::integer + 1 as sum';
  expect([await ask(add, 1), await ask(add, 2), await ask('select $1::integer + 2 as sum', 1)].flat()).toEqual([
    { sum: 2 },
    { sum: 3 },
    { sum: 3 },
  ]);
  const kept = await dataSource.query<object[]>(
    'select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements',
  );
  expect(kept).toEqual(
    expect.arrayContaining([
      { statement: add, runs: 2 },
      { statement: 'select $1::integer + 2 as sum', runs: 1 },
    ]),
  );
});

it('gives its connection back, also when the statement fails', async () => {
  await expect(queryPrepared(dataSource, 'select $1::integer / 0', [1])).rejects.toMatchObject({ code: '22012' });
  expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
});
