import { nextReading, type Reading } from '../bulk-sync/next-reading';
import { pagesFrom, planRanges } from '../bulk-sync/plan-ranges';

export const perPage = 5;

/** Between two answers: so many rows come in front (above 0), or so many go from a place on (below 0). */
export interface Motion {
  rows: number;
  place: number;
}

export interface Reader {
  /** Rows of the list when its probe is made. */
  length: number;
  /** Answer by answer: which of the ranges under way it belongs to, and how the list moves before it. */
  answers: { range: number; motions: readonly Motion[] }[];
}

export interface Outcome {
  end: 'complete' | 'given up';
  /** Rows that were there from start to end, and that no page has shown. */
  missed: number[];
  readings: number;
  pagesRead: number;
}

/** Rows up to `length` were there at the start; those that come later have higher numbers. */
class MovingRows {
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

/** One reading: the ranges side by side, the pages of each one after another. Like the platform, a page beyond the end tells no total. */
function read(list: MovingRows, pages: number[], answers: Reader['answers']): { reading: Reading; shown: number[] } {
  const totals = new Map<number, number | null>();
  const shown: number[] = [];
  const ranges = planRanges(pages, 2).map(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
  while (ranges.length > 0) {
    const { range: turn, motions } = answers.shift() ?? { range: 0, motions: [] };
    for (const motion of motions) list.move(motion);
    const range = ranges[turn % ranges.length] ?? [];
    const page = range.shift() ?? 0;
    if (range.length === 0) ranges.splice(ranges.indexOf(range), 1);
    const rows = list.page(page);
    shown.push(...rows);
    totals.set(page, rows.length === 0 && page > 1 ? null : list.length);
  }
  return { reading: { pages, totals: pages.map((page) => totals.get(page) ?? null) }, shown };
}

/** Reads a list as a run does, until nothing is to be read again. */
export function readMovingList({ length, answers }: Reader): Outcome {
  const list = new MovingRows(length);
  const left = [...answers];
  const seen = new Set<number>();
  const first = read(list, pagesFrom(1, Math.ceil(length / perPage)), left);
  const ofFirst = first.shown.filter((row) => list.isOld(row));
  for (const row of ofFirst) seen.add(row);
  let [last, before, rowsSeenBefore, pagesRead]: [Reading, Reading | null, number | null, number] = [first.reading, null, null, 0];
  let highestTotal = 0;
  for (let reading = 1; ; reading += 1) {
    pagesRead += last.pages.length;
    highestTotal = Math.max(highestTotal, ...last.totals.map((total) => total ?? 0));
    const counts = { rowsRead: first.shown.length, rowsShown: ofFirst.length, rowsSeen: seen.size, rowsSeenBefore };
    const next = nextReading({ reading, perPage, total: length, first: first.reading, last, before, highestTotal, ...counts });
    if (typeof next === 'string') return { end: next, missed: list.old().filter((row) => !seen.has(row)), readings: reading, pagesRead };
    rowsSeenBefore = seen.size;
    const again = read(list, next.pages, left);
    for (const row of again.shown) if (list.isOld(row)) seen.add(row);
    [before, last] = [last, again.reading];
  }
}
