import { until } from '@sync/test-harness';
import { Pool } from 'pg';
import type { FeedPlace } from './feed-place';
import { readFeedPage, type FeedQuery } from './records-feed';
import { customer } from './testing/record-fixtures';
import { recordsOf, StoreDatabase, sourcesOf } from './testing/store-database';

const never = new Date('2999-01-01T00:00:00Z');

describe('A page of the feed looks at a bounded number of places', () => {
  let database: StoreDatabase;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());

  /** Source ids page by page. Again while transactions of other tests hold records up, until there are `count`. */
  async function walk(query: FeedQuery, count: number, maxPlaces?: number): Promise<string[][]> {
    let pages: string[][] = [];
    await until(async () => (pages = await walkOnce(query, maxPlaces)).flat().length >= count);
    return pages;
  }

  async function walkOnce(query: FeedQuery, maxPlaces?: number): Promise<string[][]> {
    const pages: string[][] = [];
    let after: FeedPlace | undefined;
    for (;;) {
      const page = await readFeedPage(database.pool, { ...query, after }, maxPlaces);
      pages.push((await recordsOf(page)).map(({ source_id }) => source_id));
      if (!page.more) return pages;
      expect(page.next).not.toEqual(after);
      after = page.next;
    }
  }

  async function sourceWith(count: number): Promise<string> {
    const id = await database.connection();
    await database.write(
      id,
      'customers',
      Array.from({ length: count }, (_, index) => customer(`${String(count)}-${String(index)}`)),
      true,
    );
    return id;
  }

  it('20,000 of 25,000: an empty page with more behind it, then the end', async () => {
    const source = await sourceWith(1);
    const columns = (
      await database.rows<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = 'customers' and is_generated = 'NEVER' and column_name not in ('id', 'source_id')`,
      )
    ).map(({ name }) => `"${name}"`);
    await database.pool.query(
      `insert into customers (id, source_id, ${columns.join(', ')})
       select gen_random_uuid(), 'copy-' || number, ${columns.join(', ')} from customers, generate_series(1, 24999) number where shop_id = $1`,
      [source],
    );
    await database.untilVisible();
    const query = { capability: 'customers' as const, sources: sourcesOf([source]), updatedSince: never, limit: 1 };
    await until(async () => (await walkOnce(query)).length === 2);

    class Explaining extends Pool {
      readonly plans: string[] = [];
      override query = (async ({ text, values }: { text: string; values: unknown[] }) => {
        this.plans.push(JSON.stringify((await database.pool.query(`explain (analyze, format json) ${text}`, values)).rows));
        return database.pool.query(text, values);
      }) as unknown as Pool['query'];
    }
    const explaining = new Explaining();
    await readFeedPage(explaining, query);
    const scanned = [...explaining.plans.join().matchAll(/"Actual Rows":\s*([\d.]+)/g)].map(([, rows]) => Number(rows));
    expect(scanned.length).toBeGreaterThan(0);
    expect(Math.max(...scanned)).toBeLessThanOrEqual(20_000);
  });

  it.each([1, 2, 7, 30, 1_000])('of several sources, %i places a page: each record that is wanted once, in order', async (maxPlaces) => {
    const sources = [await sourceWith(25), await sourceWith(1), await sourceWith(14), await database.connection()];
    await database.pool.query(`update customers set synced_at = '2026-01-01' where shop_id = any($1) and source_id ~ '[0-5]$'`, [sources]);
    await database.untilVisible();
    const expected = async (since: string) =>
      (
        await database.rows<{ source_id: string }>(
          'select source_id from customers where shop_id = any($1) and synced_at >= $2 order by feed_position, id',
          [sources, since],
        )
      ).map(({ source_id }) => source_id);
    for (const [updatedSince, since] of [
      [undefined, '1970-01-01'],
      [new Date('2026-02-01'), '2026-02-01'],
      [never, '2999-01-01'],
    ] as const)
      for (const limit of [1, 3, 50]) {
        const ids = await expected(since);
        const pages = await walk({ capability: 'customers', sources: sourcesOf(sources), updatedSince, limit }, ids.length, maxPlaces);
        expect(pages.flat()).toEqual(ids);
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
      }
  });
});
