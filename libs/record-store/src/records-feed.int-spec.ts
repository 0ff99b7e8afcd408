import type { SystemCapability } from '@sync/records';
import type { FeedPlace, FeedRecord } from './records-feed';
import { customer, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

describe('the records feed', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    connectionId = await database.connection();
  });

  /** Pages of the feed until no more are there, with something done between two of them. */
  async function pages(
    sources: string[],
    limit: number,
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<FeedRecord[][]> {
    const read: FeedRecord[][] = [];
    let after: FeedPlace | undefined;
    for (;;) {
      await database.untilNothingIsWithheld();
      const page = await database.store.readFeed({ capability: 'customers', sourceConnectionIds: sources, after, limit });
      read.push(page.records);
      after = page.next ?? undefined;
      if (!page.more) {
        return read;
      }
      await between(read.length);
    }
  }

  const customers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => customer(String(from + index)));
  const sourceIds = (records: FeedRecord[]): string[] => records.map(({ source_id }) => source_id);

  it('answers customers with every field of the specification in snake_case, and nothing of the store itself', async () => {
    const consent = {
      subscribed: true,
      confirmed: false,
      channel: 'email' as const,
      subscribedAt: '2026-01-01T00:00:00Z',
      confirmedAt: null,
      unsubscribedAt: null,
      source: 'user' as const,
      ipAddress: null,
    };
    await database.write(connectionId, 'customers', [customer('1', { newsletterConsent: consent, gender: 'female', tags: ['vip'] })]);

    const [record] = await database.feed('customers', [connectionId]);

    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      source_id: '1',
      system: 'commerce_a',
      system_connection_id: connectionId,
      synced_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      deleted_at: null,
      created_at: '2026-03-01T09:30:00',
      updated_at: '2026-03-02T10:15:00',
      email: 'customer-1@example.test',
      tags: ['vip'],
      custom_attributes: [{ key: 'commerce_a.meta.origin', value: 'newsletter' }],
      source_custom_id: null,
      first_name: 'Erika',
      last_name: 'Muster',
      phone: null,
      title: null,
      zip: null,
      date_of_birth: null,
      gender: 'female',
      newsletter_consent: {
        subscribed: true,
        confirmed: false,
        channel: 'email',
        subscribed_at: '2026-01-01T00:00:00Z',
        confirmed_at: null,
        unsubscribed_at: null,
        source: 'user',
        ip_address: null,
      },
      address_billing: {
        first_name: 'Erika',
        last_name: 'Muster',
        company: null,
        address1: 'Hauptstraße 1',
        address2: null,
        city: 'Berlin',
        region: null,
        postal_code: '10115',
        country: 'DE',
        phone: null,
        email: 'erika@example.test',
        vat_id: null,
      },
      address_shipping: null,
      order_count: 2,
      total_spent: 4_990,
    });
  });

  it.each<[SystemCapability, string[]]>([
    [
      'products',
      [
        'name',
        'status',
        'categories',
        'tags',
        'source_custom_id',
        'sku',
        'description',
        'url',
        'image_url',
        'currency',
        'brand_name',
        'target_group',
        'price',
        'original_price',
        'order_count',
      ],
    ],
    [
      'orders',
      [
        'status',
        'currency',
        'total',
        'line_items',
        'tags',
        'source_order_number',
        'customer_id',
        'customer_source_id',
        'total_tax',
        'total_shipping',
        'address_billing',
        'address_shipping',
        'date_paid',
      ],
    ],
  ])('answers %s with every field of the specification', async (capability, fields) => {
    await database.write(connectionId, 'products', [product('1')]);
    await database.write(connectionId, 'orders', [order('1')]);

    const [record] = await database.feed(capability, [connectionId]);

    const shared = [
      'id',
      'source_id',
      'system',
      'created_at',
      'updated_at',
      'custom_attributes',
      'system_connection_id',
      'synced_at',
      'deleted_at',
    ];
    expect(Object.keys(record ?? {}).sort()).toEqual([...shared, ...fields].sort());
  });

  it('is ordered by the time the service last wrote the records', async () => {
    for (const id of ['2', '1', '3']) {
      await database.write(connectionId, 'customers', [customer(id)]);
    }
    await database.write(connectionId, 'customers', [customer('2', { email: 'later@example.test' })]);

    expect(sourceIds(await database.feed('customers', [connectionId]))).toEqual(['1', '3', '2']);
  });

  it('reaches every record exactly once in pages, also when all of them were written in one transaction', async () => {
    await database.write(connectionId, 'customers', customers(1, 25), true);

    const read = await pages([connectionId], 10);

    expect(read.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(new Set(sourceIds(read.flat())).size).toBe(25);
  });

  it('stays stable while rows change: a record changed during paging comes again at the end, none is left out', async () => {
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

  it('gives the place to go on also when nothing follows yet, so that a caller that keeps it gets every later change', async () => {
    await database.write(connectionId, 'customers', customers(1, 3));
    await database.untilNothingIsWithheld();
    const question = { capability: 'customers' as const, sourceConnectionIds: [connectionId], limit: 10 };
    const first = await database.store.readFeed(question);
    expect(first.more).toBe(false);
    expect(first.next).not.toBeNull();

    const second = await database.store.readFeed({ ...question, after: first.next ?? undefined });
    expect({ texts: second.texts, next: second.next, more: second.more }).toEqual({ texts: [], next: first.next, more: false });

    await database.write(connectionId, 'customers', [customer('4')]);
    expect(sourceIds(await database.feed('customers', [connectionId], second.next ?? undefined))).toEqual(['4']);
  });

  it('answers an empty feed without a place, and no source without a record', async () => {
    const empty = await database.store.readFeed({ capability: 'customers', sourceConnectionIds: [connectionId], limit: 10 });
    expect({ json: empty.json, next: empty.next, more: empty.more }).toEqual({ json: '[]', next: null, more: false });
    await database.write(connectionId, 'customers', [customer('1')]);
    expect(await database.feed('customers', [])).toEqual([]);
  });

  it('merges several sources into one order, each only when it is asked for', async () => {
    const [second, third] = [await database.connection(), await database.connection()];
    await database.write(connectionId, 'customers', [customer('a1')]);
    await database.write(second, 'customers', [customer('b1')]);
    await database.write(third, 'customers', [customer('c1')]);
    await database.write(connectionId, 'customers', [customer('a2')]);
    await database.write(second, 'customers', [customer('b2')]);

    expect((await pages([connectionId, second], 3)).map(sourceIds)).toEqual([['a1', 'b1', 'a2'], ['b2']]);
    expect(sourceIds(await database.feed('customers', [second, second]))).toEqual(['b1', 'b2']);
  });

  it('answers with updated_since only what was written at that instant or later', async () => {
    await database.write(connectionId, 'customers', customers(1, 2));
    await database.pool.query(`update customers set synced_at = '2026-01-01T00:00:00Z' where system_connection_id = $1`, [connectionId]);
    await database.write(connectionId, 'customers', [customer('3')]);
    await database.untilNothingIsWithheld();
    const since = async (updatedSince: string): Promise<string[]> =>
      sourceIds(
        (
          await database.store.readFeed({
            capability: 'customers',
            sourceConnectionIds: [connectionId],
            updatedSince: new Date(updatedSince),
            limit: 10,
          })
        ).records,
      ).sort();

    expect(await since('2026-01-01T00:00:00Z')).toEqual(['1', '2', '3']);
    expect(await since('2026-01-01T00:00:00.001Z')).toEqual(['3']);
    expect(await since('2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('shows a record that was marked deleted with the time of its deletion', async () => {
    await database.write(connectionId, 'customers', [customer('1')]);
    await database.pool.query(`update customers set deleted_at = '2026-05-01T12:00:00.5Z' where system_connection_id = $1`, [connectionId]);

    expect(await database.feed('customers', [connectionId])).toMatchObject([{ source_id: '1', deleted_at: '2026-05-01T12:00:00.500Z' }]);
  });
});
