import type { DataSource } from 'typeorm';
import type { Reading, ReadList } from './next-reading';
import { pagesFrom } from './plan-ranges';
import type { ListTotal } from './shifted-pages';

interface RunRow {
  reading: number;
  total: ListTotal;
  rowsSeenBefore: number | null;
}

interface RangeRow {
  reading: number;
  firstPage: number;
  lastPage: number;
  perPage: number;
  totals: ListTotal[];
  rowsRead: number;
  rowsShown: number;
}

const findRun = `
  select reading, list_total as total, rows_seen_before as "rowsSeenBefore" from sync_runs
  where id = $1 and status = 'running' and list_newest is not null`;

const findRanges = `
  select reading, first_page as "firstPage", last_page as "lastPage", per_page as "perPage", list_totals as totals,
    records_fetched as "rowsRead", cardinality(seen_keys) as "rowsShown"
  from sync_run_ranges where sync_run_id = $1 order by reading, first_page`;

const countSeen = `
  select count(distinct key)::int as rows from sync_run_ranges range, unnest(range.seen_keys) as key where range.sync_run_id = $1`;

/** What the readings of a running run have shown. Null when its platform tells nothing of its lists, or when there was nothing to read. */
export async function findReadList(dataSource: DataSource, syncRunId: string): Promise<ReadList | null> {
  const [run] = await dataSource.query<RunRow[]>(findRun, [syncRunId]);
  const ranges = run ? await dataSource.query<RangeRow[]>(findRanges, [syncRunId]) : [];
  const [first] = ranges;
  if (!run || !first) return null;
  const [seen = { rows: 0 }] = await dataSource.query<{ rows: number }[]>(countSeen, [syncRunId]);
  const of = (number: number) => ranges.filter(({ reading }) => reading === number);
  const known = ranges.flatMap(({ totals }) => totals).filter((total) => total !== null);
  return {
    reading: run.reading,
    perPage: first.perPage,
    total: run.total,
    first: readingOf(of(1)),
    last: readingOf(of(run.reading)),
    before: run.reading === 1 ? null : readingOf(of(run.reading - 1)),
    highestTotal: known.length === 0 ? null : Math.max(...known),
    rowsRead: of(1).reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rowsShown: of(1).reduce((sum, { rowsShown }) => sum + rowsShown, 0),
    rowsSeen: seen.rows,
    rowsSeenBefore: run.rowsSeenBefore,
  };
}

/** Pages past an empty one were not asked for: nothing is known of them. */
function readingOf(ranges: readonly RangeRow[]): Reading {
  const pages = ranges.flatMap(({ firstPage, lastPage }) => pagesFrom(firstPage, lastPage));
  const totals = ranges.flatMap(({ firstPage, lastPage, totals: told }) => pagesFrom(firstPage, lastPage).map((_, at) => told[at] ?? null));
  return { pages, totals };
}
