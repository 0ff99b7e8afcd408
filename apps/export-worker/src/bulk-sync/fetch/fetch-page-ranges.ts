import { Injectable } from '@nestjs/common';
import { TaskDeferred, TaskInterrupted, type Enqueue, type TaskAttempt, type TaskHandler } from '@sync/durable-work';
import { CircuitOpenException } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { SyncRuns, type OpenRange, type UncountedPages } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { EndSyncs } from '../end/end-syncs';
import { RestartFailedRun } from '../end/restart-failed-run';
import { SyncTargets, type SyncTarget } from '../sync-target';
import { PageNotTaken, PageRangeFetch, SiblingFailed, type FetchSetting } from './page-range-fetch';
import { RequestSlot } from './request-slot';

/** Then the task ends, so that other connections get their turn. */
const maxRangesInARow = 5;

interface FetchedRange {
  id: string;
  uncounted: UncountedPages;
}

/** Fetches two ranges of one run at once, one request at a time, each from the page after its last stored one. */
@Injectable()
export class FetchPageRanges implements TaskHandler<'fetch-page-ranges'> {
  constructor(
    private readonly syncs: SyncRuns,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly end: EndSyncs,
    private readonly failedRuns: RestartFailedRun,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const ranges = await this.syncs.findOpenRanges(attempt.taskId);
    if (ranges.length === 0 && attempt.isRetry) return this.failedRuns.restart(syncRunId, attempt);
    const connectionId = ranges[0]?.connectionId;
    const target = connectionId === undefined ? null : await this.targets.find(connectionId);
    if (!target) return;
    if (target.status !== 'active') return this.end.cancelAll(attempt, target.connectionId);
    try {
      const fetched = await this.fetch(target, ranges, attempt);
      await this.syncs.change(target.connectionId, attempt, (syncs) => syncs.closeRanges(syncRunId, fetched));
    } catch (error) {
      if (!(error instanceof CircuitOpenException)) throw error;
      await this.end.breakerOpened(attempt, target, error);
    }
  }

  exhausted({ syncRunId }: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    return this.end.fail(syncRunId, reason, manager, enqueue);
  }

  private async fetch(target: SyncTarget, ranges: OpenRange[], attempt: TaskAttempt): Promise<FetchedRange[]> {
    const opened = this.targets.open(target);
    const transformer = new (opened.integration.transformerClass())();
    const setting = { attempt, opened, transformer, store: this.store, slot: new RequestSlot(), failed: false };
    const outcomes = await Promise.allSettled(ranges.map((range) => this.fetchInARow(setting, range)));
    const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length > 0) throw decisiveFailure(failures);
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Continues with the run's next ranges: a trip through the queue for each would leave the shop idle. Resolves with the last one, still open. */
  private async fetchInARow(setting: FetchSetting, first: OpenRange): Promise<FetchedRange> {
    for (let range = first, turn = 1; ; turn += 1) {
      const uncounted = await new PageRangeFetch(setting, range).run();
      const isLast = turn === maxRangesInARow || setting.failed || setting.attempt.signal.aborted;
      const following = isLast ? null : await this.syncs.claimFollowingRange(range, setting.attempt.taskId);
      if (!following) return { id: range.id, uncounted };
      range = following;
    }
  }
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
