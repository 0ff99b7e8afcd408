import { Injectable, Logger } from '@nestjs/common';
import { forgetQuotaUsedUp } from '@sync/domain';
import type { Enqueue, TaskAttempt, TaskHandler } from '@sync/durable-work';
import type { BulkExportStart, ExportBatch } from '@sync/integration-contract';
import { RecordStore } from '@sync/record-store';
import { pagesFrom, ShopBudgets, SyncRuns, type SyncPlan, type SyncRun } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { askWithinBudget, countingLoad, exportRequestOf } from '../shop-requests';
import { EndSyncs } from '../end/end-syncs';
import { RestartFailedRun } from '../end/restart-failed-run';
import { FetchPageRange } from '../fetch/fetch-page-range';
import { SyncTargets, type OpenedTarget, type SyncTarget } from '../sync-target';
import { WaitForShop } from '../wait/wait-for-shop';
import { inRefetches } from '../../webhooks/in-refetches';

type PlannedPart = Pick<SyncPlan, 'part' | 'perPage' | 'listTotal' | 'listNewest' | 'rowsRead'>;

/** Full rows of a page that names its rows. */
const rowsPerNamedPage = 50;

/** Probes how much there is to fetch and divides it into page ranges. */
@Injectable()
export class PlanSyncRun implements TaskHandler<'plan-sync-run'> {
  private readonly logger = new Logger('PlanSyncRun');

  constructor(
    private readonly syncs: SyncRuns,
    private readonly targets: SyncTargets,
    private readonly store: RecordStore,
    private readonly end: EndSyncs,
    private readonly failedRuns: RestartFailedRun,
    private readonly wait: WaitForShop,
    private readonly budgets: ShopBudgets,
    private readonly fetches: FetchPageRange,
  ) {}

  async handle({ syncRunId }: { syncRunId: string }, attempt: TaskAttempt): Promise<void> {
    // The first page was claimed and not stored.
    if (await this.syncs.findOpenRange(attempt.taskId)) return this.fetches.handle({ syncRunId }, attempt);
    const run = await this.syncs.find(syncRunId);
    if (attempt.isRetry && !(run && needsPlan(run))) return this.failedRuns.restart(syncRunId, attempt);
    const target = run && (await this.targets.find(run.systemConnectionId));
    if (!run || !target || !needsPlan(run)) return;
    if (target.status !== 'active') return this.end.cancelAll(attempt, target.connectionId);
    if (!target.capabilities.includes(run.capability)) {
      return this.end.cancel(attempt, run, `The connection may not pull ${run.capability} in now.`);
    }
    await this.probe(run, target, await this.targets.open(target, run.timeoutFactor), attempt);
  }

  exhausted(payload: { syncRunId: string }, reason: string, manager: EntityManager, enqueue: Enqueue, taskId: string): Promise<void> {
    return this.fetches.exhausted(payload, reason, manager, enqueue, taskId);
  }

  private async probe(run: SyncRun, target: SyncTarget, opened: OpenedTarget, attempt: TaskAttempt): Promise<void> {
    let firstPage: ExportBatch | null = null;
    try {
      await this.store.requireRoom(opened.shopId);
      await this.start(run);
      const firstExport = !(await this.store.hasRecords(opened.shopId, run.capability));
      attempt.throwIfInterrupted();
      const request = exportRequestOf(run, opened.connection.id);
      const ask = () => countingLoad(this.syncs, run.id, () => opened.integration.beginBulkExport(opened.connection, request));
      const probe = await askWithinBudget(this.budgets, opened.connection.id, ask);
      this.logWarnings(probe, run, attempt);
      const part = await this.partOf(run, opened.shopId, probe);
      const gone = await this.stillStored(run, opened.shopId, probe.goneIds ?? []);
      firstPage = await this.plan(run, attempt, { ...part, firstExport, gone }, probe);
    } catch (error) {
      const { id: syncRunId, capability } = run;
      await this.wait.after(error, { syncRunId, capability, wasProbe: true, target, opened, attempt });
    }
    if (firstPage) await this.fetches.handle({ syncRunId: run.id }, attempt, firstPage);
  }

  private async start({ id, systemConnectionId, status }: SyncRun): Promise<void> {
    if (status !== 'queued') return;
    await this.syncs.change(systemConnectionId, null, async (syncs) => {
      await forgetQuotaUsedUp(syncs.manager, systemConnectionId);
      await syncs.startProbe(id);
    });
  }

  /** Returns the first page, if it is fetched already and the task has claimed it. Then the task is not complete yet. */
  private async plan(
    run: SyncRun,
    attempt: TaskAttempt,
    { gone, ...part }: PlannedPart & { firstExport: boolean; gone: readonly string[] },
    { keys, warnings = [], firstPage }: BulkExportStart,
  ): Promise<ExportBatch | null> {
    const incomplete = warnings.length > 0 ? warnings.join(' ') : null;
    const isClaimed = firstPage !== undefined && 'pages' in part.part && part.part.pages.length > 0;
    const firstPageOf = isClaimed ? attempt.taskId : null;
    const { systemConnectionId, capability } = run;
    const payloads = inRefetches(gone).map((sourceIds) => ({ systemConnectionId, capability, sourceIds }));
    await this.syncs.change(systemConnectionId, isClaimed ? null : attempt, async (syncs) => {
      await syncs.plan(run, { ...part, firstPageOf, listedKeys: keys ?? null, incomplete });
      const refetches = payloads.map((payload) => ({ payload, systemConnectionId }));
      if (refetches.length > 0) await syncs.enqueue.all('refetch-records', refetches, attempt.requestId ?? undefined);
    });
    return isClaimed ? firstPage : null;
  }

  /** What is left to read. The probe of a reconcile may have listed every row: then only those that are not stored are. */
  private async partOf(
    run: SyncRun,
    shopId: string,
    { totalPages, perPage, list, sourceIds, keys }: BulkExportStart,
  ): Promise<PlannedPart> {
    if (run.mode === 'reconcile' && keys) {
      const missing = await this.store.findUnstored(shopId, run.capability, keys);
      const read = { listTotal: keys.length, rowsRead: keys.length - missing.length };
      return { part: { keys: missing }, perPage: rowsPerNamedPage, listNewest: null, ...read };
    }
    const part = sourceIds ? { keys: sourceIds } : { pages: pagesFrom(1, totalPages) };
    return { part, perPage, listTotal: list?.total ?? sourceIds?.length ?? null, listNewest: list?.newest ?? null, rowsRead: 0 };
  }

  /** Of records that the shop says it no longer has, those to ask it for once more. An earlier message may have brought the deletion. */
  private async stillStored({ capability }: SyncRun, shopId: string, goneIds: readonly string[]): Promise<string[]> {
    if (goneIds.length === 0) return [];
    const unstored = new Set(await this.store.findUnstored(shopId, capability, goneIds));
    return goneIds.filter((id) => !unstored.has(id));
  }

  private logWarnings({ warnings = [] }: BulkExportStart, run: SyncRun, { requestId }: TaskAttempt): void {
    const { id: syncRunId, systemConnectionId: connectionId, capability } = run;
    for (const warning of warnings) this.logger.warn({ msg: 'export warning', requestId, connectionId, syncRunId, capability, warning });
  }
}

function needsPlan({ status, pagesTotal }: SyncRun): boolean {
  return status === 'queued' || ((status === 'running' || status === 'waiting') && pagesTotal === null);
}
