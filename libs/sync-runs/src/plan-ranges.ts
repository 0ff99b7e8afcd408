/** Pages firstPage to lastPage inclusive, 1-based. */
export interface PageRange {
  firstPage: number;
  lastPage: number;
}

const maxPagesPerRange = 25;
/** A task for each page would cost more than the page. */
const minPagesPerRange = 2;

/** For each request in flight, so that none is left with a long range at the end. */
const rangesPerFetch = 2;

/** Page numbers from first to last inclusive. */
export function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/**
 * Splits pages, in order, into ranges of at most 25 pages, and of fewer when there would be too few ranges to keep every fetch busy.
 * Those of a longer list become shorter towards the end, so that no fetch is left with a long range when the others have nothing to do.
 */
export function planRanges(pages: readonly number[], maxFetches: number): PageRange[] {
  const share = (count: number) => Math.max(minPagesPerRange, Math.ceil(count / (maxFetches * rangesPerFetch)));
  const isLong = share(pages.length) > maxPagesPerRange;
  const ranges: PageRange[] = [];
  let maxLength = 0;
  for (const [at, page] of pages.entries()) {
    const last = ranges.at(-1);
    if (last && page === last.lastPage + 1 && page < last.firstPage + maxLength) last.lastPage = page;
    else {
      maxLength = Math.min(maxPagesPerRange, share(isLong ? pages.length - at : pages.length));
      ranges.push({ firstPage: page, lastPage: page });
    }
  }
  return ranges;
}

/** What a run reads of a list: pages, or the rows with these keys. */
export type ListPart = { pages: readonly number[] } | { keys: readonly string[] };

/** `taskId`: the task that has claimed it from the beginning. */
export type PlannedRange = PageRange & { keys?: readonly string[]; taskId?: string };

/** Ranges as above. Pages of keys are numbered from 1. The first page of others is alone, and claimed, if a task has it already. */
export function rangesOf(part: ListPart, perPage: number, maxFetches: number, firstPageOf: string | null = null): PlannedRange[] {
  if ('pages' in part) {
    const [first, ...others] = planRanges(part.pages, maxFetches);
    if (!first || firstPageOf === null) return first ? [first, ...others] : [];
    const { firstPage, lastPage } = first;
    const rest = firstPage < lastPage ? [{ firstPage: firstPage + 1, lastPage }] : [];
    return [{ firstPage, lastPage: firstPage, taskId: firstPageOf }, ...rest, ...others];
  }
  const pages = pagesFrom(1, Math.ceil(part.keys.length / perPage));
  return planRanges(pages, maxFetches).map((range) => ({
    ...range,
    keys: part.keys.slice((range.firstPage - 1) * perPage, range.lastPage * perPage),
  }));
}
