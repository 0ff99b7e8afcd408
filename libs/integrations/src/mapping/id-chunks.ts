/** Characters of ids per URL, so that no server or firewall rejects it as too long. */
const maxCharacters = 1_000;

/** Splits ids into as many lists as URLs of bounded length need. Repeated ids and those that are no number are left out. */
export function idChunks(ids: readonly string[], maxIds = Number.POSITIVE_INFINITY): string[][] {
  const chunks: string[][] = [];
  let characters = 0;
  for (const id of new Set(ids.filter((text) => /^\d+$/.test(text)))) {
    const last = chunks.at(-1);
    characters += id.length + 1;
    if (last && last.length < maxIds && characters <= maxCharacters) last.push(id);
    else {
      chunks.push([id]);
      characters = id.length + 1;
    }
  }
  return chunks;
}
