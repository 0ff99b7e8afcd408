import type { RecordOf } from '@sync/records';
import { customer, lineItem, order } from './record-fixtures';

export const address = 'canary.person@example.test';
export const canary = {
  firstName: 'Canaria',
  lastName: 'Vogelsang',
  company: 'Vogelsang KG',
  address1: 'Nistweg 7',
  address2: null,
  city: 'Federstadt',
  region: null,
  postalCode: '98765',
  country: 'DE',
  phone: '+49 30 5551234',
  email: address,
  vatId: 'DE999888777',
};
/** What may not be found any more. */
export const traces = ['canary.person', 'canaria', 'vogelsang', 'nistweg', 'federstadt', '98765', '5551234', '888777', 'flauschig'];

export const attributes = [
  { key: 'commerce_a.meta.referred_by', value: `friend of Canary.Person@Example.test, they say` },
  { key: 'commerce_a.meta.nickname', value: 'Flauschig' },
  { key: 'commerce_a.meta.telephone', value: 49305551234 },
  { key: 'commerce_a.discount_total', value: '1.50' },
  { key: 'commerce_a.is_paying_customer', value: true },
  { key: 'commerce_a.orders', value: 3 },
];
export const keptAttributes = attributes.map(({ key, value }, place) => ({ key, value: place < 3 ? null : value }));

export const person = (fields: Partial<RecordOf['customers']> = {}) =>
  customer('1', {
    ...{ email: 'Canary.Person@example.TEST', firstName: 'Canaria', lastName: 'Vogelsang', phone: canary.phone, zip: '98765' },
    ...{ addressBilling: canary, addressShipping: canary, customAttributes: attributes, tags: ['Flauschig'] },
    ...fields,
  });
export const guestOrder = (fields: Partial<RecordOf['orders']> = {}) =>
  order('1', { addressBilling: canary, addressShipping: canary, customAttributes: attributes, lineItems: [lineItem('9', '5')], ...fields });
/** Says who it is only by its customer. */
export const ownOrder = (fields: Partial<RecordOf['orders']> = {}) =>
  order('2', { customerSourceId: '1', addressBilling: { ...canary, email: null }, lineItems: [lineItem('10', '5')], ...fields });
