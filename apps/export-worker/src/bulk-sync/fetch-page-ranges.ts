import { Injectable } from '@nestjs/common';
import { lockSyncsOf } from '@sync/domain';
import {
  DurableWork,
  TaskInterrupted,
  TaskDeferred,
  type Enqueue,
  type TaskAttempt,
  type TaskHandler,
  type TaskPayloads,
} from '@sync/durable-work';
import { CircuitOpenException } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { DataSource, type EntityManager } from 'typeorm';
import { claimFollowingRange, closeOpenRange, findOpenRanges, isFetched, type OpenRange, type UncountedPages } from './open-ranges';
import { PageNotTaken, PageRangeFetch, SiblingFailed, type FetchSetting } from './page-range-fetch';
import { RequestSlot } from './request-slot';
import { RestartFailedRun } from './restart-failed-run';
import { StartNextFetches } from './start-next-fetches';
import { SyncEnd } from './sync-end';
import { SyncTargets, type SyncTarget } from './sync-target';

/** Then the task ends and other connections get their turn. */
const rangesInARow = 5;

type Payload = TaskPayloads['fetch-page-ranges'];

interface Fetched {
  range: OpenRange;
  uncounted: UncountedPages;
}

/** Fetches ranges of one run, two at once and one request at a time, from the page after the last stored one. */
@Injectable()
export class FetchPageRanges implements TaskHandler<'fetch-page-ranges'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly nextFetches: StartNextFetches,
    private readonly end: SyncEnd,
    private readonly restartFailed: RestartFailedRun,
  ) {}

  async handle({ syncRunId }: Payload, attempt: TaskAttempt): Promise<void> {
    const ranges = await findOpenRanges(this.dataSource.manager, attempt.taskId);
    if (ranges.length === 0 && attempt.isRetry) return this.restartFailed.restart(syncRunId, attempt);
    const connectionId = ranges[0]?.connectionId;
    const target = connectionId === undefined ? null : await this.targets.find(connectionId);
    if (!target) return;
    if (target.status !== 'active') return this.end.cancelAll(attempt, target.connectionId);
    try {
      await this.settle(await this.fetch(target, ranges, attempt), target.connectionId, attempt);
    } catch (error) {
      if (!(error instanceof CircuitOpenException)) throw error;
      await this.end.breakerOpened(attempt, target, error);
    }
  }

  async exhausted({ rangeIds }: Payload, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    const ranges = await manager.query<{ runId: string; connectionId: string }[]>(
      `select distinct sync_run_id as "runId", system_connection_id as "connectionId" from sync_run_ranges where id = any($1)`,
      [rangeIds],
    );
    const [first] = ranges;
    if (!first) return;
    const runIds = ranges.map(({ runId }) => runId);
    await this.end.fail(manager, enqueue, first.connectionId, runIds, reason);
  }

  private async fetch(target: SyncTarget, ranges: OpenRange[], attempt: TaskAttempt): Promise<Fetched[]> {
    const opened = this.targets.open(target);
    const transformer = new (opened.integration.transformerClass())();
    const setting = { attempt, opened, transformer, store: this.store, slot: new RequestSlot(), failed: false };
    const outcomes = await Promise.allSettled(ranges.map((range) => this.fetchInARow(setting, range)));
    const failures = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length > 0) throw worstOf(failures);
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** One range of the run after another: going through the queue for each would leave the shop idle meanwhile. Resolves with the last one, still open. */
  private async fetchInARow(setting: FetchSetting, first: OpenRange): Promise<Fetched> {
    for (let range = first, turn = 1; ; turn += 1) {
      const uncounted = await new PageRangeFetch(setting, range).run();
      const isLast = turn === rangesInARow || setting.failed || setting.attempt.signal.aborted;
      const following = isLast ? null : await claimFollowingRange(this.dataSource.manager, range, setting.attempt.taskId);
      if (!following) return { range, uncounted };
      range = following;
    }
  }

  private async settle(fetched: Fetched[], connectionId: string, attempt: TaskAttempt): Promise<void> {
    const requestId = attempt.requestId ?? undefined;
    await this.work.transaction(async (manager, enqueue) => {
      await lockSyncsOf(manager, connectionId);
      await attempt.complete(manager);
      for (const { range, uncounted } of fetched) await closeOpenRange(manager, range.id, uncounted);
      const syncRunId = fetched[0]?.range.syncRunId;
      const isLast = syncRunId !== undefined && (await isFetched(manager, syncRunId));
      if (isLast) await enqueue('finish-sync-run', { syncRunId }, { systemConnectionId: connectionId, requestId });
      await this.nextFetches.startWithin(manager, enqueue, connectionId, requestId);
    });
  }
}

/** Which of the failures of a fetch decides what becomes of it. */
function worstOf(failures: readonly unknown[]): unknown {
  const opened = failures.find((failure) => failure instanceof CircuitOpenException);
  const own = failures.find(
    (failure) => !(failure instanceof SiblingFailed || failure instanceof PageNotTaken || failure instanceof TaskInterrupted),
  );
  const interrupted = failures.find((failure) => failure instanceof TaskInterrupted);
  // A page that somebody else stored, or that nobody wants any more: the next attempt sees how things stand.
  return opened ?? own ?? interrupted ?? new TaskDeferred();
}
