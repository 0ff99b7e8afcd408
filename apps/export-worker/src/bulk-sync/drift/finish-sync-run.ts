import { Injectable, Logger } from '@nestjs/common';
import type { Enqueue, TaskAttempt, TaskHandler } from '@sync/durable-work';
import { RecordStore } from '@sync/record-store';
import { type ListPasses, type SyncRun, SyncRuns } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { FindDeletions, showsAll } from '../deletions/find-deletions';
import { EndSyncs } from '../end/end-syncs';
import { RestartFailedRun } from '../end/restart-failed-run';
import { nextPass } from './next-pass';
import { showsOnePage, whyIncomplete, whyTooFew } from './why-too-few';

type Reading = 'complete' | 'given up' | 'another pass' | 'unknown';

/** Every page of the run is stored: rescans a list that drifted meanwhile, or deletes what is gone, links the records and closes the run. */
@Injectable()
export class FinishSyncRun implements TaskHandler<'finish-sync-run'> {
  private readonly logger = new Logger('FinishSyncRun');

  constructor(
    private readonly syncs: SyncRuns,
    private readonly store: RecordStore,
    private readonly deletions: FindDeletions,
    private readonly end: EndSyncs,
    private readonly failedRuns: RestartFailedRun,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    const run = await this.syncs.find(syncRunId);
    if (run?.status !== 'running' && run?.status !== 'waiting')
      return attempt.isRetry ? this.failedRuns.restart(syncRunId, attempt) : undefined;
    const passes = await this.syncs.findListPasses(run.id);
    attempt.throwIfInterrupted();
    const reading = passes ? await this.rescanIfDrifted(run, passes, attempt) : 'unknown';
    if (reading === 'another pass') return;
    const tooFew = passes && whyTooFew(passes, run.capability);
    if (tooFew) return this.end.tooFewRows(attempt, run, tooFew);
    await this.complete(run, passes, reading, attempt);
  }

  exhausted({ syncRunId }: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue): Promise<void> {
    return this.end.fail(syncRunId, reason, manager, enqueue);
  }

  /**
   * A list that drifted while its pages were read may hold rows that no page has shown. `another pass`: one that looks for them has begun, and
   * the attempt is complete.
   */
  private async rescanIfDrifted(run: SyncRun, passes: ListPasses, attempt: TaskAttempt): Promise<Reading> {
    const next = showsOnePage(passes) ? 'complete' : nextPass(passes);
    if (next === 'complete') return next;
    if (next === 'given up') {
      this.logger.warn({
        msg: 'list drifted in every pass: a record may be missing until the next full sync',
        ...about(run, attempt, passes),
      });
      return next;
    }
    const again = 'keys' in next ? { keys: next.keys.length } : { pages: next.pages.length };
    this.logger.log({ msg: 'list drifted: another pass begins', ...about(run, attempt, passes), ...again });
    await this.syncs.change(run.systemConnectionId, attempt, (syncs) => syncs.beginPass(run, passes, next));
    return 'another pass';
  }

  /** The list is read. Deletes what is gone, links the records, and ends the run. */
  private async complete(run: SyncRun, passes: ListPasses | null, reading: Reading, attempt: TaskAttempt): Promise<void> {
    const isWhole = run.modifiedAfter === null && reading === 'complete' && passes !== null && showsAll(passes);
    const heldBack = isWhole || run.hasListedKeys ? await this.deletions.ofList(run, attempt) : null;
    const shopId = await this.store.findShopId(run.systemConnectionId);
    // Also after customers and products: orders of earlier runs may wait for them.
    if (shopId !== null) await this.store.linkRecords(shopId);
    if (shopId !== null && isWhole && run.mode === 'full' && run.startedAt)
      await this.store.forgetUnmappable(shopId, run.capability, run.startedAt);
    const utcOffsetMinutes = shopId === null ? null : await this.store.readUtcOffset(shopId, run.capability);
    attempt.throwIfInterrupted();
    const incomplete = passes ? whyIncomplete(passes, run.capability) : null;
    const read = { isReconciled: isWhole, hasDrifted: reading === 'given up', incomplete };
    await this.end.succeed(attempt, run, { ...read, utcOffsetMinutes, heldBack });
  }
}

function about({ id, systemConnectionId, capability }: SyncRun, { requestId }: TaskAttempt, passes: ListPasses): object {
  const { pass, total, highestTotal, rowsSeen } = passes;
  return { requestId, connectionId: systemConnectionId, syncRunId: id, capability, pass, total, highestTotal, rowsSeen };
}
