import { Injectable } from '@nestjs/common';
import { endSyncRuns, lockSyncsOf } from '@sync/domain';
import type { Enqueue, TaskAttempt, TaskHandler } from '@sync/durable-work';
import { RecordStore } from '@sync/record-store';
import { DataSource, type EntityManager } from 'typeorm';
import { ReadAgain } from './read-again';
import { RestartFailedRun } from './restart-failed-run';
import { SyncEnd } from './sync-end';
import { SyncTargets } from './sync-target';

/** Every page of the run is stored: looks again where the list moved meanwhile, else links what can be linked now and closes the run. */
@Injectable()
export class FinishSyncRun implements TaskHandler<'finish-sync-run'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly again: ReadAgain,
    private readonly end: SyncEnd,
    private readonly restartFailed: RestartFailedRun,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const run = await this.targets.findRun(syncRunId);
    if (run?.status !== 'running') return attempt.isRetry ? this.restartFailed.restart(syncRunId, attempt) : undefined;
    if (await this.again.whereNeeded(run, attempt)) return;
    // Also after customers and products: orders of earlier runs may wait for them.
    await this.store.linkRecords(run.systemConnectionId);
    attempt.throwIfInterrupted();
    await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, run.systemConnectionId);
      await attempt.complete(manager);
      await endSyncRuns(manager, [run.id], { status: 'succeeded', error: null });
    });
  }

  async exhausted({ syncRunId }: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    const run = await this.targets.findRun(syncRunId);
    if (run) await this.end.fail(manager, enqueue, run.systemConnectionId, [run.id], reason);
  }
}
