import {
  addressesIn,
  erasedText,
  figuresAlone,
  plainAddress,
  withoutAddresses,
  type CustomAttributeData,
  type SystemCapability,
} from '@sync/records';
import { contentColumns } from './columns';

export type Fields = readonly (string | null)[];

/** Whether an address, as `plainAddress` writes it, is that of an erased person. */
export type IsErased = (plain: string) => boolean;

/** The columns that say who a person is: null once the person is erased. */
const personal: Record<SystemCapability, readonly string[]> = {
  customers: [
    ...['email', 'source_custom_id', 'first_name', 'last_name', 'phone', 'title', 'zip', 'date_of_birth', 'gender', 'newsletter_consent'],
    ...['address_billing', 'address_shipping'],
  ],
  orders: ['address_billing', 'address_shipping'],
  products: [],
};

/** They identify the record, or are the service's own words. */
const kept = new Set(['source_id', 'customer_source_id', 'system']);

/** The addresses whose person the record is about: its own, and those in its postal addresses. */
export function ownAddresses(capability: SystemCapability, fields: Fields): string[] {
  return contentColumns[capability].flatMap(({ name }, index) => {
    const field = fields[index];
    if (!field || !personal[capability].includes(name) || !field.includes('@')) return [];
    if (name === 'email') return [plainAddress(field)];
    const { email } = name.startsWith('address_') ? (JSON.parse(field) as { email?: unknown }) : {};
    return typeof email === 'string' ? [plainAddress(email)] : [];
  });
}

/** Every address that the record names anywhere. */
export function namedAddresses(capability: SystemCapability, fields: Fields): string[] {
  const named = contentColumns[capability].flatMap(({ type }, index) => {
    const field = fields[index];
    if (!field?.includes('@')) return [];
    return type === 'json' ? textsIn(JSON.parse(field)).flatMap(addressesIn) : addressesIn(field);
  });
  return [...new Set([...named, ...ownAddresses(capability, fields)])];
}

/**
 * The fields without the person. `isAbout`: the record is about an erased person, so that it loses all that says who that is; else it only
 * loses what names an erased person. Ids, times, amounts and counts stay, and of each attribute the key.
 */
export function erasedFields(capability: SystemCapability, fields: Fields, isErased: IsErased, isAbout: boolean): (string | null)[] {
  return contentColumns[capability].map(({ name, type }, index) => {
    const field = fields[index] ?? null;
    if (field === null || kept.has(name)) return field;
    if (isAbout && personal[capability].includes(name)) return null;
    if (name === 'custom_attributes') return erasedAttributes(field, isErased, isAbout);
    if (isAbout && name === 'tags') return '[]';
    if (!field.includes('@')) return field;
    return type === 'json' ? changedJson(field, (text) => withoutAddresses(text, isErased)) : withoutAddresses(field, isErased);
  });
}

function erasedAttributes(field: string, isErased: IsErased, isAbout: boolean): string {
  if (!isAbout && !field.includes('@')) return field;
  const before = JSON.parse(field) as CustomAttributeData[];
  const names = (value: unknown) => typeof value === 'string' && addressesIn(value).some(isErased);
  const after = isAbout ? figuresAlone(before) : before.map((each) => (names(each.value) ? { ...each, value: null } : each));
  return after.some(({ value }, index) => value !== before[index]?.value) ? JSON.stringify(after) : field;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function changedJson(field: string, change: (text: string) => string): string {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (Array.isArray(value)) return value.map(changed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed(member)]));
  };
  const before = JSON.parse(field) as unknown;
  const after = JSON.stringify(changed(before));
  return after.includes(erasedText) ? after : field;
}
