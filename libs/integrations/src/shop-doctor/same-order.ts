/** Whether the ids in both lists have the same order. Ignores records added or removed in between. */
export function sameOrder(first: readonly string[], again: readonly string[]): boolean {
  const later = new Set(again);
  const earlier = new Set(first);
  const kept = first.filter((id) => later.has(id));
  return kept.join() === again.filter((id) => earlier.has(id)).join() && (first.length === 0 || kept.length >= first.length / 2);
}
