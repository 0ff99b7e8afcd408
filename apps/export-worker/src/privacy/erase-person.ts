import { Injectable, Logger } from '@nestjs/common';
import { ErasedAddresses, KeyRingCheck, UnreadableCredentials } from '@sync/credentials';
import { doctorRunTexts } from '@sync/connections';
import { connectionTexts, eraseNotificationAddress } from '@sync/domain';
import { TaskDeferred, TaskPostponed, taskTexts, type TaskAttempt, type TaskHandler, type TaskPayloads } from '@sync/durable-work';
import { eraseFromAuditLog } from '@sync/identity';
import { eraseTexts, type SqlRunner, type TextScope } from '@sync/postgres';
import { countErased, findRunningErasure, finishErasure, RecordStore, type PersonToErase, type RunningErasure } from '@sync/record-store';
import { runTexts } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { EraseWebhooks } from './erase-webhooks';

/** A transaction that wrote records before the erasure was asked for, and still runs, holds up the records feed as well. */
const writerWaitMs = 2_000;

/**
 * Takes a person out of everything that a shop, or all shops of a tenant, have brought: records, then the bodies of webhooks, then what the service says to
 * people. The door of the record store has kept the person out since the erasure was asked for. Safe to repeat.
 */
@Injectable()
export class ErasePerson implements TaskHandler<'erase-person'> {
  private readonly logger = new Logger('ErasePerson');

  constructor(
    private readonly dataSource: DataSource,
    private readonly addresses: ErasedAddresses,
    private readonly keys: KeyRingCheck,
    private readonly records: RecordStore,
    private readonly webhooks: EraseWebhooks,
  ) {}

  async handle({ erasureId }: TaskPayloads['erase-person'], attempt: TaskAttempt): Promise<void> {
    const erasure = await findRunningErasure(this.dataSource, erasureId);
    if (!erasure) return;
    const person = await this.open(erasure);
    if (!(await this.records.erasePerson(person, () => attempt.throwIfInterrupted())))
      throw new TaskPostponed('A transaction that wrote records before this erasure still runs.', writerWaitMs);
    await this.webhooks.run(person, erasure, attempt);
    await this.dataSource.transaction((manager) => eraseSaid(manager, person, erasure));
    await this.dataSource.transaction(async (manager) => {
      await attempt.complete(manager);
      if (await finishErasure(manager, erasure)) this.logger.log({ msg: 'person erased', erasureId, taskId: attempt.taskId });
    });
  }

  /** Another process, or this one after a restart, may have the key. */
  private async open({ id, tenantId, shopId, sealed }: RunningErasure): Promise<PersonToErase> {
    try {
      return { erasureId: id, tenantId, shopId, address: (await this.addresses.open(id, sealed)).reveal() };
    } catch (error) {
      if (error instanceof UnreadableCredentials && !(await this.keys.lookAgain())) throw new TaskDeferred();
      throw error;
    }
  }
}

/**
 * Nothing puts what a shop says into these texts. Should one name the person nevertheless, it goes. The audit log and the
 * addresses for notifications are the tenant's, so one shop's erasure leaves them alone.
 */
async function eraseSaid(sql: SqlRunner, { erasureId, address }: PersonToErase, scope: TextScope): Promise<void> {
  let rows = 0;
  if (scope.connectionId === null) {
    rows += await eraseFromAuditLog(sql, scope.tenantId, address);
    rows += await eraseNotificationAddress(sql, scope.tenantId, address);
  }
  for (const naming of [taskTexts, runTexts, doctorRunTexts, connectionTexts]) rows += await eraseTexts(sql, naming, scope, address);
  await countErased(sql, erasureId, 'log_rows', rows);
}
