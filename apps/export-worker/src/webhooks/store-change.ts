import { Injectable, Logger } from '@nestjs/common';
import { TaskNotYet, UnrecoverableTaskError, type TaskAttempt } from '@sync/durable-work';
import type { RecordChange, RecordUpsert, Transformer } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { DataSource } from 'typeorm';
import type { SyncTarget } from '../bulk-sync/sync-target';

/** The webhook that a change is from. */
export interface ChangeOrigin {
  attempt: TaskAttempt;
  target: SyncTarget;
  transformer: Transformer;
  receivedAt: Date;
}

const rulesInTheMaking = `
  select from tasks where system_connection_id = $1 and state = 'pending' and name = 'derive-sync-rules' limit 1`;

/** Stores what a webhook says of a record, through the transformer of the export. */
@Injectable()
export class StoreChange {
  private readonly logger = new Logger('StoreChange');

  constructor(
    private readonly dataSource: DataSource,
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
    const { connectionId, capabilities } = origin.target;
    if (!capabilities.includes(change.capability)) {
      const underWay = await this.dataSource.query<unknown[]>(rulesInTheMaking, [connectionId]);
      if (underWay.length > 0) throw new TaskNotYet();
      this.log(origin, 'webhook: not to be pulled in', change);
      return null;
    }
    const [record] = origin.transformer.transform(change.capability, [change.record]);
    return record ? ({ ...change, record } as RecordUpsert) : null;
  }

  private log({ attempt, target }: ChangeOrigin, msg: string, { capability, kind }: RecordChange): void {
    const { requestId, taskId } = attempt;
    this.logger.log({ msg, requestId, taskId, connectionId: target.connectionId, capability, kind });
  }
}
