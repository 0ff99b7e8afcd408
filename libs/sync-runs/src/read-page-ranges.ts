import type { SqlRunner } from '@sync/postgres';

/** Pages of an open run that are fetched together. Ranges go when their run ends. */
export interface PageRangeProgress {
  firstPage: number;
  lastPage: number;
  status: 'pending' | 'running' | 'done';
  pagesDone: number;
  /** Each pass over a list that changed while it was read has ranges of its own. */
  pass: number;
}

const selectRanges = `
  select first_page as "firstPage", last_page as "lastPage", status, pages_done as "pagesDone", reading as pass from sync_run_ranges
  where sync_run_id = $1 order by reading, first_page limit $2`;

export async function readPageRanges(sql: SqlRunner, syncRunId: string, max: number): Promise<PageRangeProgress[]> {
  return sql.query<PageRangeProgress[]>(selectRanges, [syncRunId, max]);
}
