import { Injectable, Logger } from '@nestjs/common';
import { forgetDoctorProblem, tellOfLinkLater } from '@sync/connections';
import {
  establishTenantOf,
  forgetRefusedAccess,
  lockConnection,
  moveConnection,
  noteQuotaUsedUp,
  noteUnannouncedChanges,
} from '@sync/domain';
import { type Enqueue, type TaskAttempt, TaskDeferred } from '@sync/durable-work';
import { type CircuitOpenException, verificationFailureOf } from '@sync/integration-contract';
import type { QuotaUsedUp } from '@sync/record-store';
import { loggableError } from '@sync/records';
import { scheduleShopProbe, type SyncRun, SyncRuns } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import type { SyncTarget } from '../sync-target';

/** What a run that succeeded has found out about its list. */
interface ReadList {
  /** It was complete, and nothing is stored that it misses, or missing that it shows. */
  isReconciled: boolean;
  /** It drifted in every pass, so that a row may be missing. */
  hasDrifted: boolean;
  /** Why rows of it are missing although it stood still, in words; null: none is. */
  incomplete: string | null;
  /** Minutes of the shop's clock east of UTC; null: unknown. */
  utcOffsetMinutes: number | null;
  /** How many deletions wait for a confirmation; null: the list was not compared. */
  heldBack: number | null;
}

/** Every way a sync ends. */
@Injectable()
export class EndSyncs {
  private readonly logger = new Logger('EndSyncs');

  constructor(private readonly syncs: SyncRuns) {}

  async succeed(attempt: TaskAttempt, run: SyncRun, { heldBack, incomplete: missing, ...shop }: ReadList): Promise<void> {
    const { id, systemConnectionId, capability } = run;
    const drifted = `The list of ${capability} changed in each pass over it. One of them may be missing until the next reconcile, which comes within the hour.`;
    const incomplete = shop.hasDrifted ? drifted : (missing ?? undefined);
    await this.syncs.change(systemConnectionId, attempt, async (syncs) => {
      await syncs.end(id, { status: 'succeeded', error: null, incomplete, ...shop });
      await establishTenantOf(syncs.manager, systemConnectionId);
      await forgetRefusedAccess(syncs.manager, systemConnectionId);
      await forgetDoctorProblem(syncs.manager, systemConnectionId);
      await noteUnannouncedChanges(syncs.manager, id);
      if (heldBack !== null) await syncs.holdBack(run, heldBack);
    });
  }

  /** One run ends; the connection's other runs go on. */
  async cancel(attempt: TaskAttempt, { id, systemConnectionId }: SyncRun, reason: string): Promise<void> {
    await this.syncs.change(systemConnectionId, attempt, (syncs) => syncs.end(id, { status: 'cancelled', error: reason }));
  }

  /**
   * The connection is no longer active, so all its runs end. A reconnect since then may have requested new ones: then the task is
   * deferred, and its next attempt sees the connection as it is.
   */
  async cancelAll(attempt: TaskAttempt, connectionId: string): Promise<void> {
    await this.syncs.change(connectionId, attempt, async (syncs) => {
      if ((await lockConnection(syncs.manager, connectionId))?.status === 'active') throw new TaskDeferred();
      await syncs.endAll({ status: 'cancelled', error: 'The connection is no longer active.' });
    });
  }

  /** A task of the run failed permanently. Runs in the transaction that marks the task failed. */
  async fail(syncRunId: string, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    const run = await this.syncs.find(syncRunId);
    if (!run) return;
    await this.syncs.changeIn(manager, enqueue, run.systemConnectionId, {}, (syncs) =>
      syncs.end(run.id, { status: 'failed', error: reason, incomplete: reason }),
    );
  }

  /** The run fails: its list says that there is more. What is stored stays, and nothing is deleted on the word of such a list. */
  async tooFewRows(
    attempt: TaskAttempt,
    { id, systemConnectionId }: Pick<SyncRun, 'id' | 'systemConnectionId'>,
    reason: string,
  ): Promise<void> {
    await this.syncs.change(systemConnectionId, attempt, (syncs) =>
      syncs.end(id, { status: 'failed', error: reason, reason: 'incomplete_copy', incomplete: reason }),
    );
  }

  /** The run fails, since no retry of its task could help. Once there is room again, the next sync brings what this one left out. */
  async quotaUsedUp(
    attempt: TaskAttempt,
    { syncRunId, connectionId }: { syncRunId: string; connectionId: string },
    { message }: QuotaUsedUp,
  ) {
    await this.syncs.change(connectionId, attempt, async (syncs) => {
      await syncs.end(syncRunId, { status: 'failed', error: message, reason: 'quota_used_up' });
      await noteQuotaUsedUp(syncs.manager, connectionId, message);
    });
  }

  /**
   * Moves the connection to error and fails its open runs. Of several tasks that meet the open breaker, the first does it. What
   * the breaker learnt before a reconnect does not count against the new connection: then the task is deferred and asks the shop again.
   */
  async breakerOpened(attempt: TaskAttempt, { connectionId, lastConnectedAt }: SyncTarget, exception: CircuitOpenException): Promise<void> {
    const isMoved = await this.syncs.change(connectionId, attempt, async (syncs) => {
      const connection = await lockConnection(syncs.manager, connectionId);
      if (connection && connection.lastConnectedAt?.getTime() !== lastConnectedAt?.getTime()) throw new TaskDeferred();
      const moves = connection?.status === 'active';
      if (moves)
        await moveConnection(syncs.manager, connection, { trigger: 'breaker opened', actor: 'breaker', because: breakerReason(exception) });
      if (moves) await scheduleShopProbe(syncs.manager, connectionId);
      if (moves) await tellOfLinkLater(syncs.manager, syncs.enqueue, connection);
      await syncs.endAll({ status: 'failed', error: exception.message, reason: verificationFailureOf(exception) });
      return moves;
    });
    if (isMoved)
      this.logger.warn({ msg: 'connection moved to error', connectionId, requestId: attempt.requestId, error: loggableError(exception) });
  }
}

/** For a firewall in front of a shop. */
export const howToAllow =
  'Let the firewall or security extension of the shop allow the user agent that begins with "connection-sync/", or the addresses of this service';

const advice = {
  credentials_refused: 'Give it valid credentials, or correct them in the shop and reconnect.',
  blocked: `${howToAllow}, then reconnect.`,
  shop_unreachable: 'Reconnect it once it responds again.',
  other_platform: 'Check that the address still leads to the shop, then reconnect.',
};

/** What the breaker learnt, for a person: the last failure and what to do. */
function breakerReason(exception: CircuitOpenException): { code: string; message: string } {
  const code = verificationFailureOf(exception);
  return { code, message: `${exception.message} ${advice[code]}` };
}
