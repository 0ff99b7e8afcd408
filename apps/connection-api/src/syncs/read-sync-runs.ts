import { Injectable } from '@nestjs/common';
import { readSyncRuns, readSyncRunsOf, type SyncRun } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import type { SyncRunRepresentation } from './sync-run-representation';

@Injectable()
export class ReadSyncRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of the ids. */
  async byIds(ids: readonly string[]): Promise<SyncRunRepresentation[]> {
    return (await readSyncRuns(this.dataSource, ids)).map(present);
  }

  /** Newest first, starting after the run `after`. */
  async ofConnection(connectionId: string, after: string | null, limit: number): Promise<SyncRunRepresentation[]> {
    return (await readSyncRunsOf(this.dataSource, connectionId, after, limit)).map(present);
  }
}

function present(run: SyncRun): SyncRunRepresentation {
  return {
    id: run.id,
    capability: run.capability,
    mode: run.mode,
    status: run.status,
    modified_after: run.modifiedAfter?.toISOString() ?? null,
    pages_total: run.pagesTotal,
    pages_done: run.pagesDone,
    records_fetched: run.recordsFetched,
    records_written: run.recordsWritten,
    records_skipped: run.recordsSkipped,
    error: run.error,
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}
