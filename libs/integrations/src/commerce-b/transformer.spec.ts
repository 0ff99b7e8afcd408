import type { CustomerData } from '@sync/records';
import { mapCustomer } from './customer.mapping';
import { recordedRows } from './testing/recorded';
import { CommerceBTransformer } from './transformer';

const customers = recordedRows('customers-full-page-001').map((row) => mapCustomer(row, { zone: null }) as CustomerData);
const withAttributes = (...fields: string[]): CustomerData[] =>
  customers.map((customer) => ({
    ...customer,
    customAttributes: customer.customAttributes.concat(fields.map((field) => ({ key: `commerce_b.${field}`, value: 'canary-9c2e' }))),
  }));

describe('B17 D4 secrets of the customer rows are never stored', () => {
  it.each([
    'passwd',
    'secure_key',
    'last_passwd_gen',
    'reset_password_token',
    'reset_password_validity',
    'note',
    'gift_message',
    'wholesale_price',
    'password_hash',
    'mymodule_api_token',
    'two_factor_secret',
  ])('%s is dropped, however it came there', (field) => {
    const stored = new CommerceBTransformer().transform('customers', withAttributes(field));
    expect(JSON.stringify(stored)).not.toContain('canary-9c2e');
    expect(stored).toEqual(customers);
  });

  it('everything else stays', () => {
    const kept = withAttributes('company_note_count', 'id_group');
    expect(new CommerceBTransformer().transform('customers', kept)).toEqual(kept);
  });

  it('the records it is given are not changed', () => {
    const given = withAttributes('passwd');
    const before = structuredClone(given);
    new CommerceBTransformer().transform('customers', given);
    expect(given).toEqual(before);
  });
});
