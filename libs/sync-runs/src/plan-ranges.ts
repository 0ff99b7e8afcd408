/** Pages firstPage to lastPage inclusive, 1-based. */
export interface PageRange {
  firstPage: number;
  lastPage: number;
}

const maxPagesPerRange = 10;

/** Each fetch works on two ranges: it fetches for one while it stores for the other. */
const rangesPerFetch = 2;

/** Page numbers from first to last inclusive. */
export function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/**
 * Splits pages, in order, into ranges of at most ten pages, and of fewer when there would be too few ranges to keep every fetch busy.
 * Those of a longer list become shorter towards the end, so that no fetch is left with a long range when the others have nothing to do.
 */
export function planRanges(pages: readonly number[], maxFetches: number): PageRange[] {
  const share = (count: number) => Math.ceil(count / (maxFetches * rangesPerFetch));
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

/** Divides pending ranges, in order, among free fetches: two of one run each, or one where that leaves no fetch idle. */
export function shareOut<R extends { syncRunId: string }>(pending: readonly R[], freeFetches: number): [R, ...R[]][] {
  const shares: [R, ...R[]][] = [];
  let rest = [...pending];
  while (rest.length > 0 && shares.length < freeFetches) {
    const [first, second, ...others] = rest as [R, R | undefined, ...R[]];
    const idle = freeFetches - shares.length - 1;
    const pairs = second !== undefined && second.syncRunId === first.syncRunId && rest.length - 1 > idle;
    shares.push(pairs ? [first, second] : [first]);
    rest = pairs ? others : rest.slice(1);
  }
  return shares;
}
