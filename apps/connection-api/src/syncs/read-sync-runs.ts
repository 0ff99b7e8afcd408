import { Injectable } from '@nestjs/common';
import type { SyncMode, SyncRunStatus } from '@sync/domain';
import type { SystemCapability } from '@sync/records';
import { DataSource } from 'typeorm';
import { SyncRunRepresentation } from './sync-run-representation';

interface RunRow {
  id: string;
  capability: SystemCapability;
  mode: SyncMode;
  status: SyncRunStatus;
  modified_after: Date | null;
  pages_total: number | null;
  pages_done: string;
  records_fetched: string;
  records_written: string;
  records_skipped: string;
  error: string | null;
  started_at: Date | null;
  finished_at: Date | null;
}

/** While a run is open its ranges count, page by page; when it ends the sums are stored with it. */
const runs = `
  select run.id, run.capability, run.mode, run.status, run.modified_after, run.pages_total,
    run.pages_done + coalesce(progress.pages_done, 0) as pages_done,
    run.records_fetched + coalesce(progress.records_fetched, 0) as records_fetched,
    run.records_written + coalesce(progress.records_written, 0) as records_written,
    run.records_skipped + coalesce(progress.records_skipped, 0) as records_skipped,
    run.error, run.started_at, run.finished_at
  from sync_runs run
  left join lateral (
    select sum(range.pages_done) as pages_done, sum(range.records_fetched) as records_fetched,
      sum(range.records_written) as records_written, sum(range.records_skipped) as records_skipped
    from sync_run_ranges range where range.sync_run_id = run.id and run.status in ('queued', 'running')
  ) progress on true`;

@Injectable()
export class ReadSyncRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of the ids. */
  async byIds(ids: readonly string[]): Promise<SyncRunRepresentation[]> {
    const rows = await this.dataSource.query<RunRow[]>(`${runs} where run.id = any($1) order by array_position($1, run.id)`, [ids]);
    return rows.map(present);
  }

  /** Newest first, after the run that is named. */
  async ofConnection(connectionId: string, after: string | null, limit: number): Promise<SyncRunRepresentation[]> {
    const rows = await this.dataSource.query<RunRow[]>(
      `${runs} where run.system_connection_id = $1 and ($2::uuid is null or run.id < $2) order by run.id desc limit $3`,
      [connectionId, after, limit],
    );
    return rows.map(present);
  }
}

function present(row: RunRow): SyncRunRepresentation {
  return {
    id: row.id,
    capability: row.capability,
    mode: row.mode,
    status: row.status,
    modified_after: row.modified_after?.toISOString() ?? null,
    pages_total: row.pages_total,
    pages_done: Number(row.pages_done),
    records_fetched: Number(row.records_fetched),
    records_written: Number(row.records_written),
    records_skipped: Number(row.records_skipped),
    error: row.error,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
