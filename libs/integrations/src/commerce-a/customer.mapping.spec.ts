import type { CustomerData } from '@sync/records';
import { UnmappableRow } from '../mapping/platform-values';
import { recordedRows } from '../testing/replaying-shop';
import { mapCustomer } from './customer.mapping';

const row = { id: 7, email: 'ada@mail.example', date_created: '2026-01-02T03:04:05', date_modified: '2026-02-03T04:05:06' };

function mapped(fields: Record<string, unknown> = {}): CustomerData {
  const record = mapCustomer({ ...row, ...fields });
  if (record instanceof UnmappableRow) throw new Error(record.reason);
  return record;
}

describe('mapCustomer', () => {
  it('maps id to sourceId as text', () => {
    expect(mapped().sourceId).toBe('7');
    expect(mapped({ id: '9007199254740993' }).sourceId).toBe('9007199254740993');
  });

  it('sets the system', () => {
    expect(mapped()).toMatchObject({ system: 'commerce_a', id: null });
  });

  it('maps the e-mail address', () => {
    expect(mapped().email).toBe('ada@mail.example');
  });

  it('maps the dates', () => {
    expect(mapped()).toMatchObject({ createdAt: '2026-01-02T03:04:05', updatedAt: '2026-02-03T04:05:06' });
  });

  it('maps names, empty ones to null', () => {
    expect(mapped({ first_name: 'Ada', last_name: 'Lovelace' })).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' });
    expect(mapped({ first_name: '', last_name: undefined })).toMatchObject({ firstName: null, lastName: null });
  });

  it('maps the billing phone, an empty one to null', () => {
    expect(mapped({ billing: { phone: '+34 1' } }).phone).toBe('+34 1');
    expect(mapped({ billing: { phone: '' } }).phone).toBeNull();
    expect(mapped({ billing: null }).phone).toBeNull();
  });

  it('maps both addresses', () => {
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
    expect(mapped({ billing, shipping: { ...billing, email: undefined } })).toMatchObject({
      addressBilling: address,
      addressShipping: { ...address, email: null },
    });
  });

  it('maps an empty address to null', () => {
    expect(mapped({ billing: { first_name: '', city: '', email: '' }, shipping: {} })).toMatchObject({
      addressBilling: null,
      addressShipping: null,
    });
    expect(mapped({ billing: [], shipping: 'x' })).toMatchObject({ addressBilling: null, addressShipping: null });
  });

  it('maps the order count', () => {
    expect(mapped({ orders_count: 3 }).orderCount).toBe(3);
    expect(mapped({ orders_count: '3' }).orderCount).toBe(3);
  });

  it('maps the total spent to minor units', () => {
    expect(mapped({ total_spent: '618.47' }).totalSpent).toBe(61847);
    expect(mapped({ total_spent: 1.005 }).totalSpent).toBe(101);
  });

  it('maps other scalars and meta_data to custom attributes', () => {
    const attributes = mapped({
      role: 'customer',
      is_paying_customer: true,
      rating: 4.5,
      avatar_url: null,
      _links: {},
      list: [1],
      meta_data: [
        { id: 1, key: 'vat', value: 'DE1' },
        { id: 2, key: 'list', value: ['x'] },
        { id: 3, key: 'object', value: { a: 1 } },
      ],
    }).customAttributes;
    expect(attributes).toEqual([
      { key: 'commerce_a.role', value: 'customer' },
      { key: 'commerce_a.is_paying_customer', value: true },
      { key: 'commerce_a.rating', value: '4.5' },
      { key: 'commerce_a.meta.vat', value: 'DE1' },
    ]);
  });

  it('maps properties the platform lacks to null', () => {
    expect(mapped()).toMatchObject({
      sourceCustomId: null,
      title: null,
      zip: null,
      dateOfBirth: null,
      gender: null,
      newsletterConsent: null,
      tags: [],
    });
  });
});

describe('recorded customers', () => {
  it('have null counts, which API v3 omits', () => {
    expect(recordedRows('customers-page-001')[0]).not.toHaveProperty('orders_count');
    for (const customer of recordedRows('customers-page-001'))
      expect(mapCustomer(customer)).toMatchObject({ orderCount: null, totalSpent: null });
  });

  it('fall back to date_created if never modified', () => {
    const untouched = recordedRows('customers-page-001').filter((customer) => customer.date_modified === null);
    expect(untouched.length).toBeGreaterThan(0);
    for (const customer of untouched)
      expect(mapCustomer(customer)).toMatchObject({ createdAt: customer.date_created, updatedAt: customer.date_created });
  });

  it('keep local dates without offset', () => {
    const [customer] = recordedRows('customers-page-001');
    expect(mapCustomer(customer)).toMatchObject({ createdAt: customer?.date_created });
    expect((mapCustomer(customer) as CustomerData).customAttributes).toContainEqual({
      key: 'commerce_a.date_created_gmt',
      value: customer?.date_created_gmt,
    });
  });

  it('all map to records', () => {
    for (const customer of recordedRows('customers-page-001')) expect(mapCustomer(customer)).not.toBeInstanceOf(UnmappableRow);
  });
});

describe('mapCustomer skips a row with', () => {
  it.each([
    ['no id', { id: undefined }, null],
    ['an invalid id', { id: {} }, null],
    ['an id that is too long', { id: 'x'.repeat(256) }, null],
    ['no e-mail address', { email: undefined }, '7'],
    ['a blank e-mail address', { email: ' ' }, '7'],
    ['no date at all', { date_created: null, date_modified: '0000-00-00 00:00:00' }, '7'],
  ])('%s', (_name, fields, sourceId) => {
    expect(mapCustomer({ ...row, ...fields })).toEqual(new UnmappableRow(sourceId, expect.any(String) as string));
  });

  it.each([null, undefined, 1, 'x', [], true])('%p instead of an object', (value) => {
    expect(mapCustomer(value)).toBeInstanceOf(UnmappableRow);
  });

  it('replaces a zero date with the other date', () => {
    expect(mapped({ date_created: '0000-00-00 00:00:00' }).createdAt).toBe(row.date_modified);
    expect(mapped({ date_modified: '0000-00-00T00:00:00' }).updatedAt).toBe(row.date_created);
  });

  it('keeps a date in the year 10000', () => {
    expect(mapped({ date_modified: '+010000-01-01T00:00:00' }).updatedAt).toBe('+010000-01-01T00:00:00');
  });
});
