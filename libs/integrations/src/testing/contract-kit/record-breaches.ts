import type { RecordOf } from '@sync/records';
import { nextNumber, ofIntegration, ofRecords, type Breach, type Breaches } from './broken-integration';

const ofLines = (members: Record<string, unknown>): Breach =>
  ofRecords((record) => ({ lineItems: (record as RecordOf['orders']).lineItems.map((item) => ({ ...item, ...members })) }), 'orders');

const ofTransformer = (transform: <T>(records: T[]) => T[]): Breach =>
  ofIntegration(() => ({
    transformerClass: () =>
      class {
        transform = <T>(_capability: unknown, records: T[]): T[] => transform(records);
      },
  }));

const attributes = (...list: unknown[]): Breach => ofRecords({ customAttributes: list });

export const recordBreaches: Breaches = {
  'source ids are non-blank text': {
    'a number': ofRecords((record) => ({ sourceId: Number(record.sourceId) })),
    empty: ofRecords({ sourceId: '' }, 'products'),
    'a number in a line item': ofLines({ productSourceId: 0 }),
  },
  'ids assigned by the service are null': {
    'made up': ofRecords({ id: '7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d' }, 'customers'),
    missing: ofRecords({ customerId: undefined }, 'orders'),
  },
  'system is the driver': { another: ofRecords({ system: 'commerce_a' }, 'products') },
  'amounts are integers in minor units': {
    'a float': ofRecords({ total: 39.98 }, 'orders'),
    text: ofRecords({ price: '1999' }, 'products'),
    NaN: ofRecords({ totalSpent: Number.NaN }, 'customers'),
    'a missing total': ofRecords({ total: null }, 'orders'),
    'a float in a line item': ofLines({ unitPrice: 19.99 }),
  },
  'counts are integers': { text: ofRecords({ orderCount: '3' }, 'customers') },
  'currencies are ISO 4217 codes': {
    'a symbol': ofRecords({ currency: '€' }, 'orders'),
    'lower case': ofRecords({ currency: 'eur' }, 'products'),
    none: ofRecords({ currency: null }, 'orders'),
  },
  'dates are ISO 8601 text': {
    'a Date': ofRecords({ createdAt: new Date() }),
    'a local format': ofRecords({ createdAt: '31.01.2025' }, 'customers'),
    'a space': ofRecords({ updatedAt: '2025-01-31 10:00:00' }, 'orders'),
    'a day that does not exist': ofRecords({ dateOfBirth: '2025-02-30' }, 'customers'),
    'a zero date': ofRecords({ datePaid: '0000-00-00T00:00:00' }, 'orders'),
    none: ofRecords({ updatedAt: null }, 'products'),
  },
  'modifiedAt is ISO 8601 in UTC': { 'without Z': ofRecords({ modifiedAt: '2025-06-01T12:00:00' }) },
  'customAttributes are {key, value} pairs of unique, namespaced keys and scalar values': {
    'an object': ofRecords({ customAttributes: { a: 1 } }),
    'no namespace': attributes({ key: 'role', value: 'x' }),
    'an empty name': attributes({ key: 'commerce_b.', value: 'x' }),
    'the namespace of another': attributes({ key: 'commerce_a.role', value: 'x' }),
    'a list as value': attributes({ key: 'commerce_b.role', value: ['x'] }),
    'a float as value': attributes({ key: 'commerce_b.weight', value: 0.5 }),
    'a repeated key': attributes({ key: 'commerce_b.role', value: 1 }, { key: 'commerce_b.role', value: 2 }),
    'an extra member': attributes({ key: 'commerce_b.role', value: 'x', id: 1 }),
  },
  'texts are strings or null': {
    'a number': ofRecords({ sku: 17 }, 'products'),
    undefined: ofRecords({ phone: undefined }, 'customers'),
    'null where required': ofRecords({ email: null }, 'customers'),
  },
  'tags and categories are lists of strings': {
    'one string': ofRecords({ tags: 'a, b' }),
    null: ofRecords({ categories: null }, 'products'),
    objects: ofRecords({ categories: [{ name: 'Light' }] }, 'products'),
  },
  'a UTC member is the instant of the time beside it, and there for every time with an offset': {
    missing: ofRecords({ createdAtUtc: null }),
    'without Z': ofRecords((record) => ({ updatedAtUtc: record.updatedAtUtc?.replace('Z', '') }), 'products'),
    'the local digits': ofRecords((record) => ({ createdAtUtc: `${record.createdAt.slice(0, 19)}Z` }), 'orders'),
    'of no time': ofRecords({ datePaid: null, datePaidUtc: '2025-06-01T12:00:00Z' }, 'orders'),
  },
  'consent flags are booleans': {
    text: ofRecords(
      (record) => ({ newsletterConsent: { ...(record as RecordOf['customers']).newsletterConsent, subscribed: '1' } }),
      'customers',
    ),
  },
  'enumerations hold only defined values': {
    'a word of the platform': ofRecords({ status: 'publish' }, 'products'),
    'null where required': ofRecords({ status: null }, 'products'),
    'an unknown gender': ofRecords({ gender: 'f' }, 'customers'),
  },
  'a record has exactly the properties of its type, at every level': {
    'an extra one': ofRecords({ first_name: 'Ida' }, 'customers'),
    'a missing one in an address': ofRecords({ addressBilling: { city: 'Köln' } }, 'orders'),
  },
  'an empty address is null': {
    'all members null': ofRecords((record) => {
      const address = (record as RecordOf['orders']).addressBilling ?? {};
      return { addressShipping: Object.fromEntries(Object.keys(address).map((name) => [name, null])) };
    }, 'orders'),
  },
  'a record survives JSON and holds only storable text': {
    'a Date': ofRecords({ datePaid: new Date() }, 'orders'),
    undefined: ofRecords({ description: undefined }, 'products'),
    Infinity: ofRecords({ orderCount: Number.POSITIVE_INFINITY }, 'customers'),
    NUL: ofRecords({ name: 'La\0mp' }, 'products'),
    'a lone surrogate': ofRecords({ firstName: '\ud83d' }, 'customers'),
  },
  'the transformer keeps all records in order and does not modify its input': {
    'omits one': ofTransformer((records) => records.slice(1)),
    'reverses them': ofTransformer((records) => [...records].reverse()),
    'modifies them': ofTransformer((records) => {
      for (const record of records) Object.assign(record as object, { tags: [nextNumber()] });
      return records;
    }),
  },
};
