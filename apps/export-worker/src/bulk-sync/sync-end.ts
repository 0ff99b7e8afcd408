import { Injectable, Logger } from '@nestjs/common';
import { nextStatus } from '@sync/domain';
import { DurableWork, loggableError, type TaskAttempt } from '@sync/durable-work';
import type { CircuitOpenException } from '@sync/integration-contract';
import { DataSource, type EntityManager } from 'typeorm';
import { endSyncRuns, openRunsOf } from './end-sync-run';
import { StartNextFetches } from './start-next-fetches';
import { lockSyncsOf } from './sync-lock';

const toError = `
  with moved as (
    update system_connections set status = $2, updated_at = now()
    where id = $1 and status = $3 and deleted_at is null
    returning 1
  )
  select from moved`;

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
    const next = await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      await endSyncRuns(manager, syncRunIds, { status: 'cancelled', error: reason });
      return this.nextFetches.recordWithin(manager, connectionId, attempt.requestId ?? undefined);
    });
    await this.work.dispatch(next);
  }

  /** The connection is no longer active: whoever ended it meant its syncs, too. */
  async cancelAll(attempt: TaskAttempt, connectionId: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      await endSyncRuns(manager, await openRunsOf(manager, connectionId), {
        status: 'cancelled',
        error: 'The connection is no longer active.',
      });
    });
  }

  /** In the transaction in which a task failed for good. Returns the fetches that can start instead. */
  async fail(manager: EntityManager, connectionId: string, syncRunIds: readonly string[], reason: string): Promise<string[]> {
    await lockSyncsOf(manager, connectionId);
    await endSyncRuns(manager, syncRunIds, { status: 'failed', error: reason });
    return this.nextFetches.recordWithin(manager, connectionId);
  }

  /** "When it opens during a bulk sync: status error, running and queued runs of that connection failed." Whoever comes second changes nothing. */
  async breakerOpened(attempt: TaskAttempt, connectionId: string, exception: CircuitOpenException): Promise<void> {
    const moved = await this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      const rows = await manager.query<unknown[]>(toError, [connectionId, nextStatus('active', 'breaker opened'), 'active']);
      await endSyncRuns(manager, await openRunsOf(manager, connectionId), { status: 'failed', error: exception.message });
      return rows.length > 0;
    });
    if (moved)
      this.logger.warn({ msg: 'connection moved to error', connectionId, requestId: attempt.requestId, error: loggableError(exception) });
  }
}
