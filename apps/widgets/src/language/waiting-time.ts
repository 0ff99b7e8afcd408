/** For example "in 5 minutes". Rounds up. */
export function waitingTime(ms: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag);
  return ms > 90_000 ? format.format(Math.ceil(ms / 60_000), 'minute') : format.format(Math.ceil(ms / 1_000), 'second');
}
