import { until } from '@sync/test-harness';
import type { DataSource } from 'typeorm';

export interface EndedRun {
  id: string;
  capability: string;
  status: string;
  error: string | null;
  incomplete: string | null;
  pages_total: number | null;
  pages_done: number;
  records_fetched: number;
  records_written: number;
  records_skipped: number;
}

/** The runs in the order requested, once all have ended. */
export async function endedRuns(dataSource: DataSource, runIds: readonly string[], withinMs?: number): Promise<EndedRun[]> {
  const read = () =>
    dataSource.query<EndedRun[]>(
      `select id, capability, status, error, incomplete, pages_total, pages_done, records_fetched::int, records_written::int, records_skipped::int
       from sync_runs where id = any($1) order by array_position($1, id)`,
      [runIds],
    );
  await until(async () => (await read()).every(({ status }) => !['queued', 'running'].includes(status)), withinMs);
  return read();
}

/** Pages of the connection stored so far, including those of ended runs. */
export async function pagesDone(dataSource: DataSource, connectionId: string): Promise<number> {
  const [row] = await dataSource.query<{ pages: number }[]>(
    `select ((select coalesce(sum(pages_done), 0) from page_ranges where system_connection_id = $1)
       + (select coalesce(sum(pages_done), 0) from sync_runs where system_connection_id = $1))::int as pages`,
    [connectionId],
  );
  return row?.pages ?? 0;
}

/** The stored records, without the values that differ from run to run. */
export async function storedRows(
  dataSource: DataSource,
  connectionId: string,
  table: 'customers' | 'products' | 'orders',
): Promise<{ source_id: string; content_hash: string }[]> {
  return dataSource.query(`select source_id, content_hash from ${table} where shop_id = $1 order by source_id`, [connectionId]);
}
