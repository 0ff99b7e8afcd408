const hourMs = 3_600_000;

/** The time of day, with the date when that is not today's. `at`, `now`: ms since 1970. */
export function momentText(at: number, now: number, tag: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  // Intl looks for its options in all that an object inherits, also from a page that adds to all objects.
  const options = { __proto__: null, timeStyle: 'short', dateStyle: isToday ? undefined : 'medium' } as Intl.DateTimeFormatOptions;
  return new Intl.DateTimeFormat(tag, options).format(at);
}

/** What is left, as a stopwatch shows it; nothing when that is a day or more. */
export function clockText(leftMs: number, tag: string): string {
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
