/** Whether what is in both lists is in the same order; records that came or went between two looks do not count. */
export function samePlaces(first: readonly string[], again: readonly string[]): boolean {
  const later = new Set(again);
  const earlier = new Set(first);
  const kept = first.filter((id) => later.has(id));
  return kept.join() === again.filter((id) => earlier.has(id)).join() && (first.length === 0 || kept.length >= first.length / 2);
}
