import { distance } from 'fastest-levenshtein';

/** A name further away from all others is no misspelling. */
const maxTypos = 3;

/** The name that the other one is a misspelling of. Of a short name more than half must be right. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typos = Math.min(maxTypos, Math.max(1, Math.floor(name.length / 2)));
  const near = known
    .filter((other) => Math.abs(other.length - name.length) <= typos)
    .map((other) => ({ other, typos: distance(name, other) }));
  const [nearest] = near.sort((one, another) => one.typos - another.typos);
  return nearest && nearest.typos <= typos ? nearest.other : undefined;
}
