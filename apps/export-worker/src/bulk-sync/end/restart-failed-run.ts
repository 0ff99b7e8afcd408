import { Injectable } from '@nestjs/common';
import { UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import { SyncRuns, type SyncRun } from '@sync/sync-runs';
import { SyncTargets } from '../sync-target';

/** A run ends with the first of its tasks that fails. Retrying such a task opens a new run of the same kind. */
@Injectable()
export class RestartFailedRun {
  constructor(
    private readonly syncs: SyncRuns,
    private readonly targets: SyncTargets,
  ) {}

  /**
   * For a retried task whose run has ended. An open run of the same kind counts. Throws UnrecoverableTaskError, in words for a
   * person, when there is nothing to start.
   */
  async restart(syncRunId: string, attempt: TaskAttempt): Promise<void> {
    const run = await this.syncs.find(syncRunId);
    if (!run) throw new UnrecoverableTaskError('The sync that this belonged to is no longer kept. Start a new one instead.');
    if (run.status !== 'failed' && run.status !== 'cancelled') return;
    await this.requireSyncable(run);
    await this.syncs.change(run.systemConnectionId, attempt, (syncs) => syncs.request([run.capability], run.mode));
  }

  private async requireSyncable({ systemConnectionId, capability }: SyncRun): Promise<void> {
    const target = await this.targets.find(systemConnectionId);
    if (target?.status !== 'active')
      throw new UnrecoverableTaskError(`The connection is ${target?.status ?? 'gone'}. It can be synced once it is connected again.`);
    if (!target.capabilities.includes(capability)) throw new UnrecoverableTaskError(`The connection may not pull ${capability} in now.`);
  }
}
