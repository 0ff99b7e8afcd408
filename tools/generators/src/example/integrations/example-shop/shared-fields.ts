import type { AddressData, RecordData, SystemDriver } from '@sync/records';
import { fieldAttributes } from '../../../../../../libs/integrations/src/mapping/custom-attributes';
import {
  asRow,
  dateText,
  sourceId,
  text,
  UnmappableRow,
  type PlatformRow,
} from '../../../../../../libs/integrations/src/mapping/platform-values';
import { utcTime } from '../../../../../../libs/integrations/src/mapping/utc-time';

export const driver: SystemDriver = 'example_shop' as never; // Is in no list of platforms. The generator removes this cast.

/** What all records share. The given fields are those that no other property takes: they become custom attributes. */
export function sharedFields({ id, created_at, updated_at, ...others }: PlatformRow): RecordData | UnmappableRow {
  const ownId = sourceId(id);
  if (ownId === null) return new UnmappableRow(null, 'the row has no id');
  const updatedAt = dateText(updated_at) ?? dateText(created_at);
  if (updatedAt === null) return new UnmappableRow(ownId, 'the row has no date');
  const createdAt = dateText(created_at) ?? updatedAt;
  const updatedAtUtc = utcTime(updatedAt);
  return {
    id: null,
    sourceId: ownId,
    system: driver,
    createdAt,
    createdAtUtc: utcTime(createdAt),
    updatedAt,
    updatedAtUtc,
    modifiedAt: updatedAtUtc,
    customAttributes: fieldAttributes(driver, others, new Set()),
  };
}

/** Null when all fields are empty. */
export function mapAddress(value: unknown): AddressData | null {
  const row = asRow(value) ?? {};
  const address: AddressData = {
    firstName: text(row.first_name),
    lastName: text(row.last_name),
    company: text(row.company),
    address1: text(row.line_1),
    address2: text(row.line_2),
    city: text(row.city),
    region: text(row.region),
    postalCode: text(row.postal_code),
    country: text(row.country),
    phone: text(row.phone),
    email: text(row.email),
    vatId: text(row.vat_id),
  };
  return Object.values(address).some((part) => part !== null) ? address : null;
}

/** ISO 4217, or null. */
export function currencyCode(value: unknown): string | null {
  const code = text(value)?.trim() ?? '';
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}
