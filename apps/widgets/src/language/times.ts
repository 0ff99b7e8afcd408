/** The date, and the time of day on request. `at`: ms since 1970, or ISO 8601. */
export function dateText(at: number | string | null, tag: string, timeStyle?: 'short'): string {
  // The null prototypes hide options that the page may have added to Object.prototype.
  const options = { __proto__: null, dateStyle: 'medium', timeStyle } as Intl.DateTimeFormatOptions;
  return new Intl.DateTimeFormat(tag, options).format(new Date(at ?? 0));
}

/** For example "5 minutes ago"; "now" for less than a minute. */
export function pastTime(ms: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { __proto__: null, numeric: 'auto' } as Intl.RelativeTimeFormatOptions);
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return format.format(-minutes, minutes ? 'minute' : 'second');
  return minutes < 1_440 ? format.format(-Math.floor(minutes / 60), 'hour') : format.format(-Math.floor(minutes / 1_440), 'day');
}
