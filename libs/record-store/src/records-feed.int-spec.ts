import type { FeedRecord } from './feed-page';
import type { FeedPlace } from './feed-place';
import { customer } from './testing/record-fixtures';
import { recordsOf, StoreDatabase, sourcesOf } from './testing/store-database';

describe('readFeed', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
  });

  /** Reads all pages of the feed and calls `between` after each one but the last. */
  async function pages(
    sources: string[],
    limit: number,
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<FeedRecord[][]> {
    const read: FeedRecord[][] = [];
    let after: FeedPlace | undefined;
    for (;;) {
      const page = await database.page({ capability: 'customers', sources: sourcesOf(sources), after, limit });
      read.push(page.records);
      after = page.next;
      if (!page.more) {
        return read;
      }
      await between(read.length);
    }
  }

  const customers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => customer(String(from + index)));
  const sourceIds = (records: FeedRecord[]): string[] => records.map(({ source_id }) => source_id);

  it('sorts by the last write', async () => {
    for (const id of ['2', '1', '3']) {
      await database.write(connectionId, 'customers', [customer(id)]);
    }
    await database.write(connectionId, 'customers', [customer('2', { email: 'later@example.test' })]);

    expect(sourceIds(await database.feed('customers', [connectionId]))).toEqual(['1', '3', '2']);
  });

  it('gives a record alone as in the feed, also once it is deleted; none of another connection', async () => {
    await database.write(connectionId, 'customers', [customer('7')]);
    const [served] = await database.feed('customers', [connectionId]);
    expect(await database.store.findRecord(connectionId, 'customers', '7')).toEqual(served);
    const other = await database.connection();
    expect([
      await database.store.findRecord(other, 'customers', '7'),
      await database.store.findRecord(connectionId, 'orders', '7'),
    ]).toEqual([null, null]);
  });

  it('pages through records of one transaction without gaps or duplicates', async () => {
    await database.write(connectionId, 'customers', customers(1, 25), true);

    const read = await pages([connectionId], 10);

    expect(read.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(new Set(sourceIds(read.flat())).size).toBe(25);
  });

  it('shows a record that changes during paging again at the end, and skips none', async () => {
    for (const part of [0, 1, 2]) {
      await database.write(connectionId, 'customers', customers(part * 10 + 1, part * 10 + 10), true);
    }

    const read = await pages([connectionId], 10, (page) =>
      page === 1
        ? database.write(connectionId, 'customers', [
            customer('3', { email: 'x@example.test' }),
            customer('25', { email: 'x@example.test' }),
            customer('31'),
          ])
        : Promise.resolve(),
    );

    const seen = read.flat();
    expect(new Set(sourceIds(seen)).size).toBe(31);
    expect(seen.filter(({ source_id }) => source_id === '3').map(({ email }) => email)).toEqual([
      'customer-3@example.test',
      'x@example.test',
    ]);
    expect(seen.filter(({ source_id }) => source_id === '25').map(({ email }) => email)).toEqual(['x@example.test']);
  });

  it('returns a place to continue from even if nothing follows yet', async () => {
    await database.write(connectionId, 'customers', customers(1, 3));
    const query = { capability: 'customers' as const, sources: sourcesOf([connectionId]), limit: 10 };
    const first = await database.page(query);
    expect(first.more).toBe(false);

    const second = await database.store.readFeed({ ...query, after: first.next });
    expect({ next: second.next, more: second.more }).toEqual({ next: first.next, more: false });

    await database.write(connectionId, 'customers', [customer('4')]);
    expect(sourceIds(await database.feed('customers', [connectionId], second.next))).toEqual(['4']);
  });

  it('of nothing leads to everything that comes later, and without a source to no record', async () => {
    const empty = await database.store.readFeed({ capability: 'customers', sources: sourcesOf([connectionId]), limit: 10 });
    expect({ records: await recordsOf(empty), more: empty.more }).toEqual({ records: [], more: false });
    await database.write(connectionId, 'customers', [customer('1')]);
    expect(await database.feed('customers', [connectionId], empty.next ?? undefined)).toMatchObject([{ source_id: '1' }]);
    expect(await database.feed('customers', [])).toEqual([]);
  });

  it('merges the requested sources into one order', async () => {
    const [second, third] = [await database.connection(), await database.connection()];
    await database.write(connectionId, 'customers', [customer('a1')]);
    await database.write(second, 'customers', [customer('b1')]);
    await database.write(third, 'customers', [customer('c1')]);
    await database.write(connectionId, 'customers', [customer('a2')]);
    await database.write(second, 'customers', [customer('b2')]);

    expect((await pages([connectionId, second], 3)).map(sourceIds)).toEqual([['a1', 'b1', 'a2'], ['b2']]);
    expect(sourceIds(await database.feed('customers', [second, second]))).toEqual(['b1', 'b2']);
  });

  it('filters by updated_since, inclusively', async () => {
    await database.write(connectionId, 'customers', customers(1, 2));
    await database.pool.query(`update customers set synced_at = '2026-01-01T00:00:00Z' where shop_id = $1`, [connectionId]);
    await database.write(connectionId, 'customers', [customer('3')]);
    const since = async (instant: string): Promise<string[]> =>
      sourceIds(await database.feed('customers', [connectionId], undefined, new Date(instant))).sort();

    expect(await since('2026-01-01T00:00:00Z')).toEqual(['1', '2', '3']);
    expect(await since('2026-01-01T00:00:00.001Z')).toEqual(['3']);
    expect(await since('2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('shows a deleted record with the time of its deletion', async () => {
    await database.write(connectionId, 'customers', [customer('1')]);
    await database.pool.query(`update customers set deleted_at = '2026-05-01T12:00:00.5Z' where shop_id = $1`, [connectionId]);

    expect(await database.feed('customers', [connectionId])).toMatchObject([{ source_id: '1', deleted_at: '2026-05-01T12:00:00.500Z' }]);
  });
});
