import { fromLocalTime, type ShopTimeZone } from '../base/zone-time';

const accepted = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * The instant that the platform reads from modified_after; null: it refuses the text. Without an offset the text is shop-local. The newer order
 * tables ignore the offset of a text with fractional seconds and read its digits as shop-local.
 */
export function readModifiedAfter(text: string, timeZone: ShopTimeZone, hasNewerTables: boolean): number | null {
  const [, digits, fraction, offset] = accepted.exec(text) ?? [];
  if (digits === undefined || Number.isNaN(Date.parse(`${digits}Z`))) return null;
  if (offset === undefined || (fraction !== undefined && hasNewerTables)) return fromLocalTime(digits, timeZone);
  return Date.parse(`${digits}${offset}`);
}
