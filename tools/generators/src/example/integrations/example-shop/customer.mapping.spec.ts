import type { CustomerData } from '@sync/records';
import { DemoExampleShop } from '../../demo-shops/example-shop/demo-example-shop';
import { mapCustomer } from './customer.mapping';
import { ExampleShopTransformer } from './example-shop';
import { driver } from './shared-fields';

const recorded = DemoExampleShop.recorded.customers;

describe('mapCustomer', () => {
  it.each<[title: string, fields: object, expected: object]>([
    [
      'maps a recorded customer',
      {},
      {
        ...{ sourceId: '17', system: driver, sourceCustomId: 'C-0017', email: 'elodie.moreau@mail.example' },
        ...{ firstName: 'Élodie', lastName: 'Moreau', phone: '+33 1 000 10017', orderCount: 3, totalSpent: 61_847 },
        ...{ createdAtUtc: '2026-01-02T03:04:05Z', modifiedAt: '2026-02-03T04:05:06.789Z' },
        addressBilling: { firstName: 'Élodie', lastName: 'Moreau', address1: 'Rue des Fêtes 7', address2: null, city: 'Paris' },
        addressShipping: null,
      },
    ],
    ['maps an empty value', { phone: ' ', billing_address: { city: '' } }, { phone: null, addressBilling: null }],
    ['maps a customer that was never updated', { updated_at: null }, { modifiedAt: '2026-01-02T03:04:05Z' }],
    ['skips a row without id', { id: undefined }, { sourceId: null, reason: 'the row has no id' }],
    [
      'skips a row without date',
      { created_at: null, updated_at: '0000-00-00 00:00:00' },
      { sourceId: '17', reason: 'the row has no date' },
    ],
    ['skips a row without email address', { email: ' ' }, { sourceId: '17', reason: 'the customer has no email address' }],
  ])('%s', (_title, fields, expected) => {
    expect(mapCustomer({ ...recorded, ...fields })).toMatchObject(expected);
  });

  it('makes custom attributes of the other fields; the transformer removes the password', () => {
    const mapped = mapCustomer(recorded) as CustomerData;
    const [stored] = new ExampleShopTransformer().transform('customers', [mapped]);
    expect(mapped.customAttributes.map(({ key }) => key)).toEqual([`${driver}.language`, `${driver}.password_hash`]);
    expect(stored?.customAttributes).toEqual([{ key: `${driver}.language`, value: 'fr' }]);
  });
});
