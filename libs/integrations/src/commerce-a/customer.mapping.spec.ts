import type { CustomerData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { recordedRows } from '../testing/replaying-shop';
import { mapCustomer } from './customer.mapping';

const row = { id: 7, email: 'ada@mail.example', date_created: '2026-01-02T03:04:05', date_modified: '2026-02-03T04:05:06' };
const billing = {
  first_name: 'Ada',
  last_name: 'L',
  company: 'C',
  address_1: 'Street 1',
  address_2: 'Floor 2',
  city: 'Town',
  state: 'CA',
  postcode: '94103',
  country: 'US',
  email: 'a@mail.example',
  phone: '1',
};
const address = {
  firstName: 'Ada',
  lastName: 'L',
  company: 'C',
  address1: 'Street 1',
  address2: 'Floor 2',
  city: 'Town',
  region: 'CA',
  postalCode: '94103',
  country: 'US',
  phone: '1',
  email: 'a@mail.example',
  vatId: null,
};

describe('mapCustomer', () => {
  it('maps a row in full, and what it lacks to null', () => {
    expect(mapCustomer(row)).toEqual({
      id: null,
      sourceId: '7',
      system: 'commerce_a',
      email: 'ada@mail.example',
      createdAt: '2026-01-02T03:04:05',
      createdAtUtc: null,
      updatedAt: '2026-02-03T04:05:06',
      updatedAtUtc: null,
      modifiedAt: '2026-02-03T04:05:06Z',
      tags: [],
      customAttributes: [],
      sourceCustomId: null,
      firstName: null,
      lastName: null,
      phone: null,
      title: null,
      zip: null,
      dateOfBirth: null,
      gender: null,
      newsletterConsent: null,
      addressBilling: null,
      addressShipping: null,
      orderCount: null,
      totalSpent: null,
    });
  });

  it.each<[object, Partial<CustomerData>]>([
    [{ id: '9007199254740993' }, { sourceId: '9007199254740993' }],
    [
      { first_name: 'Ada', last_name: 'Lovelace' },
      { firstName: 'Ada', lastName: 'Lovelace' },
    ],
    [
      { first_name: '', last_name: undefined },
      { firstName: null, lastName: null },
    ],
    [
      { billing, shipping: { ...billing, email: undefined } },
      { phone: '1', addressBilling: address, addressShipping: { ...address, email: null } },
    ],
    [
      { billing: { phone: '' }, shipping: {} },
      { phone: null, addressBilling: null, addressShipping: null },
    ],
    [
      { billing: [], shipping: 'x' },
      { phone: null, addressBilling: null, addressShipping: null },
    ],
    [{ orders_count: 3 }, { orderCount: 3 }],
    [{ orders_count: '3' }, { orderCount: 3 }],
    [{ total_spent: '618.47' }, { totalSpent: 61_847 }],
    [{ total_spent: 1.005 }, { totalSpent: 101 }],
  ])('maps %j to %j', (fields, expected) => {
    expect(mapCustomer({ ...row, ...fields })).toMatchObject(expected);
  });

  it('maps other scalars and meta_data to custom attributes', () => {
    const others = { role: 'customer', is_paying_customer: true, rating: 4.5, avatar_url: null, _links: {}, list: [1] };
    const meta_data = [
      { id: 1, key: 'vat', value: 'DE1' },
      { id: 2, key: 'list', value: ['x'] },
      { id: 3, key: 'object', value: { a: 1 } },
    ];
    const mapped = { first_name: 'Ada', last_name: 'L', billing, shipping: billing, orders_count: 1, total_spent: '1' };
    expect((mapCustomer({ ...row, ...mapped, ...others, meta_data }) as CustomerData).customAttributes).toEqual([
      { key: 'commerce_a.role', value: 'customer' },
      { key: 'commerce_a.is_paying_customer', value: true },
      { key: 'commerce_a.rating', value: '4.5' },
      { key: 'commerce_a.meta.vat', value: 'DE1' },
      { key: 'commerce_a.total_spent.decimal', value: '1' },
    ]);
  });
});

describe('recorded customers', () => {
  const customers = recordedRows('customers-page-001');
  const records = customers.map((customer) => mapCustomer(customer) as CustomerData);

  it('all map to records', () => {
    expect(records.map(({ sourceId }) => sourceId)).toEqual(customers.map(({ id }) => String(id)));
  });

  it('have null counts, which API v3 omits, and fall back to date_created if never modified', () => {
    const untouched = customers.filter((customer) => customer.date_modified === null);
    expect(untouched.length).toBeGreaterThan(0);
    for (const { id, date_created: created } of untouched)
      expect(records.find(({ sourceId }) => sourceId === String(id))).toMatchObject({ createdAt: created, updatedAt: created });
    expect(records.filter(({ orderCount, totalSpent }) => orderCount !== null || totalSpent !== null)).toEqual([]);
  });

  it('keep local dates without offset beside the UTC ones', () => {
    const [customer] = customers;
    expect(records[0]?.createdAt).toBe(customer?.date_created);
    expect(records[0]?.customAttributes).toContainEqual({ key: 'commerce_a.date_created_gmt', value: customer?.date_created_gmt });
  });
});

describe('mapCustomer skips a row with', () => {
  it.each([
    ['id', { id: undefined }, null],
    ['id', { id: {} }, null],
    ['id', { id: 'x'.repeat(256) }, null],
    ['e-mail address', { email: undefined }, '7'],
    ['e-mail address', { email: ' ' }, '7'],
    ['date', { date_created: null, date_modified: '0000-00-00 00:00:00' }, '7'],
  ])('no %s: %j', (what, fields, sourceId) => {
    expect(mapCustomer({ ...row, ...fields })).toEqual(new UnmappableRow(sourceId, `the customer has no ${what}`));
  });

  it.each([null, undefined, 1, 'x', [], true])('no id: %p', (value) => {
    expect(mapCustomer(value)).toEqual(new UnmappableRow(null, 'the customer has no id'));
  });
});
