import { Injectable } from '@nestjs/common';
import type { TaskAttempt, TaskHandler, TaskPayloads } from '@sync/durable-work';
import { deriveSyncRules, SyncRuns, type SyncMode } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { SyncTargets } from '../bulk-sync/sync-target';

/** Derives a tenant's default rules from its connections. After an activation, requests the first sync of every capability. */
@Injectable()
export class DeriveSyncRules implements TaskHandler<'derive-sync-rules'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly syncs: SyncRuns,
    private readonly targets: SyncTargets,
  ) {}

  async handle({ tenantId, thenSync, isMoved = false }: TaskPayloads['derive-sync-rules'], attempt: TaskAttempt): Promise<void> {
    await deriveSyncRules(this.dataSource, tenantId);
    if (thenSync !== null) await this.startFirstSyncs(thenSync, isMoved ? 'full' : 'delta', attempt);
  }

  /** Nothing is exported from a direct system: it receives the records. */
  private async startFirstSyncs(connectionId: string, mode: SyncMode, attempt: TaskAttempt): Promise<void> {
    const target = await this.targets.find(connectionId);
    if (!target || target.status !== 'active' || target.isDirect || target.capabilities.length === 0) return;
    await this.syncs.change(connectionId, attempt, (syncs) => syncs.request(target.capabilities, mode));
  }
}
