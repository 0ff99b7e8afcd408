/** An IANA time zone. Africa/Lagos suits tests that change records: without summer time, no local hour comes twice. */
export type ShopTimeZone = string;

const formats = new Map<ShopTimeZone, Intl.DateTimeFormat>();

/** `2025-10-26 02:30:00`, without an offset. */
export function localTime(utcMs: number, timeZone: ShopTimeZone): string {
  let format = formats.get(timeZone);
  // Swedish dates are ISO dates.
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })));
  return format.format(utcMs);
}

/** Milliseconds of a local time such as `2025-10-26T02:30:00`. */
export function fromLocalTime(text: string, timeZone: ShopTimeZone): number {
  const digits = Date.parse(`${text}Z`);
  const offsetMs = (utcMs: number) => Date.parse(`${localTime(utcMs, timeZone).replace(' ', 'T')}Z`) - utcMs;
  return digits - offsetMs(digits - offsetMs(digits));
}
