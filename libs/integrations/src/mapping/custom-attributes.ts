import type { CustomAttributeData, SystemDriver } from '@sync/records';
import { asRow, decimalText, type PlatformRow } from './platform-values';

type Scalar = CustomAttributeData['value'];

/** The scalar fields without a property in the record, under namespaced keys. Leaves out nulls. */
export function fieldAttributes(driver: SystemDriver, row: PlatformRow, mapped: ReadonlySet<string>): CustomAttributeData[] {
  const attributes: CustomAttributeData[] = [];
  // Own names only, which rules out prototype pollution.
  for (const field of Object.keys(row)) {
    const value = row[field];
    if (typeof value === 'object' || mapped.has(field)) continue;
    const scalar = attributeValue(value);
    if (scalar !== null) attributes.push({ key: `${driver}.${field}`, value: scalar });
  }
  return attributes;
}

/**
 * The scalar meta_data entries of a row, which is a list of {key, value} or an object. Skips entries that hold lists or objects.
 * Of a repeated key, the last value wins.
 */
export function metaAttributes(driver: SystemDriver, metaData: unknown): CustomAttributeData[] {
  const values = new Map<string, Scalar>();
  for (const [key, value] of metaEntries(metaData)) {
    const scalar = attributeValue(value);
    if (key !== '' && scalar !== null) values.set(key, scalar);
  }
  return Array.from(values, ([key, value]) => ({ key: `${driver}.meta.${key}`, value }));
}

/** Text, a safe integer or a boolean; other numbers become decimal text. Null for everything else. */
export function attributeValue(value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Number.isSafeInteger(value) ? value + 0 : decimalText(value);
}

/** Of a list of {key, value}, or of an object. */
export function metaEntries(metaData: unknown): [string, unknown][] {
  if (!Array.isArray(metaData)) return Object.entries(asRow(metaData) ?? {});
  return metaData.flatMap((item: unknown): [string, unknown][] => {
    const entry = asRow(item);
    const key = entry?.key;
    return typeof key === 'string' || typeof key === 'number' ? [[String(key), entry?.value]] : [];
  });
}
