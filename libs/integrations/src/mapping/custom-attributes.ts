import type { CustomAttributeData, SystemDriver } from '@sync/records';
import { asRow, decimalText, type PlatformRow } from './platform-values';

type Scalar = CustomAttributeData['value'];

/** The scalar fields of a row that no property of the record takes, under namespaced keys. Nulls are left out. */
export function fieldAttributes(driver: SystemDriver, row: PlatformRow, mapped: ReadonlySet<string>): CustomAttributeData[] {
  const attributes: CustomAttributeData[] = [];
  // Own names only: neither a polluted prototype nor a member called `__proto__` means anything here.
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (typeof value === 'object' || mapped.has(field)) continue;
    const scalar = attributeValue(value);
    if (scalar !== null) attributes.push({ key: `${driver}.${field}`, value: scalar });
  }
  return attributes;
}

/**
 * The scalar meta_data entries of a row: a list of {key, value}, or an object of them. Entries that hold lists or objects
 * are skipped; of a key that occurs several times the last value counts.
 */
export function metaAttributes(driver: SystemDriver, metaData: unknown): CustomAttributeData[] {
  const values = new Map<string, Scalar>();
  for (const [key, value] of metaEntries(metaData)) {
    const scalar = attributeValue(value);
    if (key !== '' && scalar !== null) values.set(key, scalar);
  }
  return Array.from(values, ([key, value]) => ({ key: `${driver}.meta.${key}`, value }));
}

/** Text, whole number or truth value; a fractional or huge number becomes its decimal text. Null for everything else. */
export function attributeValue(value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isSafeInteger(value) ? value + 0 : decimalText(value);
}

function metaEntries(metaData: unknown): [string, unknown][] {
  if (!Array.isArray(metaData)) return Object.entries(asRow(metaData) ?? {});
  return metaData.flatMap((item: unknown): [string, unknown][] => {
    const entry = asRow(item);
    const key = entry?.key;
    return typeof key === 'string' || typeof key === 'number' ? [[String(key), entry?.value]] : [];
  });
}
