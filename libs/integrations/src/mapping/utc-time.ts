import { dateText } from './platform-values';

const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T00:00:00Z');

/** The usual form, with a day that exists in every month, so it needs no parsing. */
const plainTime = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const withoutOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const withOffset = /T.*(?:Z|[+-]\d\d:?\d\d)$/;

/** Reads a time without offset as UTC. Null if it is no time or beyond the database's range. */
export function utcMilliseconds(value: unknown): number | null {
  const text = dateText(value);
  if (text === null) return null;
  const instant = Date.parse(withoutOffset.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return instant >= earliest && instant <= latest ? instant : null;
}

/** A time that is in UTC when it names no offset, as `2026-03-02T09:00:00Z`. Null if it is no time. */
export function utcTime(value: unknown): string | null {
  if (typeof value === 'string' && plainTime.test(value)) return `${value}Z`;
  const milliseconds = utcMilliseconds(value);
  return milliseconds === null ? null : new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** The instant of a time that names its offset; null for any other time. */
export function utcOfOffset(time: string | null): string | null {
  return time !== null && withOffset.test(time) ? utcTime(time) : null;
}
