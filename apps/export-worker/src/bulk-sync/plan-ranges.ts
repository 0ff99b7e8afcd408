/** Pages firstPage to lastPage inclusive, 1-based. */
export interface PageRange {
  firstPage: number;
  lastPage: number;
}

const mostPagesPerRange = 10;

/** Each parallel fetch works on two ranges, so that it fetches for one while it stores for the other. */
const rangesPerFetch = 2;

/** Page numbers from first to last, both included. */
export function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** Splits pages, in their order, into ranges of at most ten, and of fewer when there would be too few ranges to keep every fetch busy. */
export function planRanges(pages: readonly number[], parallelFetches: number): PageRange[] {
  const wanted = Math.ceil(pages.length / (parallelFetches * rangesPerFetch));
  const length = Math.max(1, Math.min(mostPagesPerRange, wanted));
  const ranges: PageRange[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && page === last.lastPage + 1 && page < last.firstPage + length) last.lastPage = page;
    else ranges.push({ firstPage: page, lastPage: page });
  }
  return ranges;
}

/** Divides pending ranges, already in their order, among free fetches: two of one run each, or one where that leaves no fetch idle. */
export function shareOut<R extends { syncRunId: string }>(pending: readonly R[], freeFetches: number): R[][] {
  const shares: R[][] = [];
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
