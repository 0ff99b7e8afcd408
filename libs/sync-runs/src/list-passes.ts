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
  /** Pages of the first pass. */
  plannedPages: number;
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

const findRun = `
  select reading as pass, list_total as total, rows_seen_before as "rowsSeenBefore" from sync_runs
  where id = $1 and status = 'running' and list_newest is not null`;

const findRanges = `
  select reading as pass, first_page as "firstPage", last_page as "lastPage", per_page as "perPage", list_totals as totals,
    records_fetched as "rowsRead", cardinality(seen_keys) as "rowsShown"
  from sync_run_ranges where sync_run_id = $1 order by reading, first_page`;

const countSeen = `
  select count(distinct key) filter (where is_old)::int as "rowsSeen", count(distinct key)::int as "rowsListed"
  from (
    select unnest(seen_keys) as key, true as is_old from sync_run_ranges where sync_run_id = $1
    union all
    select unnest(newer_keys), false from sync_run_ranges where sync_run_id = $1
  ) listed`;

/** Null when the platform describes no lists, or when there was nothing to read and the list is not empty. */
export async function findListPasses(sql: SqlRunner, syncRunId: string): Promise<ListPasses | null> {
  const [run] = await sql.query<Pick<ListPasses, 'pass' | 'total' | 'rowsSeenBefore'>[]>(findRun, [syncRunId]);
  const ranges = run ? await sql.query<RangeRow[]>(findRanges, [syncRunId]) : [];
  const [first] = ranges;
  if (!run || (!first && run.total !== 0)) return null;
  const [seen] = await sql.query<[Pick<ListPasses, 'rowsSeen' | 'rowsListed'>]>(countSeen, [syncRunId]);
  const known = ranges.flatMap(({ totals }) => totals).filter((total) => total !== null);
  const last = ranges.filter(({ pass }) => pass === run.pass);
  return {
    ...run,
    ...seen,
    perPage: first?.perPage ?? 0,
    plannedPages: pagesOf(ranges.filter(({ pass }) => pass === 1)).length,
    highestTotal: known.length === 0 ? null : Math.max(...known),
    lowestTotal: run.total === null && known.length === 0 ? null : Math.min(...known, run.total ?? Infinity),
    pages: pagesOf(last),
    // Pages past an empty one were not requested: their totals are unknown.
    totals: last.flatMap(({ firstPage, lastPage, totals }) => pagesFrom(firstPage, lastPage).map((_, index) => totals[index] ?? null)),
    rowsRead: last.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rowsShown: last.reduce((sum, { rowsShown }) => sum + rowsShown, 0),
  };
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
