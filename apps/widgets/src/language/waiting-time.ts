/** For example "5 minutes", rounded up. */
export function waitingTime(ms: number, tag: string): string {
  const [count, unit] = ms > 90_000 ? [ms / 60_000, 'minute'] : [ms / 1_000, 'second'];
  // Intl looks for its options in all that an object inherits, also from a page that adds to all objects.
  const options = { __proto__: null, style: 'unit', unit, unitDisplay: 'long' } as Intl.NumberFormatOptions;
  return new Intl.NumberFormat(tag, options).format(Math.ceil(count));
}
