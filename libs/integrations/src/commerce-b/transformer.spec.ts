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

describe('CommerceBTransformer', () => {
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
  ])('drops %s', (field) => {
    const stored = new CommerceBTransformer().transform('customers', withAttributes(field));
    expect(JSON.stringify(stored)).not.toContain('canary-9c2e');
    expect(stored).toEqual(customers);
  });

  it('keeps everything else', () => {
    const kept = withAttributes('company_note_count', 'id_group');
    expect(new CommerceBTransformer().transform('customers', kept)).toEqual(kept);
  });

  it('does not modify its input', () => {
    const given = withAttributes('passwd');
    const before = structuredClone(given);
    new CommerceBTransformer().transform('customers', given);
    expect(given).toEqual(before);
  });
});
