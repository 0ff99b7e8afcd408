import type { SystemCapability } from '@sync/records';
import * as fc from 'fast-check';
import { customer, order, product } from './testing/record-fixtures';
import { StoreDatabase } from './testing/store-database';

describe('records feed fields', () => {
  let database: StoreDatabase;
  let connectionId: string;

  beforeAll(async () => {
    database = await StoreDatabase.create();
    connectionId = await database.connection();
  });
  afterAll(() => database.stop());

  it('serves every field of a customer in snake_case, and no internal column', async () => {
    const consent = {
      subscribed: true,
      confirmed: false,
      channel: 'email' as const,
      subscribedAt: '2026-01-01T01:00:00+01:00',
      subscribedAtUtc: '2026-01-01T00:00:00Z',
      confirmedAt: null,
      confirmedAtUtc: null,
      unsubscribedAt: null,
      unsubscribedAtUtc: null,
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
      created_at_utc: '2026-03-01T08:30:00Z',
      updated_at: '2026-03-02T10:15:00',
      updated_at_utc: '2026-03-02T09:15:00Z',
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
        subscribed_at: '2026-01-01T01:00:00+01:00',
        subscribed_at_utc: '2026-01-01T00:00:00Z',
        confirmed_at: null,
        confirmed_at_utc: null,
        unsubscribed_at: null,
        unsubscribed_at_utc: null,
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

  it('serves any text as it was stored: quotes, backslashes, control characters, emoji', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'ü', '🙏', '"', '\\', '\n', '\u0001', '\u001f', '\u007f', '\u2028', '%', "'"),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, text, fc.option(text), async (status, currency, sourceOrderNumber) => {
        await database.write(connectionId, 'orders', [order('texts', { status, currency, sourceOrderNumber })]);
        const stored = (await database.feed('orders', [connectionId])).find(({ source_id: id }) => id === 'texts');
        expect(stored).toMatchObject({ status, currency, source_order_number: sourceOrderNumber });
      }),
      { numRuns: 40 },
    );
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
        'date_paid_utc',
      ],
    ],
  ])('serves every field of %s', async (capability, fields) => {
    await database.write(connectionId, 'products', [product('1')]);
    await database.write(connectionId, 'orders', [order('1')]);

    const [record] = await database.feed(capability, [connectionId]);

    const shared = [
      'id',
      'source_id',
      'system',
      'created_at',
      'created_at_utc',
      'updated_at',
      'updated_at_utc',
      'custom_attributes',
      'system_connection_id',
      'synced_at',
      'deleted_at',
    ];
    expect(Object.keys(record ?? {}).sort()).toEqual([...shared, ...fields].sort());
  });
});
