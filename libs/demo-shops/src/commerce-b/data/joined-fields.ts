/** One record made of parts, in their order. A loop, because spreading that many fields takes fifty times as long. */
export function joined(...parts: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const part of parts) for (const name in part) record[name] = part[name];
  return record;
}
