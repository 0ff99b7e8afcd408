import { pagesFrom } from './plan-ranges';
import { shiftedPages, withEnds, type ListTotal } from './shifted-pages';

/** After so many readings a run ends whatever its list does: one that never stands still must not be read for ever. */
const mostReadings = 4;

/** The pages of one reading in their order, with the rows that the list had when each was read. */
export interface Reading {
  pages: readonly number[];
  totals: readonly ListTotal[];
}

/** What the readings of a list have shown so far. Rows that came into the list after the run had begun are not among those seen. */
export interface ReadList {
  /** 1: the first one. */
  reading: number;
  perPage: number;
  /** Rows of the list when the run began; null: the platform did not say. */
  total: ListTotal;
  first: Reading;
  last: Reading;
  /** The one before it; null: it is the first. */
  before: Reading | null;
  /** The highest total that any reading has met; null: none is known. */
  highestTotal: ListTotal;
  /** Rows of the first reading, each as often as it was shown, also those that came later. */
  rowsRead: number;
  /** Those of them that were there when the run began, each as often as it was shown. */
  rowsShown: number;
  /** Different rows, of all readings. */
  rowsSeen: number;
  /** Different rows, of all readings but the last one; null: it is the first. */
  rowsSeenBefore: number | null;
}

/** `complete`: no row is missing. `given up`: the list never stood still long enough to say so. */
export type NextReading = { pages: number[] } | 'complete' | 'given up';

/**
 * Whether a list was read without a gap, and if not, which pages are to be read again: those beside which it shifted, or all of
 * it. Readings add up: a row is missing only if none of them showed it.
 */
export function nextReading(list: ReadList): NextReading {
  const next = list.reading === 1 ? afterFirst(list) : isWhole(list) ? afterWhole(list) : afterPart(list);
  return next === 'complete' || list.reading < mostReadings ? next : 'given up';
}

function afterFirst(list: ReadList): NextReading {
  if (isOnePage(list)) return 'complete';
  return shifts(list) ?? (everyRowWasSeen(list) || stoodStill(list) ? 'complete' : wholeList(list));
}

function afterWhole(list: ReadList): NextReading {
  if (everyRowWasSeen(list)) return 'complete';
  return shifts(list) ?? (foundNothing(list) ? 'complete' : wholeList(list));
}

/** A row that was removed before any page showed it looks like one that was missed: then the whole list is read once more. */
function afterPart(list: ReadList): NextReading {
  return everyRowWasSeen(list) || (list.reading > 2 && foundNothing(list) && movedNoFurther(list)) ? 'complete' : wholeList(list);
}

/** One answer is one moment. */
function isOnePage({ first: { totals }, perPage }: ReadList): boolean {
  return totals.length === 1 && (totals[0] ?? 0) <= perPage;
}

/** From the first page to the last one, and none left out. */
function isWhole({ first, last }: ReadList): boolean {
  const pages = first.pages.length;
  return last.pages[0] === 1 && last.pages[pages - 1] === pages;
}

/** As many as there were when the run began. */
function everyRowWasSeen({ total, rowsSeen }: ReadList): boolean {
  return rowsSeen === total;
}

function foundNothing({ rowsSeen, rowsSeenBefore }: ReadList): boolean {
  return rowsSeen === rowsSeenBefore;
}

/** What was read again was chosen for a list of these lengths. */
function movedNoFurther({ before, last }: ReadList): boolean {
  const known = (before?.totals ?? []).filter((total) => total !== null);
  return last.totals.every((total) => total === null || (total >= Math.min(...known) && total <= Math.max(...known)));
}

/**
 * Every page told the same length, no row was shown twice, and none had come later. A row can then be missing only if the list
 * lost one and gained one between two answers; but then the one gained, or another one twice, would have been shown.
 */
function stoodStill({ total, first, perPage, rowsRead, rowsShown, rowsSeen }: ReadList): boolean {
  const lengths = withEnds(first.totals, perPage);
  const isSame = lengths.every((length) => length === lengths[0] && (length !== null || total === null));
  return isSame && rowsShown === rowsSeen && rowsRead === rowsShown;
}

function shifts({ last, perPage, total, reading }: ReadList): { pages: number[] } | null {
  const pages = shiftedPages(last.totals, { perPage, start: reading === 1 ? total : null });
  return pages.length > 0 ? { pages } : null;
}

function wholeList({ first, highestTotal, perPage }: ReadList): { pages: number[] } {
  return { pages: pagesFrom(1, Math.max(first.pages.length, Math.ceil((highestTotal ?? 0) / perPage))) };
}
