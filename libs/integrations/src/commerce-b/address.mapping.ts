import type { AddressData } from '@sync/records';
import { asRow } from '../mapping/platform-values';
import { plainText, referenceTo } from './shop-values';

/** Names by id. */
export interface AddressContext {
  /** ISO 3166-1 alpha-2, or the name if the shop has no code. */
  countries: ReadonlyMap<string, string>;
  regions: ReadonlyMap<string, string>;
}

/** Null if all fields are empty. Soft-deleted addresses are mapped too, since orders keep theirs. */
export function mapAddress(value: unknown, { countries, regions }: AddressContext): AddressData | null {
  const row = asRow(value);
  if (!row) return null;
  const address: AddressData = {
    firstName: plainText(row.firstname),
    lastName: plainText(row.lastname),
    company: plainText(row.company),
    address1: plainText(row.address1),
    address2: plainText(row.address2),
    city: plainText(row.city),
    region: regions.get(referenceTo(row.id_state) ?? '') ?? null,
    postalCode: plainText(row.postcode),
    country: countries.get(referenceTo(row.id_country) ?? '') ?? null,
    phone: plainText(row.phone) ?? plainText(row.phone_mobile),
    email: null,
    vatId: plainText(row.vat_number) ?? plainText(row.dni),
  };
  for (const field in address) if (address[field as keyof AddressData] !== null) return address;
  return null;
}
