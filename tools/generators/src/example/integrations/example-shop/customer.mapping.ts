import { toMinorUnits, type CustomerData } from '@sync/records';
import { count, text, UnmappableRow, type PlatformRow } from '../../../../../../libs/integrations/src/mapping/platform-values';
import { mapAddress, sharedFields } from './shared-fields';

export function mapCustomer(row: PlatformRow): CustomerData | UnmappableRow {
  const { email, number, first_name, last_name, phone, billing_address, shipping_address, order_count, total_spent, ...others } = row;
  const shared = sharedFields(others);
  if (shared instanceof UnmappableRow) return shared;
  const address = text(email);
  if (address === null) return new UnmappableRow(shared.sourceId, 'the customer has no email address');
  return {
    ...shared,
    email: address,
    tags: [],
    sourceCustomId: text(number),
    firstName: text(first_name),
    lastName: text(last_name),
    phone: text(phone),
    title: null,
    zip: null,
    dateOfBirth: null,
    gender: null,
    newsletterConsent: null,
    addressBilling: mapAddress(billing_address),
    addressShipping: mapAddress(shipping_address),
    orderCount: count(order_count),
    totalSpent: toMinorUnits(total_spent),
  };
}
