const zone = 'Europe/Berlin';
/** The earlier instant first: of an hour that occurs twice, the first counts. */
const offsets = ['+02:00', '+01:00'];
const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });

/** A time of the shop's clock, as ISO 8601 with its offset. Null for no time and zero dates. */
export function shopTime(text: string | null): string | null {
  if (text === null || text.startsWith('0000')) return null;
  const bare = text.replace(' ', 'T');
  const offset = offsets.find((each) => local.format(new Date(bare + each)) === text) ?? offsets[1];
  return `${bare}${offset}`;
}
