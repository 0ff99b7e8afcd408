import type { AddressData } from '@sync/records';
import { asRow, text } from '../mapping/platform-values';

/** Null if all fields are empty. The platform has no VAT id. */
export function mapAddress(value: unknown): AddressData | null {
  const row = asRow(value);
  if (!row) return null;
  const address: AddressData = {
    firstName: text(row.first_name),
    lastName: text(row.last_name),
    company: text(row.company),
    address1: text(row.address_1),
    address2: text(row.address_2),
    city: text(row.city),
    region: text(row.state),
    postalCode: text(row.postcode),
    country: text(row.country),
    phone: text(row.phone),
    email: text(row.email),
    vatId: null,
  };
  for (const field in address) if (address[field as keyof AddressData] !== null) return address;
  return null;
}
