/** For example "5 minutes", rounded up. */
export function waitingTime(ms: number, tag: string): string {
  const [count, unit] = ms > 90_000 ? [ms / 60_000, 'minute'] : [ms / 1_000, 'second'];
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(count));
}
