import { Injectable, Logger } from '@nestjs/common';
import { endSyncRuns, lockConnection, lockSyncsOf, moveConnection, openRunsOf } from '@sync/domain';
import { DurableWork, TaskDeferred, type Enqueue, type TaskAttempt } from '@sync/durable-work';
import type { CircuitOpenException } from '@sync/integration-contract';
import { loggableError } from '@sync/records';
import { DataSource, type EntityManager } from 'typeorm';
import { StartNextFetches } from './start-next-fetches';
import type { SyncTarget } from './sync-target';

/** How syncs end other than well. */
@Injectable()
export class SyncEnd {
  private readonly logger = new Logger('SyncEnd');

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly nextFetches: StartNextFetches,
  ) {}

  /** Some runs of a connection end, with the task that found it out; its other runs go on. */
  async cancel(attempt: TaskAttempt, connectionId: string, syncRunIds: readonly string[], reason: string | null): Promise<void> {
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      await endSyncRuns(manager, syncRunIds, { status: 'cancelled', error: reason });
      await this.nextFetches.startWithin(manager, enqueue, connectionId, attempt.requestId ?? undefined);
    });
  }

  /**
   * The connection is no longer active: whoever ended it meant its syncs, too. Not those that a reconnect has asked for since it was
   * looked at: then the attempt ends, and the next one sees how things stand.
   */
  async cancelAll(attempt: TaskAttempt, connectionId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, connectionId);
      if ((await lockConnection(manager, connectionId))?.status === 'active') throw new TaskDeferred();
      await attempt.complete(manager);
      await endSyncRuns(manager, await openRunsOf(manager, connectionId), {
        status: 'cancelled',
        error: 'The connection is no longer active.',
      });
    });
  }

  /** In the transaction in which a task failed permanently. Other fetches start instead. */
  async fail(manager: EntityManager, enqueue: Enqueue, connectionId: string, syncRunIds: readonly string[], reason: string): Promise<void> {
    await lockSyncsOf(manager, connectionId);
    await endSyncRuns(manager, syncRunIds, { status: 'failed', error: reason });
    await this.nextFetches.startWithin(manager, enqueue, connectionId);
  }

  /**
   * "When it opens during a bulk sync: status error, running and queued runs of that connection failed." Whoever comes second
   * changes nothing. What a breaker learnt before its owner reconnected is no reason to end the connection again: the attempt
   * ends, and the next one asks the shop.
   */
  async breakerOpened(attempt: TaskAttempt, { connectionId, lastConnectedAt }: SyncTarget, exception: CircuitOpenException): Promise<void> {
    const moved = await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, connectionId);
      const connection = await lockConnection(manager, connectionId);
      if (connection && connection.lastConnectedAt?.getTime() !== lastConnectedAt?.getTime()) throw new TaskDeferred();
      await attempt.complete(manager);
      const moves = connection?.status === 'active';
      if (moves) await moveConnection(manager, connection, { trigger: 'breaker opened', actor: 'breaker' });
      await endSyncRuns(manager, await openRunsOf(manager, connectionId), { status: 'failed', error: exception.message });
      return moves;
    });
    if (moved)
      this.logger.warn({ msg: 'connection moved to error', connectionId, requestId: attempt.requestId, error: loggableError(exception) });
  }
}
