import { Injectable } from '@nestjs/common';
import { readSyncRuns, readSyncRunsOf } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { presentSyncRun, type SyncRunRepresentation } from './sync-run-representation';

@Injectable()
export class ReadSyncRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of the ids. */
  async byIds(ids: readonly string[]): Promise<SyncRunRepresentation[]> {
    return (await readSyncRuns(this.dataSource, ids)).map(presentSyncRun);
  }

  /** Newest first, starting after the run `after`. */
  async ofConnection(connectionId: string, after: string | null, limit: number): Promise<SyncRunRepresentation[]> {
    return (await readSyncRunsOf(this.dataSource, connectionId, after, limit)).map(presentSyncRun);
  }
}
