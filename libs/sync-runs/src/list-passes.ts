import type { SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';
import { pagesFrom } from './plan-ranges';

/** Rows that a list had when one of its pages was read; null: unknown. */
export type ListTotal = number | null;

/** The passes over a run's list so far. Rows that entered the list after the run had begun do not count as seen. */
export interface ListPasses {
  /** 1: only the first pass was made. */
  pass: number;
  perPage: number;
  /** Rows of the list when the run began; null: the platform did not say. */
  total: ListTotal;
  /** Pages of the first pass, and the rows that the list had when each was read. */
  plannedPages: number;
  firstTotals: ListTotal[];
  /** The run reads all records, not only changes: what it still misses is found by the next reconcile. */
  isOfAll: boolean;
  /** Listed keys that no page has shown, in order: their rows are gone, or were pulled to a page read before. Null: the probe listed none. */
  unseenKeys: string[] | null;
  /** The highest total of any pass; null: none is known. */
  highestTotal: ListTotal;
  /** Pages of the last pass in order, with the rows that the list had when each was read. */
  pages: number[];
  totals: ListTotal[];
  /** Rows of the last pass, counted as often as they were shown, newer rows included. */
  rowsRead: number;
  /** Those of them that count as seen. */
  rowsShown: number;
  /** Distinct rows of all passes. */
  rowsSeen: number;
  /** The same with the rows that entered the list after the run had begun. */
  rowsListed: number;
  /** The lowest total of any pass; null: none is known. */
  lowestTotal: ListTotal;
  /** Distinct rows of all passes but the last; null: there was only one. */
  rowsSeenBefore: number | null;
}

interface RangeRow {
  pass: number;
  firstPage: number;
  lastPage: number;
  perPage: number;
  totals: ListTotal[];
  rowsRead: number;
  rowsShown: number;
}

interface RunRow extends Pick<ListPasses, 'pass' | 'total' | 'rowsSeenBefore' | 'isOfAll'> {
  hasListedKeys: boolean;
}

const findRun = `
  select reading as pass, list_total as total, rows_seen_before as "rowsSeenBefore", modified_after is null as "isOfAll",
    listed_keys is not null as "hasListedKeys"
  from sync_runs
  where id = $1 and status = 'running' and list_newest is not null`;

const findRanges = `
  select reading as pass, first_page as "firstPage", last_page as "lastPage", per_page as "perPage", list_totals as totals,
    records_fetched as "rowsRead", cardinality(seen_keys) as "rowsShown"
  from page_ranges where sync_run_id = $1 order by reading, first_page`;

const countSeen = `
  select count(distinct key) filter (where is_old)::int as "rowsSeen", count(distinct key)::int as "rowsListed"
  from (
    select unnest(seen_keys) as key, true as is_old from page_ranges where sync_run_id = $1
    union all
    select unnest(newer_keys), false from page_ranges where sync_run_id = $1
  ) listed`;

/** Grouped rather than joined, as lists are long. */
const findUnseenKeys = `
  with keys as (
    select key, hashtextextended(key, 0) as hash, place
    from sync_runs, unnest(listed_keys) with ordinality as listed (key, place) where id = $1
    union all
    select null, unnest(seen_keys), null from page_ranges where sync_run_id = $1
  )
  select min(key) as key from keys group by hash having count(*) = count(place) order by min(place)`;

/** Null when the platform describes no lists, or when there was nothing to read and the list is not empty. */
export async function findListPasses(sql: SqlRunner, syncRunId: string): Promise<ListPasses | null> {
  const [run] = await sql.query<RunRow[]>(findRun, [syncRunId]);
  const ranges = run ? await sql.query<RangeRow[]>(findRanges, [syncRunId]) : [];
  const [first] = ranges;
  if (!run || (!first && run.total !== 0)) return null;
  const [seen] = await sql.query<[Pick<ListPasses, 'rowsSeen' | 'rowsListed'>]>(countSeen, [syncRunId]);
  const known = ranges.flatMap(({ totals }) => totals).filter((total) => total !== null);
  const [planned, last] = [1, run.pass].map((pass) => ranges.filter((range) => range.pass === pass)) as [RangeRow[], RangeRow[]];
  const { hasListedKeys, ...passes } = run;
  const unseen = hasListedKeys ? await sql.query<{ key: string }[]>(findUnseenKeys, [syncRunId]) : null;
  return {
    ...passes,
    unseenKeys: unseen && unseen.map(({ key }) => key),
    ...seen,
    perPage: first?.perPage ?? 0,
    plannedPages: pagesOf(planned).length,
    firstTotals: totalsOf(planned),
    highestTotal: known.length === 0 ? null : Math.max(...known),
    lowestTotal: run.total === null && known.length === 0 ? null : Math.min(...known, run.total ?? Infinity),
    pages: pagesOf(last),
    totals: totalsOf(last),
    rowsRead: last.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rowsShown: last.reduce((sum, { rowsShown }) => sum + rowsShown, 0),
  };
}

/** Pages past an empty one were not requested: their totals are unknown. */
function totalsOf(ranges: readonly RangeRow[]): ListTotal[] {
  return ranges.flatMap(({ firstPage, lastPage, totals }) => pagesFrom(firstPage, lastPage).map((_, index) => totals[index] ?? null));
}

function pagesOf(ranges: readonly RangeRow[]): number[] {
  return ranges.flatMap(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
}

const beginNextPass = `
  with begun as (
    update sync_runs set reading = reading + 1, rows_seen_before = $3, pages_total = pages_total + $4
    where id = $1 and reading = $2 and status = 'running' returning 1
  )
  select from begun`;

/** False when the run has ended or the next pass has begun already. */
export async function beginPassAfter(
  manager: EntityManager,
  syncRunId: string,
  { pass, rowsSeen }: ListPasses,
  pages: number,
): Promise<boolean> {
  return (await manager.query<unknown[]>(beginNextPass, [syncRunId, pass, rowsSeen, pages])).length > 0;
}
