import { Injectable, Logger } from '@nestjs/common';
import { noteQuotaUsedUp } from '@sync/domain';
import {
  DurableWork,
  eraseWebhookBody,
  hasUnfinishedTask,
  hasWaitingTask,
  UnrecoverableTaskError,
  type TaskAttempt,
} from '@sync/durable-work';
import type { RecordChange, RecordRefetch, RecordUpsert, StorableChange, Transformer } from '@sync/integration-contract';
import { QuotaUsedUp, RecordStore, type ChangeOutcome } from '@sync/record-store';
import { deriveSyncRules } from '@sync/sync-runs';
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
    private readonly work: DurableWork,
  ) {}

  /** Throws UnrecoverableTaskError when the database refuses the record, it is too large, or its tenant's quota is used up. */
  async run(origin: ChangeOrigin, change: RecordChange): Promise<void> {
    if (change.kind !== 'delete' && !(await this.isWanted(origin, change))) return;
    origin.attempt.throwIfInterrupted();
    if (change.kind === 'refetch') await this.refetch(origin, change);
    else await this.storeNow(origin, change);
  }

  private async storeNow(origin: ChangeOrigin, change: StorableChange): Promise<void> {
    const stored = change.kind === 'delete' ? change : transformed(origin, change);
    if (!stored) return;
    const outcome = await this.apply(origin, stored);
    if (outcome === 'refused') throw new UnrecoverableTaskError('The database refused a value of the record.');
    if (outcome === 'too large') throw new UnrecoverableTaskError('The record is larger than 1 MiB.');
    this.log(origin, `webhook: record ${outcome}`, change);
  }

  private async apply(origin: ChangeOrigin, change: StorableChange): Promise<ChangeOutcome> {
    const { attempt, target, receivedAt } = origin;
    const { connectionId: systemConnectionId, shopId } = target;
    if (shopId === null) return 'not taken';
    const webhook = { systemConnectionId, shopId, taskId: attempt.taskId, isRefetch: attempt.webhook === null, receivedAt, change };
    return this.store.applyChange(webhook).catch((error: unknown) => this.notStored(origin, error));
  }

  /**
   * A tenant without room must not fill the list of failed tasks with bodies instead. The next sync with room reads the record. Throws
   * UnrecoverableTaskError in that case, else the error.
   */
  private async notStored({ attempt, target }: ChangeOrigin, error: unknown): Promise<never> {
    if (!(error instanceof QuotaUsedUp)) throw error;
    await noteQuotaUsedUp(this.dataSource, target.connectionId, error.message);
    await eraseWebhookBody(this.dataSource, attempt.taskId);
    throw new UnrecoverableTaskError(`${error.message} The next sync with room for it reads the record.`);
  }

  /** A task that waits and reads these records, too, reads what all webhooks that arrive before it starts changed. */
  private async refetch(origin: ChangeOrigin, change: RecordRefetch): Promise<void> {
    const { connectionId: systemConnectionId } = origin.target;
    const { capability, sourceIds } = change;
    const payload = { systemConnectionId, capability, sourceIds };
    await this.work.transaction(async (manager, enqueue) => {
      if (await hasWaitingTask(manager, 'refetch-records', payload)) return;
      await enqueue('refetch-records', payload, { systemConnectionId, requestId: origin.attempt.requestId ?? undefined });
    });
    this.log(origin, 'webhook: to be read again', change);
  }

  /** Whether the connection may pull this in now. Deletions always count, because the record may be stored from earlier. */
  private async isWanted(origin: ChangeOrigin, change: RecordUpsert | RecordRefetch): Promise<boolean> {
    const { capabilities } = origin.target;
    if (capabilities.includes(change.capability) || (await this.isWantedByNow(origin.target, change))) return true;
    this.log(origin, 'webhook: not to be pulled in', change);
    return false;
  }

  /**
   * No later sync brings back what is dropped here. So rules that are not derived yet are derived first, which is safe to repeat, and
   * the connection is read again, because they may have been derived since it was read.
   */
  private async isWantedByNow({ connectionId, tenantId }: SyncTarget, { capability }: RecordUpsert | RecordRefetch): Promise<boolean> {
    const { manager } = this.dataSource;
    if (tenantId !== null && (await hasUnfinishedTask(manager, 'derive-sync-rules', { tenantId })))
      await deriveSyncRules(this.dataSource, tenantId);
    const target = await this.targets.find(connectionId);
    return target?.capabilities.includes(capability) ?? false;
  }

  private log({ attempt, target }: ChangeOrigin, msg: string, { capability, kind }: RecordChange): void {
    const { requestId, taskId } = attempt;
    this.logger.log({ msg, requestId, taskId, connectionId: target.connectionId, capability, kind });
  }
}

/** The record as an export would store it; null: the transformer leaves it out. */
function transformed({ transformer }: ChangeOrigin, change: RecordUpsert): RecordUpsert | null {
  const [record] = transformer.transform(change.capability, [change.record]);
  return record ? ({ ...change, record } as RecordUpsert) : null;
}
