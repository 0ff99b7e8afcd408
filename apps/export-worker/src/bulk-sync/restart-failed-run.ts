import { Injectable } from '@nestjs/common';
import { lockSyncsOf, requestSyncRuns, type SyncRun } from '@sync/domain';
import { DurableWork, UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import { SyncTargets } from './sync-target';

/** A run ends with the first of its tasks that fails. So whoever retries such a task gets a new run of the same kind. */
@Injectable()
export class RestartFailedRun {
  constructor(
    private readonly work: DurableWork,
    private readonly targets: SyncTargets,
  ) {}

  /**
   * For a retried task whose run has ended. A run of the kind that is open already counts. Throws UnrecoverableTaskError, in words
   * for a person, when there is nothing to start.
   */
  async restart(syncRunId: string | undefined, attempt: TaskAttempt): Promise<void> {
    const run = syncRunId === undefined ? null : await this.targets.findRun(syncRunId);
    if (!run) throw new UnrecoverableTaskError('The sync that this belonged to is no longer kept. Start a new one instead.');
    if (run.status !== 'failed' && run.status !== 'cancelled') return;
    await this.mayBeSynced(run);
    const { systemConnectionId, capability, mode } = run;
    const options = { systemConnectionId, requestId: attempt.requestId ?? undefined };
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, systemConnectionId);
      await attempt.complete(manager);
      const { created } = await requestSyncRuns(manager, { systemConnectionId, capabilities: [capability], mode });
      for (const { id } of created) await enqueue('plan-sync-run', { syncRunId: id }, options);
    });
  }

  private async mayBeSynced({ systemConnectionId, capability }: SyncRun): Promise<void> {
    const target = await this.targets.find(systemConnectionId);
    if (target?.status !== 'active')
      throw new UnrecoverableTaskError(`The connection is ${target?.status ?? 'gone'}. It can be synced once it is connected again.`);
    if (!target.capabilities.includes(capability)) throw new UnrecoverableTaskError(`The connection may not pull ${capability} in now.`);
  }
}
