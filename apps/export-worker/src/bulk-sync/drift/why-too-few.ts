import type { ListPasses } from '@sync/sync-runs';

/** In a short list few rows are many percent. */
const maxMissing = 5;
const maxMissingPercent = 20;

/** Every page number brought the rows of one page, and the list stood still. So says the first pass already: further ones change nothing. */
export function showsOnePage({ perPage, rowsRead, rowsListed, highestTotal, lowestTotal }: ListPasses): boolean {
  const hasMoved = highestTotal !== null && highestTotal !== lowestTotal;
  return !hasMoved && (lowestTotal ?? 0) > perPage && rowsListed > 0 && rowsListed <= perPage && rowsRead >= 2 * rowsListed;
}

/**
 * Why a run has clearly too few rows of its list, in words for a person; null: it has not. Call it after the last pass. Rows that go
 * while the list is read are in no total of some platforms, so up to five, or a fifth of the list, may be missing. A run that fails although
 * more were removed succeeds the next time, since the list says fewer then.
 */
export function whyTooFew(list: ListPasses, what: string): string | null {
  if (showsOnePage(list))
    return "The shop returned the same page for every page number: a cache in front of it ignores the address's query.";
  const listed = fewestRows(list);
  const missing = listed - list.rowsListed;
  return missing <= maxMissing || missing * 100 <= listed * maxMissingPercent ? null : bothNumbers(list, what);
}

/**
 * Why a run that does not fail has rows missing all the same, in words for a person; null: it has none. Only of a list that stood still
 * and whose missing rows cannot be asked for by name.
 */
export function whyIncomplete(list: ListPasses, what: string): string | null {
  const { unseenKeys, highestTotal, lowestTotal, rowsListed } = list;
  if (unseenKeys || highestTotal !== lowestTotal || fewestRows(list) - rowsListed <= maxMissing) return null;
  return bothNumbers(list, what);
}

function bothNumbers(list: ListPasses, what: string): string {
  const atLeast = list.total === null ? 'at least ' : '';
  return `The shop says that it has ${atLeast}${fewestRows(list)} ${what}, and its pages showed ${list.rowsListed} of them.`;
}

/** That the list had at any time. A platform that reports only pages may have one row on its last one. */
function fewestRows({ total, lowestTotal, perPage }: ListPasses): number {
  if (lowestTotal === null) return 0;
  return total === null ? Math.max(0, lowestTotal - perPage + 1) : lowestTotal;
}
