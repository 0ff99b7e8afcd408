import { toMinorUnits, type CustomAttributeData } from '@sync/records';
import { attributeValue } from '../mapping/custom-attributes';
import { decimalText, type PlatformRow } from '../mapping/platform-values';
import { isNotKept } from './not-kept';
import { isoDate } from './shop-dates';
import { flag, plainText } from './shop-values';
import type { ShopZone } from './shop-zone';

/** How the fields of one kind of row are to be read. What is in none of the sets is passed on as text. */
export interface FieldKinds {
  /** Those that a property of the record takes, and those of no use to anybody. */
  mapped: ReadonlySet<string>;
  flags: ReadonlySet<string>;
  money: ReadonlySet<string>;
}

const dateAndTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * The scalar fields of a row that no property of the record takes: flags as true or false, money in minor units, ids as text, dates
 * in ISO 8601. Empty ones and zero dates are left out, and so is what is not kept.
 */
export function scalarAttributes(row: PlatformRow, kinds: FieldKinds, zone: ShopZone | null): CustomAttributeData[] {
  const attributes: CustomAttributeData[] = [];
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (typeof value === 'object' || value === '' || kinds.mapped.has(field) || isNotKept(field)) continue;
    const scalar = scalarOf(field, value, kinds, zone);
    if (scalar !== null) attributes.push({ key: `commerce_b.${field}`, value: scalar });
  }
  return attributes;
}

function scalarOf(field: string, value: unknown, { flags, money }: FieldKinds, zone: ShopZone | null): CustomAttributeData['value'] {
  if (flags.has(field)) return flag(value);
  if (money.has(field)) return toMinorUnits(value);
  if (typeof value === 'string') return dateAndTime.test(value) ? isoDate(value, zone) : value === '0000-00-00' ? null : plainText(value);
  return typeof value === 'number' && field.startsWith('id_') && Number.isInteger(value) ? decimalText(value) : attributeValue(value);
}
