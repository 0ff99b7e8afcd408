import type { ListPasses } from '@sync/sync-runs';

/**
 * Whether a list can be believed when it misses a row: it showed as many rows as it says that it has. A platform that reports only pages
 * may have fewer rows on its last one. A list without any total is never believed.
 */
export function showsAll({ total, lowestTotal, rowsListed, perPage }: ListPasses): boolean {
  if (lowestTotal === null) return false;
  return total === null ? rowsListed > lowestTotal - perPage : rowsListed >= lowestTotal;
}
