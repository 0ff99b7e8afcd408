const hourMs = 3_600_000;

/** The time of day, with the date unless it is today. `at`, `now`: ms since 1970. */
export function expiryText(at: number, now: number, tag: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  // The null prototypes hide options that the page may have added to Object.prototype.
  const options = { __proto__: null, timeStyle: 'short', dateStyle: isToday ? undefined : 'medium' } as Intl.DateTimeFormatOptions;
  return new Intl.DateTimeFormat(tag, options).format(at);
}

/** The remaining time as `mm:ss` or `hh:mm:ss`; empty for a day or more. */
export function countdownText(leftMs: number, tag: string): string {
  const options = {
    __proto__: null,
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  } as Intl.DateTimeFormatOptions;
  if (leftMs >= hourMs) options.hour = 'numeric';
  return leftMs < 24 * hourMs ? new Intl.DateTimeFormat(tag, options).format(leftMs) : '';
}
