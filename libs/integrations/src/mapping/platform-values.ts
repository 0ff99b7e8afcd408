/** An unchecked row of a response. Its strings are storable, which `parseJson` ensures. */
export type PlatformRow = Readonly<Record<string, unknown>>;

/** A row that cannot be mapped, with the reason. */
export class UnmappableRow {
  constructor(
    readonly sourceId: string | null,
    readonly reason: string,
  ) {}
}

const maxIdLength = 255;
const zeroDate = /^0000-00-00/;

export function asRow(value: unknown): PlatformRow | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlatformRow) : null;
}

/** A text or number as text; null if absent or blank. */
export function text(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? decimalText(value) : null;
}

/** An identifier as text; null if it is invalid. */
export function sourceId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? decimalText(value) : null;
  const id = text(value)?.trim() ?? null;
  return id !== null && id.length > 0 && id.length <= maxIdLength ? id : null;
}

/** The date as given; null for MySQL zero dates. */
export function dateText(value: unknown): string | null {
  const date = typeof value === 'string' ? text(value)?.trim() : null;
  return date === undefined || date === null || date === '' || zeroDate.test(date) ? null : date;
}

/** A safe integer, or null. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number + 0 : null;
}

/** A number without exponent: 1e-7 is `0.0000001`. */
export function decimalText(value: number): string {
  const plain = String(value);
  if (!plain.includes('e')) return plain;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = '', exponent = '0'] = plain.split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${mantissa.replace(/[-.]/g, '')}`;
}

/** Removes duplicates; of items with the same id, the last one wins. */
export function lastOfEachId<T extends { sourceId: string }>(items: T[]): T[] {
  if (items.length < 2) return items;
  const byId = new Map<string, T>();
  for (const item of items) byId.set(item.sourceId, item);
  return byId.size === items.length ? items : [...byId.values()];
}
