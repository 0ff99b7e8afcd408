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
/** The usual form, with a day that exists in every month. */
const usualDate = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])/;
const calendarDate = /^([+-]?\d{4,6})-(\d\d)-(\d\d)(?!\d)/;

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

/** The date as given; null for MySQL zero dates and for days that no calendar has. */
export function dateText(value: unknown): string | null {
  const date = typeof value === 'string' ? text(value)?.trim() : null;
  return date === undefined || date === null || date === '' || isImpossible(date) ? null : date;
}

/** A zero date that the platform moved to its own zone is one too: `-0001-11-30`. */
function isImpossible(date: string): boolean {
  if (usualDate.test(date)) return false;
  const [, year, month, day] = calendarDate.exec(date) ?? [];
  if (year === undefined) return false;
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  // Date.parse rolls a day that its month lacks over into the next month.
  return Number(year) < 1 || Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day);
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
