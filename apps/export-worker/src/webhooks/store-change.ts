import { Injectable, Logger } from '@nestjs/common';
import { deriveDefaultSyncRules } from '@sync/domain';
import { hasUnfinishedTask, UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import type { RecordChange, RecordUpsert, Transformer } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { DataSource } from 'typeorm';
import { SyncTargets, type SyncTarget } from '../bulk-sync/sync-target';

/** The webhook a change comes from. */
export interface ChangeOrigin {
  attempt: TaskAttempt;
  target: SyncTarget;
  transformer: Transformer;
  receivedAt: Date;
}

/** Stores a change that a webhook reports, through the export's transformer. */
@Injectable()
export class StoreChange {
  private readonly logger = new Logger('StoreChange');

  constructor(
    private readonly dataSource: DataSource,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
  ) {}

  /** Throws UnrecoverableTaskError when the database refuses the record. */
  async run(origin: ChangeOrigin, change: RecordChange): Promise<void> {
    const { attempt, target, receivedAt } = origin;
    const wanted = change.kind === 'delete' ? change : await this.wanted(origin, change);
    if (!wanted) return;
    attempt.throwIfInterrupted();
    const { connectionId: systemConnectionId } = target;
    const outcome = await this.store.applyChange({ systemConnectionId, taskId: attempt.taskId, receivedAt, change: wanted });
    if (outcome === 'refused') throw new UnrecoverableTaskError('The database refused a value of the record.');
    this.log(origin, `webhook: record ${outcome}`, change);
  }

  /** Null: the connection may not pull this in now. Deletions always count, because the record may be stored from earlier. */
  private async wanted(origin: ChangeOrigin, change: RecordUpsert): Promise<RecordUpsert | null> {
    const { capabilities } = origin.target;
    if (!capabilities.includes(change.capability) && !(await this.isWantedByNow(origin.target, change))) {
      this.log(origin, 'webhook: not to be pulled in', change);
      return null;
    }
    const [record] = origin.transformer.transform(change.capability, [change.record]);
    return record ? ({ ...change, record } as RecordUpsert) : null;
  }

  /**
   * No later sync brings back what is dropped here. So rules that are not derived yet are derived first, which is safe to repeat, and
   * the connection is read again, because they may have been derived since it was read.
   */
  private async isWantedByNow({ connectionId, tenantId }: SyncTarget, { capability }: RecordUpsert): Promise<boolean> {
    const { manager } = this.dataSource;
    if (tenantId !== null && (await hasUnfinishedTask(manager, 'derive-sync-rules', { tenantId })))
      await deriveDefaultSyncRules(this.dataSource, tenantId);
    const target = await this.targets.find(connectionId);
    return target?.capabilities.includes(capability) ?? false;
  }

  private log({ attempt, target }: ChangeOrigin, msg: string, { capability, kind }: RecordChange): void {
    const { requestId, taskId } = attempt;
    this.logger.log({ msg, requestId, taskId, connectionId: target.connectionId, capability, kind });
  }
}
