import { pagesFrom, type ListPart, type ListPasses, type ListTotal } from '@sync/sync-runs';

/** A list that never stands still must not be read for ever. */
const maxPasses = 4;

/** `complete`: no row is missing. `given up`: the list drifted in every pass. */
export type NextPass = ListPart | 'complete' | 'given up';

/**
 * Whether the passes over a list have shown every row that was there from the first to the last of them, and if not, what to read
 * again. Where the probe has listed all keys, those that no page showed are asked for by name: what the shop then does not have is
 * gone, and no page is read twice. Elsewhere the second pass reads only the pages beside which the list drifted, and passes after it
 * the whole list. A list of all records that moved by no more than a page is looked at no closer: where a removal pulled rows out of
 * sight they were found by reading that page again, and the next reconcile finds what opposite movements still hid. Passes add up: a row is missing only if
 * none of them showed it.
 */
export function nextPass(list: ListPasses): NextPass {
  const { unseenKeys } = list;
  if (unseenKeys) return list.pass > 1 || unseenKeys.length === 0 ? 'complete' : { keys: unseenKeys };
  if (isOneResponse(list) || list.rowsSeen === list.total || stoodStill(list)) return 'complete';
  const drifted = list.pass === 1 || list.isOfAll ? driftedPages(list) : [];
  if (list.isOfAll && list.pass > 1 && hasFound(list, drifted)) return 'complete';
  if (list.pass === maxPasses) return 'given up';
  return { pages: list.pass === 1 && drifted.length > 0 ? drifted : wholeList(list) };
}

/** No row moved further than the pages that were read again. */
function hasFound({ highestTotal, lowestTotal, perPage }: ListPasses, drifted: readonly number[]): boolean {
  return drifted.length > 0 && (highestTotal ?? 0) - (lowestTotal ?? 0) <= perPage;
}

function isOneResponse({ pass, totals, perPage }: ListPasses): boolean {
  return pass === 1 && totals.length === 1 && (totals[0] ?? 0) <= perPage;
}

/**
 * Every page of the whole list reported the same total. The list can then hide a row only if it lost one and gained one between two
 * responses. In the first pass that shows: the gained row or a duplicate was among the rows. A later pass must have found nothing new.
 */
function stoodStill(list: ListPasses): boolean {
  const { pass, pages, totals, plannedPages, perPage, total, rowsRead, rowsShown, rowsSeen, rowsSeenBefore } = list;
  const lengths = withEnds(totals, perPage);
  const [length = null] = lengths;
  const isWhole = pages[0] === 1 && pages.length >= plannedPages && pages.length * perPage >= (length ?? 0);
  const isSame = lengths.every((one) => one === length && (one !== null || total === null));
  const foundNothing = pass === 1 ? rowsRead === rowsShown && rowsShown === rowsSeen : rowsSeen === rowsSeenBefore;
  return isWhole && isSame && foundNothing;
}

function wholeList({ plannedPages, highestTotal, perPage }: ListPasses): number[] {
  return pagesFrom(1, Math.max(plannedPages, Math.ceil((highestTotal ?? 0) / perPage)));
}

/**
 * Pages that may now hold rows which the first pass has missed. A page read when the list was longer than at the following page
 * hides rows between the two: the list grew before the first of them was read and pushed rows to the second, which had been read
 * already, or it shrank in between and pulled rows the other way. (The opposite order shows rows twice, which does no harm unless the
 * list did both.) Since then those rows may have moved on, at most as far as any total says.
 */
function driftedPages({ firstTotals, perPage, total: start, highestTotal, lowestTotal }: ListPasses): number[] {
  const totals = withEnds(firstTotals, perPage);
  const known = totals.filter((total) => total !== null);
  const [highest, lowest] = [Math.max(highestTotal ?? 0, ...known), Math.min(lowestTotal ?? Infinity, ...known)];
  const onlyGrew = start !== null && lowest >= start;
  const onlyShrank = start !== null && highest <= start;
  // Rows that were pushed past the last page.
  const pages = new Set(pagesFrom(totals.length + 1, Math.ceil(highest / perPage)));
  totals.forEach((total, index) => {
    const following = totals[index + 1] ?? null;
    if (total === null || following === null || total === following) return;
    if (total < following && (onlyGrew || onlyShrank)) return;
    const pulled = onlyGrew ? 0 : Math.ceil((Math.max(total, following) - lowest) / perPage);
    const pushed = onlyShrank ? 0 : Math.ceil((highest - Math.min(total, following)) / perPage);
    for (const page of pagesFrom(Math.max(1, index + 2 - pulled), index + 1 + pushed)) pages.add(page);
  });
  return [...pages].sort((one, other) => one - other);
}

/** A page beyond the end reports no total: then the list had no more rows than the pages before it hold. */
function withEnds(totals: readonly ListTotal[], perPage: number): ListTotal[] {
  const lengths: ListTotal[] = [];
  totals.forEach((total, index) => {
    const before = lengths[index - 1] ?? null;
    lengths.push(total ?? (before === null ? null : Math.min(before, index * perPage)));
  });
  return lengths;
}
