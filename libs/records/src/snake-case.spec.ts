import type { AddressData, LineItemData } from './records';
import { toSnakeCase, type SnakeCased } from './snake-case';

const address: AddressData = {
  firstName: 'Ada',
  lastName: null,
  company: null,
  address1: 'Calle Mayor 1',
  address2: null,
  city: null,
  region: null,
  postalCode: '28013',
  country: 'ES',
  phone: null,
  email: null,
  vatId: null,
};

describe('Property names are camelCase in code and snake_case when serialised', () => {
  it('converts the names of a record at every level', () => {
    const lines: Pick<LineItemData, 'productSourceId' | 'unitPrice'>[] = [{ productSourceId: '1', unitPrice: 2 }];
    const serialised = toSnakeCase({ sourceOrderNumber: '512', lineItems: lines, addressBilling: address });
    expect(serialised.line_items[0]?.product_source_id).toBe('1');
    expect(serialised).toEqual({
      source_order_number: '512',
      line_items: [{ product_source_id: '1', unit_price: 2 }],
      address_billing: expect.objectContaining({ first_name: 'Ada', address1: 'Calle Mayor 1', postal_code: '28013', vat_id: null }),
    });
  });

  it('leaves the keys of custom attributes as they are, since they are values', () => {
    expect(toSnakeCase({ customAttributes: [{ key: 'commerce_a.someField', value: 'aB' }] })).toEqual({
      custom_attributes: [{ key: 'commerce_a.someField', value: 'aB' }],
    });
  });

  it('has a type that names the same properties', () => {
    const typed: SnakeCased<{ totalShipping: number | null; address1: string }> = { total_shipping: 1, address1: 'x' };
    expect(toSnakeCase({ totalShipping: 1, address1: 'x' })).toEqual(typed);
  });
});
