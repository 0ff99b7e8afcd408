import { pagesFrom } from './plan-ranges';

/** Rows that a list had when one of its pages was read; null: unknown. */
export type ListTotal = number | null;

/**
 * A page that is beyond the end tells no total: then the list had no more rows than the pages before it hold. Where nothing is
 * known of the page before it either, nothing is known.
 */
export function withEnds(totals: readonly ListTotal[], perPage: number): ListTotal[] {
  const told: ListTotal[] = [];
  totals.forEach((total, index) => {
    const before = told[index - 1] ?? null;
    told.push(total ?? (before === null ? null : Math.min(before, index * perPage)));
  });
  return told;
}

interface ShiftOptions {
  perPage: number;
  /** Rows that it had before; null: unknown, so that it may have both grown and shrunk. */
  start: ListTotal;
}

/**
 * Pages that may now hold rows which a reading has missed, 1-based and in order. `read` has one total for each page from the
 * first one on, in the order of the pages and not of time.
 *
 * A page that was read when the list was longer than when the following one was read has rows between them that were never
 * shown: either the list grew before the first of the two was read, and pushed its last rows to the second one, which had been
 * read already; or it shrank before the second one was read, and pulled its first rows to the first one. The other way round rows
 * are shown twice, which does no harm unless the list did both. Since then it may have moved on: at most as far as any of its
 * totals says.
 */
export function shiftedPages(read: readonly ListTotal[], { perPage, start }: ShiftOptions): number[] {
  const totals = withEnds(read, perPage);
  const known = totals.filter((total) => total !== null);
  const [highest, lowest] = [Math.max(0, ...known), Math.min(...known)];
  const onlyGrew = start !== null && lowest >= start;
  const onlyShrank = start !== null && highest <= start;
  const pages = new Set<number>();
  totals.forEach((total, index) => {
    const following = totals[index + 1] ?? null;
    if (total === null || following === null || total === following) return;
    if (total < following && (onlyGrew || onlyShrank)) return;
    const pulled = onlyGrew ? 0 : Math.ceil((Math.max(total, following) - lowest) / perPage);
    const pushed = onlyShrank ? 0 : Math.ceil((highest - Math.min(total, following)) / perPage);
    for (const page of pagesFrom(Math.max(1, index + 2 - pulled), index + 1 + pushed)) pages.add(page);
  });
  // What was pushed past the end of what was planned.
  for (const page of pagesFrom(totals.length + 1, Math.ceil(highest / perPage))) pages.add(page);
  return [...pages].sort((one, other) => one - other);
}
