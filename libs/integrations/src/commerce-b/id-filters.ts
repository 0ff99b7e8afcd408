/** Characters of ids per URL, so that no server or firewall rejects it as too long. */
const maxFilterLength = 1_000;

/** Filters that match these ids, as many as URLs of bounded length need. `[1|2|3]` matches any of these; a comma would mean a range. */
export function idFilters(ids: readonly string[]): string[] {
  const chunks: string[] = [];
  for (const id of new Set(ids.filter((text) => /^\d+$/.test(text)))) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + id.length < maxFilterLength) chunks[chunks.length - 1] = `${last}|${id}`;
    else chunks.push(id);
  }
  return chunks.map((chunk) => `[${chunk}]`);
}
