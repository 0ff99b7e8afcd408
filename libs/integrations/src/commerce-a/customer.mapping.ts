import { toMinorUnits, type CustomerData } from '@sync/records';
import { fieldAttributes, metaAttributes } from '../mapping/custom-attributes';
import { decimalAttributes } from '../mapping/decimal-attributes';
import { asRow, count, sourceId, text, UnmappableRow } from '../mapping/platform-values';
import { mapAddress } from './address.mapping';
import { modifiedInstant, recordDates } from './record-dates';

const mapped = new Set([
  'id',
  'email',
  'date_created',
  'date_modified',
  'first_name',
  'last_name',
  'billing',
  'shipping',
  'orders_count',
  'total_spent',
  'meta_data',
]);

/** Skips a row without id, e-mail address or any date. */
export function mapCustomer(value: unknown): CustomerData | UnmappableRow {
  const row = asRow(value);
  const id = sourceId(row?.id);
  if (!row || id === null) return new UnmappableRow(null, 'the customer has no id');
  const email = text(row.email);
  if (email === null) return new UnmappableRow(id, 'the customer has no e-mail address');
  const dates = recordDates(row);
  if (dates === null) return new UnmappableRow(id, 'the customer has no date');
  return {
    id: null,
    sourceId: id,
    system: 'commerce_a',
    email,
    ...dates,
    modifiedAt: modifiedInstant(row),
    tags: [],
    customAttributes: [
      ...fieldAttributes('commerce_a', row, mapped),
      ...metaAttributes('commerce_a', row.meta_data),
      ...decimalAttributes('commerce_a', null, { total_spent: row.total_spent }),
    ],
    sourceCustomId: null,
    firstName: text(row.first_name),
    lastName: text(row.last_name),
    phone: text(asRow(row.billing)?.phone),
    title: null,
    zip: null,
    dateOfBirth: null,
    gender: null,
    newsletterConsent: null,
    addressBilling: mapAddress(row.billing),
    addressShipping: mapAddress(row.shipping),
    orderCount: count(row.orders_count),
    totalSpent: toMinorUnits(row.total_spent),
  };
}
