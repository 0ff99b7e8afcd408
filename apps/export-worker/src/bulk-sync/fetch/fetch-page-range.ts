import { Injectable, Logger } from '@nestjs/common';
import { type Enqueue, type TaskAttempt, TaskDeferred, type TaskHandler, TaskYielded } from '@sync/durable-work';
import type { ExportBatch } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { type OpenRange, ShopBudgets, SyncRuns, type UncountedPages } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { BudgetedRequests, countingLoad } from '../shop-requests';
import { EndSyncs } from '../end/end-syncs';
import { RestartFailedRun } from '../end/restart-failed-run';
import { WorkerConfiguration } from '../../configuration';
import { type OpenedTarget, SyncTargets } from '../sync-target';
import { WaitForShop } from '../wait/wait-for-shop';
import { PageNotTaken, PageRangeFetch, TimeSliceOver } from './page-range-fetch';

/**
 * Fetches one range of a run from the page after its last stored one, one request at a time. It yields after its time slice, so that slow
 * pages of one shop do not keep a slot from others.
 */
@Injectable()
export class FetchPageRange implements TaskHandler<'fetch-page-range'> {
  private readonly logger = new Logger('FetchPageRange');

  constructor(
    private readonly syncs: SyncRuns,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly end: EndSyncs,
    private readonly failedRuns: RestartFailedRun,
    private readonly wait: WaitForShop,
    private readonly budgets: ShopBudgets,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** `firstPage`: has been fetched already, and is all of the range. */
  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt, firstPage?: ExportBatch): Promise<void> {
    const range = await this.syncs.findOpenRange(attempt.taskId);
    if (!range && attempt.isRetry) return this.failedRuns.restart(syncRunId, attempt);
    const target = range && (await this.targets.find(range.connectionId));
    if (!range || !target) return;
    const { connectionId } = target;
    if (target.status !== 'active') return this.end.cancelAll(attempt, connectionId);
    const opened = await this.targets.open(target, range.timeoutFactor);
    try {
      const uncounted = await countingLoad(this.syncs, range.syncRunId, () => this.fetch(range, opened, attempt, firstPage));
      const fetched = { taskId: attempt.taskId, uncounted, hasFetched: firstPage === undefined };
      const continuedBy = await this.syncs.change(connectionId, attempt, (syncs) => syncs.endFetch(fetched));
      const about = { requestId: attempt.requestId, connectionId, syncRunId: range.syncRunId };
      if (continuedBy !== null) this.logger.log({ msg: 'sync run took too long: another continues it', ...about, continuedBy });
    } catch (error) {
      if (error instanceof TimeSliceOver) return this.yieldToOthers(range);
      // The page is stored already, or its run has ended. The next attempt finds out.
      if (error instanceof PageNotTaken) throw new TaskDeferred();
      const { syncRunId: failed, capability } = range;
      await this.wait.after(error, { syncRunId: failed, capability, wasProbe: false, target, opened, attempt });
    }
  }

  /** The run may have handed the range over to the next one. */
  async exhausted(
    { syncRunId }: { syncRunId: string },
    reason: string,
    manager: EntityManager,
    enqueue: Enqueue,
    taskId: string,
  ): Promise<void> {
    return this.end.fail((await this.syncs.findRunOfTask(taskId)) ?? syncRunId, reason, manager, enqueue);
  }

  private async fetch(
    range: OpenRange,
    opened: OpenedTarget,
    attempt: TaskAttempt,
    firstPage: ExportBatch | undefined,
  ): Promise<UncountedPages> {
    const { syncRunId, connectionId } = range;
    await this.syncs.noteFetchBegan(syncRunId);
    const transformer = new (opened.integration.transformerClass())();
    const sliceEndsAt = performance.now() + this.configuration.fetchTurnSeconds * 1_000;
    const requests = new BudgetedRequests(this.budgets, { connectionId, syncRunId, taskId: attempt.taskId });
    const { syncs, store } = this;
    const fetch = new PageRangeFetch({ range, requests, attempt, opened, transformer, store, syncs, sliceEndsAt });
    try {
      return await (firstPage ? fetch.store(firstPage) : fetch.run());
    } finally {
      await requests.note();
    }
  }

  private async yieldToOthers(range: OpenRange): Promise<never> {
    await this.syncs.noteFetchEnded(range);
    throw new TaskYielded();
  }
}
