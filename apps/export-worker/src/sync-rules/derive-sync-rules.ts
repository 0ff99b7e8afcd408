import { Injectable } from '@nestjs/common';
import { deriveDefaultSyncRules, lockSyncsOf, requestSyncRuns } from '@sync/domain';
import { DurableWork, type TaskAttempt, type TaskHandler, type TaskPayloads } from '@sync/durable-work';
import { DataSource } from 'typeorm';
import { SyncTargets } from '../bulk-sync/sync-target';

/** Brings a tenant's default rules in line with its connections; after an activation the first sync of every capability follows. */
@Injectable()
export class DeriveSyncRules implements TaskHandler<'derive-sync-rules'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly targets: SyncTargets,
  ) {}

  async handle({ tenantId, thenSync }: TaskPayloads['derive-sync-rules'], attempt: TaskAttempt): Promise<void> {
    await deriveDefaultSyncRules(this.dataSource, tenantId);
    if (thenSync !== null) await this.startFirstSyncs(thenSync, attempt);
  }

  /** A direct system is not exported from: it is where the records go. */
  private async startFirstSyncs(connectionId: string, attempt: TaskAttempt): Promise<void> {
    const target = await this.targets.find(connectionId);
    if (!target || target.status !== 'active' || target.isDirect || target.capabilities.length === 0) return;
    const options = { systemConnectionId: connectionId, requestId: attempt.requestId ?? undefined };
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      const request = { systemConnectionId: connectionId, capabilities: target.capabilities, mode: 'delta' as const };
      const { created } = await requestSyncRuns(manager, request);
      for (const { id } of created) await enqueue('plan-sync-run', { syncRunId: id }, options);
    });
  }
}
