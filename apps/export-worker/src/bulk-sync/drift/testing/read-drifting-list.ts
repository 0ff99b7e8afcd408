import { pagesFrom, planRanges, type ListPasses, type ListTotal } from '@sync/sync-runs';
import { nextPass, type NextPass } from '../next-pass';

export const perPage = 5;

/** Between two responses: rows inserted in front (above 0), or removed from a place on (below 0). */
export interface Motion {
  rows: number;
  place: number;
}

export interface Reader {
  /** Rows of the list when it is probed. */
  length: number;
  /** Response by response: which of the open ranges it belongs to, and how the list drifts before it. */
  responses: { range: number; motions: readonly Motion[] }[];
  /** The run reads all records. Default: changes. */
  isOfAll?: boolean;
}

export interface Outcome {
  end: 'complete' | 'given up';
  /** Rows that were there from start to end and that no page has shown. */
  missed: number[];
  passes: number;
  pagesRead: number;
}

/** Rows up to `length` were there at the start; later ones have higher numbers. */
class DriftingRows {
  private rows: number[];
  private newest: number;

  constructor(private readonly initially: number) {
    this.rows = pagesFrom(1, initially);
    this.newest = initially;
  }

  get length(): number {
    return this.rows.length;
  }

  move({ rows, place }: Motion): void {
    for (let added = 0; added < rows; added += 1) this.rows.unshift((this.newest += 1));
    if (rows < 0) this.rows.splice(place % Math.max(1, this.length), -rows);
  }

  page(number: number): number[] {
    return this.rows.slice((number - 1) * perPage, number * perPage);
  }

  isOld(row: number): boolean {
    return row <= this.initially;
  }

  old(): number[] {
    return this.rows.filter((row) => this.isOld(row));
  }
}

/** One pass: the ranges side by side, the pages of each in order. As on the platform, a page beyond the end reports no total. */
function read(list: DriftingRows, pages: number[], responses: Reader['responses']): { totals: ListTotal[]; shown: number[] } {
  const totals = new Map<number, ListTotal>();
  const shown: number[] = [];
  const ranges = planRanges(pages, 2).map(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
  while (ranges.length > 0) {
    const { range: turn, motions } = responses.shift() ?? { range: 0, motions: [] };
    for (const motion of motions) list.move(motion);
    const range = ranges[turn % ranges.length] ?? [];
    const page = range.shift() ?? 0;
    if (range.length === 0) ranges.splice(ranges.indexOf(range), 1);
    const rows = list.page(page);
    shown.push(...rows);
    totals.set(page, rows.length === 0 && page > 1 ? null : list.length);
  }
  return { totals: pages.map((page) => totals.get(page) ?? null), shown };
}

/** Reads a list as a run does, until no further pass is needed. */
export function readDriftingList(
  { length, responses, isOfAll = false }: Reader,
  decide: (list: ListPasses) => NextPass = nextPass,
): Outcome {
  const list = new DriftingRows(length);
  const left = [...responses];
  const seen = new Set<number>();
  const plannedPages = Math.ceil(length / perPage);
  let pages = pagesFrom(1, plannedPages);
  let [pagesRead, highestTotal, lowestTotal] = [0, 0, length];
  let firstTotals: ListTotal[] | null = null;
  for (let pass = 1, rowsSeenBefore: number | null = null; ; pass += 1) {
    const { totals, shown } = read(list, pages, left);
    const old = shown.filter((row) => list.isOld(row));
    for (const row of old) seen.add(row);
    pagesRead += pages.length;
    firstTotals ??= totals;
    highestTotal = Math.max(highestTotal, ...totals.map((total) => total ?? 0));
    lowestTotal = Math.min(lowestTotal, ...totals.map((total) => total ?? Infinity));
    const counts = { rowsRead: shown.length, rowsShown: old.length, rowsSeen: seen.size, rowsListed: seen.size, rowsSeenBefore };
    const about = { isOfAll, unseenKeys: null, firstTotals, perPage, total: length, plannedPages, highestTotal, lowestTotal };
    const next = decide({ ...about, pass, pages, totals, ...counts });
    if (typeof next === 'string') return { end: next, missed: list.old().filter((row) => !seen.has(row)), passes: pass, pagesRead };
    rowsSeenBefore = seen.size;
    pages = 'pages' in next ? [...next.pages] : [];
  }
}
