import { toMinorUnits, type CustomAttributeData } from '@sync/records';
import { attributeValue } from '../mapping/custom-attributes';
import { decimalText, type PlatformRow } from '../mapping/platform-values';
import { isDroppedField } from './dropped-fields';
import { isoDate } from './shop-dates';
import { flag, plainText } from './shop-values';
import type { ShopZone } from './shop-zone';

/** How to read the fields of a row. Fields in none of the sets are passed on as text. */
export interface FieldKinds {
  /** Fields with a property in the record, and fields without use. */
  mapped: ReadonlySet<string>;
  flags: ReadonlySet<string>;
  money: ReadonlySet<string>;
}

const dateAndTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * The scalar fields without a property in the record: flags as booleans, money in minor units, ids as text, dates in ISO 8601.
 * Leaves out empty values, zero dates and fields that must not be stored.
 */
export function scalarAttributes(row: PlatformRow, kinds: FieldKinds, zone: ShopZone | null): CustomAttributeData[] {
  const attributes: CustomAttributeData[] = [];
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (typeof value === 'object' || value === '' || kinds.mapped.has(field) || isDroppedField(field)) continue;
    const scalar = scalarOf(field, value, kinds, zone);
    if (scalar !== null) attributes.push({ key: `commerce_b.${field}`, value: scalar });
  }
  return attributes;
}

/** The amounts among those fields, as the platform gave them. */
export function moneyFields(row: PlatformRow, { money }: FieldKinds): Record<string, unknown> {
  return Object.fromEntries([...money].flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : [])));
}

function scalarOf(field: string, value: unknown, { flags, money }: FieldKinds, zone: ShopZone | null): CustomAttributeData['value'] {
  if (flags.has(field)) return flag(value);
  if (money.has(field)) return toMinorUnits(value);
  if (typeof value === 'string') return dateAndTime.test(value) ? isoDate(value, zone) : value === '0000-00-00' ? null : plainText(value);
  return typeof value === 'number' && field.startsWith('id_') && Number.isInteger(value) ? decimalText(value) : attributeValue(value);
}
