import { Injectable, Logger } from '@nestjs/common';
import { type Enqueue, type TaskAttempt, TaskDeferred, type TaskHandler, TaskInterrupted } from '@sync/durable-work';
import { CircuitOpenException, type ExportBatch } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { type EndedFetch, type OpenRange, ShopBudgets, SyncRuns } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { countingLoad } from '../counting-load';
import { EndSyncs } from '../end/end-syncs';
import { RestartFailedRun } from '../end/restart-failed-run';
import { WorkerConfiguration } from '../../configuration';
import { ShopTurns } from '../shop-turns';
import { SyncTargets } from '../sync-target';
import { WaitForShop } from '../wait/wait-for-shop';
import { type FetchSetting, PageNotTaken, PageRangeFetch, RequestSlot, SiblingFailed, TurnOver } from './page-range-fetch';

/** Then the task ends, so that other connections get their turn. */
const maxPages = 100;

type FinishedRange = EndedFetch['finished'][number];

type Fetch = Pick<FetchSetting, 'opened' | 'attempt' | 'firstPage'>;

/**
 * Fetches two ranges of one run at once, one request at a time, each from the page after its last stored one. It ends after its turn, so that
 * slow pages of one shop do not keep a place from others.
 */
@Injectable()
export class FetchPageRanges implements TaskHandler<'fetch-page-ranges'> {
  private readonly logger = new Logger('FetchPageRanges');

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

  /** `firstPage`: has been fetched already, and is all of the only range. */
  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt, firstPage?: ExportBatch): Promise<void> {
    const ranges = await this.syncs.findOpenRanges(attempt.taskId);
    if (ranges.length === 0 && attempt.isRetry) return this.failedRuns.restart(syncRunId, attempt);
    const [first, ...others] = ranges;
    const target = first ? await this.targets.find(first.connectionId) : null;
    if (!first || !target) return;
    if (target.status !== 'active') return this.end.cancelAll(attempt, target.connectionId);
    const opened = await this.targets.open(target, first.patience);
    try {
      const ended = await countingLoad(this.syncs, syncRunId, () => this.fetch({ opened, attempt, firstPage }, [first, ...others]));
      const continuedBy = await this.syncs.change(target.connectionId, attempt, (syncs) => syncs.endFetch(syncRunId, ended));
      const about = { requestId: attempt.requestId, connectionId: target.connectionId, syncRunId };
      if (continuedBy !== null) this.logger.log({ msg: 'sync run took too long: another continues it', ...about, continuedBy });
    } catch (error) {
      await this.wait.after(error, { syncRunId, capability: first.capability, wasProbe: false, target, opened, attempt });
    }
  }

  exhausted({ syncRunId }: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    return this.end.fail(syncRunId, reason, manager, enqueue);
  }

  private async fetch({ opened, attempt, firstPage }: Fetch, ranges: [OpenRange, ...OpenRange[]]): Promise<EndedFetch> {
    const transformer = new (opened.integration.transformerClass())();
    const turnEndsAt = performance.now() + this.configuration.fetchTurnSeconds * 1_000;
    const fresh = { slot: new RequestSlot(), failed: false, pages: 0, pagesMs: 0, isWaiting: ranges.some(({ isWaiting }) => isWaiting) };
    const { syncs, store } = this;
    const [{ syncRunId, connectionId }] = ranges;
    const turns = new ShopTurns(this.budgets, { connectionId, syncRunId, taskId: attempt.taskId });
    const setting: FetchSetting = { ...fresh, turns, attempt, opened, firstPage, transformer, store, syncs, turnEndsAt };
    const outcomes = await Promise.allSettled(ranges.map((range) => this.fetchInARow(setting, range)));
    await turns.note();
    const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (!endsInOrder(failures)) throw decisiveFailure(failures);
    const finished = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    return { taskId: attempt.taskId, finished, pageMs: setting.pages > 0 ? setting.pagesMs / setting.pages : null };
  }

  /** Continues with the run's next ranges: a trip through the queue for each would leave the shop idle. Resolves with the last one, still open. */
  private async fetchInARow(setting: FetchSetting, first: OpenRange): Promise<FinishedRange> {
    for (let range = first; ;) {
      const uncounted = await new PageRangeFetch(setting, range).run();
      const isOver = performance.now() >= setting.turnEndsAt || setting.pages >= maxPages;
      const isLast = setting.firstPage !== undefined || isOver || setting.failed || setting.attempt.signal.aborted;
      const following = isLast ? null : await this.syncs.claimFollowingRange(range, setting.attempt.taskId);
      if (!following) return { id: range.id, uncounted };
      range = following;
    }
  }
}

/** Nothing failed; at most, the turn was over before a range was finished. */
function endsInOrder(failures: readonly unknown[]): boolean {
  const others = failures.filter((failure) => !(failure instanceof TurnOver));
  return others.length < failures.length ? others.every((failure) => failure instanceof SiblingFailed) : failures.length === 0;
}

/** The failure that decides how the attempt ends. */
function decisiveFailure(failures: readonly unknown[]): unknown {
  const opened = failures.find((failure) => failure instanceof CircuitOpenException);
  const own = failures.find(
    (failure) => !(failure instanceof SiblingFailed || failure instanceof PageNotTaken || failure instanceof TaskInterrupted),
  );
  const interrupted = failures.find((failure) => failure instanceof TaskInterrupted);
  // Only PageNotTaken is left: the page is stored already, or its run has ended. The next attempt finds out.
  return opened ?? own ?? interrupted ?? new TaskDeferred();
}
