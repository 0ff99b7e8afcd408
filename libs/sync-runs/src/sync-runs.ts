import type { DurableWork, Enqueue, TaskAttempt } from '@sync/durable-work';
import type { DataSource, EntityManager } from 'typeorm';
import { findListPasses, type ListPasses } from './list-passes';
import { lockSyncs } from './lock-syncs';
import type { SyncSchedule } from './look-at-schedule';
import { type DueSyncLimits, openDueSyncRuns } from './open-due-sync-runs';
import { findOpenRange, findRunOfTask, noteFetchBegan, noteFetchEnded, type OpenRange, postponeFetches } from './page-ranges';
import { readSyncRuns, type SyncRun } from './sync-run';
import { SyncsChange } from './syncs-change';
import { failRun, moveRunOn, type RefusalCode, type RunFailing, slowRun, type SlowShop, waitForShop, type Waiting } from './waiting-runs';

/** Runs and page ranges of every connection. All changes go through `change`, so that each sees what the one before did. */
export class SyncRuns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    /** The ceiling of requests in flight to one shop's host, across all workers and connections. */
    private readonly maxRequestsPerShop: number,
    /** A run that takes longer ends, and another continues it. */
    private readonly maxRunHours = 6,
  ) {}

  /**
   * Changes a connection's syncs in one transaction: takes their lock, completes the attempt, applies the change. Throws TaskInterrupted,
   * with nothing changed, when the attempt has lost its task.
   */
  change<T>(connectionId: string, attempt: TaskAttempt | null, change: (syncs: SyncsChange) => Promise<T>): Promise<T> {
    return this.work.transaction(async (manager, enqueue) => {
      const requestId = attempt?.requestId ?? undefined;
      return this.changeIn(manager, enqueue, connectionId, { requestId }, async (syncs) => {
        // First: an attempt that has lost its task must not fail on a connection that was deleted with it.
        await attempt?.complete(manager);
        return change(syncs);
      });
    });
  }

  /** The same in the caller's transaction. */
  async changeIn<T>(
    manager: EntityManager,
    enqueue: Enqueue,
    connectionId: string,
    { requestId }: { requestId?: string },
    change: (syncs: SyncsChange) => Promise<T>,
  ): Promise<T> {
    const setting = { connectionId, requestId, maxRequests: this.maxRequestsPerShop, maxRunHours: this.maxRunHours };
    await lockSyncs(manager, connectionId);
    return change(new SyncsChange({ ...setting, manager, enqueue }));
  }

  /** Opens a run for every sync that is due. Returns how many. */
  openDue(schedule: SyncSchedule, limits: DueSyncLimits): Promise<number> {
    return this.work.transaction(async (manager, enqueue) => (await openDueSyncRuns(manager, enqueue, schedule, limits)).length);
  }

  async find(syncRunId: string): Promise<SyncRun | null> {
    const [run] = await readSyncRuns(this.dataSource, [syncRunId]);
    return run ?? null;
  }

  findOpenRange(taskId: string): Promise<OpenRange | null> {
    return findOpenRange(this.dataSource, taskId);
  }

  /** The run that the task of a range fetches for now; null: it has ended. */
  findRunOfTask(taskId: string): Promise<string | null> {
    return findRunOfTask(this.dataSource, taskId);
  }

  noteFetchBegan(syncRunId: string): Promise<void> {
    return noteFetchBegan(this.dataSource, syncRunId);
  }

  /** A fetch of the range has yielded: pages are left. */
  noteFetchEnded({ syncRunId, taskId }: OpenRange): Promise<void> {
    return noteFetchEnded(this.dataSource, syncRunId, taskId);
  }

  /** The shop asked the run to wait. */
  waitForShop(syncRunId: string, waiting: Waiting): Promise<void> {
    return waitForShop(this.dataSource, syncRunId, waiting);
  }

  /** The shop was too slow for the run, which waits for it and gives its responses more time. */
  waitForSlowShop(syncRunId: string, slow: SlowShop): Promise<void> {
    return slowRun(this.dataSource, syncRunId, slow);
  }

  /** The shop failed the run, which waits with all its fetches. Returns for how long the shop has failed it without any progress. */
  async failRun(syncRunId: string, reason: string, code: RefusalCode | null = null): Promise<RunFailing> {
    const failing = await failRun(this.dataSource, syncRunId, reason, code);
    await postponeFetches(this.dataSource, syncRunId, failing.waitMs);
    return failing;
  }

  /** The shop responds again: the run no longer waits. */
  moveOn(syncRunId: string): Promise<void> {
    return moveRunOn(this.dataSource, syncRunId);
  }

  /** Counts requests to the shop, and the bytes of its responses, towards a run. */
  async addLoad(syncRunId: string, { requests, bytes }: { requests: number; bytes: number }): Promise<void> {
    const add = 'update sync_runs set requests = requests + $2, bytes = bytes + $3 where id = $1';
    await this.dataSource.query(add, [syncRunId, requests, bytes]);
  }

  findListPasses(syncRunId: string): Promise<ListPasses | null> {
    return findListPasses(this.dataSource, syncRunId);
  }
}
