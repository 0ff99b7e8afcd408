import { Injectable } from '@nestjs/common';
import type { TaskAttempt, TaskHandler } from '@sync/durable-work';
import { SyncRuns } from '@sync/sync-runs';
import { FindDeletions } from './find-deletions';

/** Deletes what a run held back, once confirmed. Records that were listed or written since then stay. */
@Injectable()
export class DeleteConfirmedRecords implements TaskHandler<'delete-confirmed-records'> {
  constructor(
    private readonly syncs: SyncRuns,
    private readonly deletions: FindDeletions,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const run = await this.syncs.find(syncRunId);
    if (run) await this.deletions.deleteDue(run, attempt);
  }
}
