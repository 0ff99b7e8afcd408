import { Injectable } from '@nestjs/common';
import { noteRefusedAccess } from '@sync/domain';
import { askedWaitMs, type TaskAttempt, TaskPostponed, UnrecoverableTaskError } from '@sync/durable-work';
import {
  CircuitOpenException,
  IntegrationRequestException,
  maxTimeoutFactor,
  RequestNotSentException,
  UnpagedListException,
  verificationFailureOf,
} from '@sync/integration-contract';
import { QuotaUsedUp } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';
import { ShopBudgets, type SlowShop, SyncRuns } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../../configuration';
import { ShopWaits, countingLoad } from '../shop-requests';
import { EndSyncs, howToAllow } from '../end/end-syncs';
import type { OpenedTarget, SyncTarget } from '../sync-target';

/** A call to a shop that failed, or whose records could not be stored. */
export interface FailedCall {
  syncRunId: string;
  capability: SystemCapability;
  wasProbe: boolean;
  target: SyncTarget;
  opened: OpenedTarget;
  attempt: TaskAttempt;
}

const slowAgainMs = 1_000;

const repairs = { credentials_refused: 'Correct the key in the shop, or give the connection valid credentials', blocked: howToAllow };

/** What follows when a shop fails a call: its run waits and goes on by itself, unless the shop fails for longer than is tolerated. */
@Injectable()
export class WaitForShop {
  constructor(
    private readonly dataSource: DataSource,
    private readonly syncs: SyncRuns,
    private readonly end: EndSyncs,
    private readonly budgets: ShopBudgets,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Resolves when the attempt is complete. Otherwise throws what its task waits for or fails with; errors of ours pass unchanged. */
  async after(error: unknown, call: FailedCall): Promise<void> {
    if (error instanceof CircuitOpenException) return this.end.breakerOpened(call.attempt, call.target, error);
    if (error instanceof QuotaUsedUp)
      return this.end.quotaUsedUp(call.attempt, { syncRunId: call.syncRunId, connectionId: call.target.connectionId }, error);
    if (error instanceof ShopWaits) return this.waitWithOthers(error, call);
    if (!(error instanceof IntegrationRequestException)) throw error;
    if (error instanceof UnpagedListException)
      return this.end.tooFewRows(call.attempt, { id: call.syncRunId, systemConnectionId: call.target.connectionId }, error.message);
    await this.budgets.noteFailure(call.target.connectionId, error);
    // Its run waits already, as all runs of the shop do.
    if (askedWaitMs(error) !== null) throw error;
    const { timeoutFactor = maxTimeoutFactor } = call.opened.connection;
    if (error.deadlineMs !== null && timeoutFactor < maxTimeoutFactor) {
      return this.giveMoreTime({ reason: error.message, timeoutFactor }, call);
    }
    return this.afterFailure(error, call);
  }

  /** The shop has asked another run to wait. */
  private async waitWithOthers({ message: reason, milliseconds }: ShopWaits, { syncRunId }: FailedCall): Promise<never> {
    await this.syncs.waitForShop(syncRunId, { reason, milliseconds });
    throw new TaskPostponed(reason, milliseconds);
  }

  /** Not a failure yet. */
  private async giveMoreTime(slow: SlowShop, { syncRunId }: FailedCall): Promise<never> {
    await this.syncs.waitForSlowShop(syncRunId, slow);
    throw new TaskPostponed(slow.reason, slowAgainMs);
  }

  /**
   * A shop that responds to nothing is the breaker's business, which ends all its runs. A shop that responds to something else has
   * failed only this list or page, and its run. A request that was never sent, or that met a busy shop, ends its run as well.
   */
  private async afterFailure(error: IntegrationRequestException, call: FailedCall): Promise<void> {
    const { failingMs, waitMs, isFirstSync } = await this.syncs.failRun(call.syncRunId, withRepair(error), refusalOf(error));
    if (isFirstSync) await this.noteRefusal(error, call);
    const toleranceMs = this.configuration.outageToleranceSeconds * 1_000;
    const isNeutral = error instanceof RequestNotSentException || error.status === 429;
    try {
      // In time for the breaker, which counts the response.
      const isTheList =
        isNeutral || (failingMs >= toleranceMs / 2 && (await countingLoad(this.syncs, call.syncRunId, () => this.respondsOtherwise(call))));
      if (isTheList && failingMs >= toleranceMs) throw new UnrecoverableTaskError(error.message);
    } catch (failure) {
      if (failure instanceof CircuitOpenException) return this.end.breakerOpened(call.attempt, call.target, failure);
      throw failure;
    }
    throw new TaskPostponed(error.message, waitMs);
  }

  private async respondsOtherwise({ capability: failed, wasProbe, target, opened }: FailedCall): Promise<boolean> {
    for (const capability of target.capabilities.filter((name) => name !== failed || !wasProbe)) {
      try {
        const request = { capability, systemConnectionId: target.connectionId, modifiedAfter: null };
        const { perPage } = await opened.integration.probeBulkExport(opened.connection, request);
        // Zero: the contract's default, which calls no shop.
        if (perPage > 0) return true;
      } catch (error) {
        if (error instanceof CircuitOpenException || !(error instanceof IntegrationRequestException)) throw error;
      }
    }
    return false;
  }

  /** The owner has just linked the shop and still looks: a run that only waits would not say why. */
  private async noteRefusal(error: IntegrationRequestException, { target }: FailedCall): Promise<void> {
    const code = refusalOf(error);
    if (code === null) return;
    await noteRefusedAccess(this.dataSource, target.connectionId, target.sealedCredentials, { code, message: withRepair(error) });
  }
}

/** Null: the shop fails, but refuses nothing. */
function refusalOf(error: IntegrationRequestException) {
  const code = verificationFailureOf(error);
  return code === 'credentials_refused' || code === 'blocked' ? code : null;
}

/** What to do, where the owner can do something. */
function withRepair(error: IntegrationRequestException): string {
  const code = refusalOf(error);
  return code === null ? error.message : `${error.message} ${repairs[code]}; then the sync goes on by itself.`;
}
