const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long ago, or until when, in the largest fitting unit: `3 hours ago`. */
export function relativeTime(locale: string, instant: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(instant) - nowMs) / 1_000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[3];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** In the time zone of the reader. */
export function dateAndTime(locale: string, instant: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
}
