import { ofIntegration, ofRecords, nextTurn, type Breaches } from './breach';

export const recordsBreaches: Breaches = {
  'sourceId is the platform-native identifier, always a string': [
    ['a number', ofRecords((record) => ({ sourceId: Number(record.sourceId) }))],
    ['empty', ofRecords({ sourceId: '' }, 'products')],
    [
      'a number in a line item',
      ofRecords(
        (record) => ({ lineItems: 'lineItems' in record ? record.lineItems.map((item) => ({ ...item, productSourceId: 0 })) : [] }),
        'orders',
      ),
    ],
  ],
  'id is the service-assigned UUID: null when an integration returns a record': [
    ['made up', ofRecords({ id: '7f0f7a5e-0d2e-4a6b-9f0b-3a0a4f1b2c3d' }, 'customers')],
    ['missing', ofRecords({ customerId: undefined }, 'orders')],
  ],
  'The system identity travels as data: it is the driver': [['another', ofRecords({ system: 'commerce_b' }, 'products')]],
  'Money is an integer in minor currency units and never a float': [
    ['a float', ofRecords({ total: 39.98 }, 'orders')],
    ['text', ofRecords({ price: '1999' }, 'products')],
    ['not a number', ofRecords({ totalSpent: Number.NaN }, 'customers')],
    ['a missing total', ofRecords({ total: null }, 'orders')],
    [
      'a float in a line item',
      ofRecords(
        (record) => ({ lineItems: 'lineItems' in record ? record.lineItems.map((item) => ({ ...item, unitPrice: 19.99 })) : [] }),
        'orders',
      ),
    ],
  ],
  'Counts are integers': [['text', ofRecords({ orderCount: '3' }, 'customers')]],
  'The currency code is carried alongside (ISO 4217)': [
    ['a sign', ofRecords({ currency: '€' }, 'orders')],
    ['in lower case', ofRecords({ currency: 'eur' }, 'products')],
    ['none', ofRecords({ currency: null }, 'orders')],
  ],
  'Datetime fields are strings in ISO 8601': [
    ['a Date', ofRecords({ createdAt: new Date() })],
    ['as people write it', ofRecords({ createdAt: '31.01.2025' }, 'customers')],
    ['with a space', ofRecords({ updatedAt: '2025-01-31 10:00:00' }, 'orders')],
    ['a day that is none', ofRecords({ dateOfBirth: '2025-02-30' }, 'customers')],
    ['a zero date', ofRecords({ datePaid: '0000-00-00T00:00:00' }, 'orders')],
    ['none', ofRecords({ updatedAt: null }, 'products')],
  ],
  'The instant of the last modification is ISO 8601 in UTC': [['without Z', ofRecords({ modifiedAt: '2025-06-01T12:00:00' })]],
  'customAttributes is a list of {key, value} of scalars, its keys namespaced and each there once': [
    ['an object', ofRecords({ customAttributes: { a: 1 } })],
    ['no namespace', ofRecords({ customAttributes: [{ key: 'role', value: 'x' }] }, 'customers')],
    ['nothing after it', ofRecords({ customAttributes: [{ key: 'commerce_a.', value: 'x' }] })],
    ["another's namespace", ofRecords({ customAttributes: [{ key: 'commerce_b.role', value: 'x' }] })],
    ['a list as value', ofRecords({ customAttributes: [{ key: 'commerce_a.role', value: ['x'] }] }, 'orders')],
    ['a float as value', ofRecords({ customAttributes: [{ key: 'commerce_a.weight', value: 0.5 }] })],
    ['one twice', ofRecords({ customAttributes: [1, 2].map((value) => ({ key: 'commerce_a.role', value })) })],
    ['one more member', ofRecords({ customAttributes: [{ key: 'commerce_a.role', value: 'x', id: 1 }] })],
  ],
  'Texts are strings or null': [
    ['a number', ofRecords({ sku: 17 }, 'products')],
    ['undefined', ofRecords({ phone: undefined }, 'customers')],
    ['a required one is null', ofRecords({ email: null }, 'customers')],
  ],
  'Tags and categories are lists of strings': [
    ['one string', ofRecords({ tags: 'a, b' })],
    ['null', ofRecords({ categories: null }, 'products')],
    ['objects', ofRecords({ categories: [{ name: 'Light' }] }, 'products')],
  ],
  'Consent, where a platform knows of any, is told as true or false': [
    [
      'as text',
      ofRecords(
        (record) => ({ newsletterConsent: 'newsletterConsent' in record && { ...record.newsletterConsent, subscribed: '1' } }),
        'customers',
      ),
    ],
  ],
  'Enumerations have the values of the specification': [
    ['of the platform', ofRecords({ status: 'publish' }, 'products')],
    ['null where one is due', ofRecords({ status: null }, 'products')],
    ['a gender that is none', ofRecords({ gender: 'f' }, 'customers')],
  ],
  'A record has exactly the properties of its type, in camelCase, also within addresses, consent and line items': [
    ['one more', ofRecords({ first_name: 'Ida' }, 'customers')],
    ['one less in an address', ofRecords({ addressBilling: { city: 'Köln' } }, 'orders')],
  ],
  'An address whose members are all empty is null': [
    [
      'an empty one',
      ofRecords(
        (record) => ({
          addressShipping:
            'addressBilling' in record &&
            record.addressBilling &&
            Object.fromEntries(Object.keys(record.addressBilling).map((name) => [name, null])),
        }),
        'orders',
      ),
    ],
  ],
  'A record is plain data: it comes back from JSON as it was, and every text in it can be stored': [
    ['a Date', ofRecords({ datePaid: new Date() }, 'orders')],
    ['undefined', ofRecords({ description: undefined }, 'products')],
    ['not a number', ofRecords({ orderCount: Number.POSITIVE_INFINITY }, 'customers')],
    ['NUL in a text', ofRecords({ name: 'La\0mp' }, 'products')],
    ['half of a pair', ofRecords({ firstName: '\ud83d' }, 'customers')],
  ],
  'transformerClass makes of the records what is stored: the same ones in the same order, without touching what it was given': [
    [
      'leaves one out',
      ofIntegration(() => ({
        transformerClass: () =>
          class {
            transform = <T>(_: unknown, records: T[]): T[] => records.slice(1);
          },
      })),
    ],
    [
      'turns them round',
      ofIntegration(() => ({
        transformerClass: () =>
          class {
            transform = <T>(_: unknown, records: T[]): T[] => [...records].reverse();
          },
      })),
    ],
    [
      'touches them',
      ofIntegration(() => ({
        transformerClass: () =>
          class {
            transform = <T>(_: unknown, records: T[]): T[] => {
              for (const record of records) Object.assign(record as object, { tags: [nextTurn()] });
              return records;
            };
          },
      })),
    ],
  ],
};
