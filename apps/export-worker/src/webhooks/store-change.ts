import { Injectable, Logger } from '@nestjs/common';
import { deriveDefaultSyncRules } from '@sync/domain';
import { UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import type { RecordChange, RecordUpsert, Transformer } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { DataSource } from 'typeorm';
import { SyncTargets, type SyncTarget } from '../bulk-sync/sync-target';

/** The webhook that a change is from. */
export interface ChangeOrigin {
  attempt: TaskAttempt;
  target: SyncTarget;
  transformer: Transformer;
  receivedAt: Date;
}

/** Under whichever of the tenant's connections it was recorded. One question a state, because each has an index of its own. */
const derivationIs = (state: 'pending' | 'failed') =>
  `exists (select from only tasks where state = '${state}' and name = 'derive-sync-rules' and payload ->> 'tenantId' = $1)`;
const isDerivationOutstanding = `select ${derivationIs('pending')} or ${derivationIs('failed')} as outstanding`;

/** Stores what a webhook says of a record, through the transformer of the export. */
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

  /** What the connection may not pull in now is not stored. A deletion counts all the same: what is kept from earlier goes, too. */
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
   * No later sync brings what is lost here. So rules that are still to be derived are derived first, which is safe to do twice; and
   * the connection is looked up once more after that, because they may have been derived since it was looked at.
   */
  private async isWantedByNow({ connectionId, tenantId }: SyncTarget, { capability }: RecordUpsert): Promise<boolean> {
    if (tenantId !== null) {
      const [row] = await this.dataSource.query<{ outstanding: boolean }[]>(isDerivationOutstanding, [tenantId]);
      if (row?.outstanding) await deriveDefaultSyncRules(this.dataSource, tenantId);
    }
    const target = await this.targets.find(connectionId);
    return target?.capabilities.includes(capability) ?? false;
  }

  private log({ attempt, target }: ChangeOrigin, msg: string, { capability, kind }: RecordChange): void {
    const { requestId, taskId } = attempt;
    this.logger.log({ msg, requestId, taskId, connectionId: target.connectionId, capability, kind });
  }
}
