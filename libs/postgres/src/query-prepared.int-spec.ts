import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { queryPrepared } from './query-prepared';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.stop());

it('a session keeps one plan for each text, whatever the values are', async () => {
  await database.dataSource.transaction(async (session) => {
    const ask = (text: string, value: number) => queryPrepared<{ sum: number }[]>(session, text, [value]);
    const add = 'select $1::integer + 1 as sum';
    expect([await ask(add, 1), await ask(add, 2), await ask('select $1::integer + 2 as sum', 1)].flat()).toEqual([
      { sum: 2 },
      { sum: 3 },
      { sum: 3 },
    ]);
    const kept = await session.query<object[]>('select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements');
    expect(kept).toEqual(
      expect.arrayContaining([
        { statement: add, runs: 2 },
        { statement: 'select $1::integer + 2 as sum', runs: 1 },
      ]),
    );
  });
});
