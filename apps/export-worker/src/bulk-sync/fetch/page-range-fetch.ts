import { Logger } from '@nestjs/common';
import type { TaskAttempt } from '@sync/durable-work';
import { forTenant } from '@sync/postgres';
import type { ExportBatch, Transformer } from '@sync/integration-contract';
import type { PageCheckpoint, RecordStore } from '@sync/record-store';
import { nothingUncounted, type OpenRange, type SyncRuns, type UncountedPages } from '@sync/sync-runs';
import { type BudgetedRequests, exportRequestOf } from '../shop-requests';
import type { OpenedTarget } from '../sync-target';

/** The page was refused: it is stored already, or its run or connection has ended. */
export class PageNotTaken extends Error {
  override readonly name = 'PageNotTaken';
}

/** The fetch has held its slot for long enough, or the shop is to get fewer requests. Others go first, then its next page. */
export class TimeSliceOver extends Error {
  override readonly name = 'TimeSliceOver';
}

/** See Integration.fetchRecords. */
const maxIdsPerRequest = 100;

interface FetchSetting {
  range: OpenRange;
  attempt: TaskAttempt;
  opened: OpenedTarget;
  transformer: Transformer;
  store: RecordStore;
  syncs: SyncRuns;
  requests: BudgetedRequests;
  /** In milliseconds of `performance.now()`. */
  sliceEndsAt: number;
}

/** Fetches one range page by page. A page is stored while the next one is on its way; one that is fetched and not stored leaves no trace. */
export class PageRangeFetch {
  private readonly logger = new Logger('PageRangeFetch');
  private askedAt = 0;
  private uncounted: UncountedPages = { ...nothingUncounted };
  private isWaiting: boolean;
  /** Settles when the latest page is stored. */
  private storing: Promise<void> = Promise.resolve();

  constructor(private readonly setting: FetchSetting) {
    this.isWaiting = setting.range.isWaiting;
  }

  /** Resolves when every page is stored, with the counts that no checkpoint holds. */
  async run(): Promise<UncountedPages> {
    const { opened, range } = this.setting;
    const { nextPage, lastPage, perPage, connectionId } = range;
    const { integration, connection } = opened;
    try {
      if (nextPage <= lastPage) {
        await this.beginRequest(true);
        const request = exportRequestOf(range, connectionId);
        await integration.fetchBulkExportPageRange(connection, request, nextPage, lastPage, perPage, (batch) => this.onBatch(batch));
      }
    } finally {
      await this.storing;
    }
    return this.uncounted;
  }

  /** A page that has been fetched already, and is all of the range. */
  async store(batch: ExportBatch): Promise<UncountedPages> {
    await this.storePage(await this.withUnstored(batch));
    this.setting.attempt.madeProgress();
    return this.uncounted;
  }

  private async onBatch(batch: ExportBatch): Promise<void> {
    const { requests, range, sliceEndsAt } = this.setting;
    await requests.responded(performance.now() - this.askedAt);
    const whole = await this.withUnstored(batch);
    await this.storing;
    this.storing = this.storeAndNote(whole);
    // A failure is thrown where the promise is awaited: before the next page is stored, or at the end.
    this.storing.catch(() => undefined);
    if (this.isPaged && batch.page >= range.lastPage) return;
    this.setting.attempt.throwIfInterrupted();
    if (this.isPaged && performance.now() >= sliceEndsAt) throw new TimeSliceOver();
    await this.beginRequest(this.isPaged);
  }

  private async storeAndNote(batch: ExportBatch): Promise<void> {
    const { attempt, requests, syncs, range } = this.setting;
    await this.storePage(batch);
    attempt.madeProgress();
    await requests.noteOften();
    if (!this.isWaiting) return;
    this.isWaiting = false;
    await syncs.moveOn(range.syncRunId);
  }

  /** `mayEnd`: what is stored need not be fetched again. */
  private async beginRequest(mayEnd: boolean): Promise<void> {
    const mayGoOn = await this.setting.requests.begin();
    this.setting.attempt.throwIfInterrupted();
    if (mayEnd && !mayGoOn) throw new TimeSliceOver();
    this.askedAt = performance.now();
  }

  /** A page of ids holds no records: reads those that are listed and not stored, or stored as deleted. */
  private async withUnstored(batch: ExportBatch): Promise<ExportBatch> {
    const { store, opened, attempt, range } = this.setting;
    if (range.mode !== 'reconcile' || range.keys || batch.records.length > 0 || !batch.list) return batch;
    const [records, skipped] = [[...batch.records], [...batch.skipped]];
    const keys = batch.list.rows.map(({ key }) => key);
    const unstored = await store.findUnstored(opened.shopId, range.capability, keys);
    for (let start = 0; start < unstored.length; start += maxIdsPerRequest) {
      await this.beginRequest(false);
      const ids = unstored.slice(start, start + maxIdsPerRequest);
      const read = await opened.integration.fetchRecords(opened.connection, range.capability, ids);
      attempt.madeProgress();
      records.push(...read.records);
      skipped.push(...read.skipped);
    }
    return { ...batch, records, skipped };
  }

  private async storePage(batch: ExportBatch): Promise<void> {
    const { page, records, skipped, rows, warnings = [] } = batch;
    const { taskId, capability, firstExport, runBegan: exportBegan, syncRunId: runId } = this.setting.range;
    const { shopId, connection } = this.setting.opened;
    const transformed = this.setting.transformer.transform(capability, records);
    const checkpoint = this.isPaged ? { rangeId: taskId, page, fetched: rows, skipped: skipped.length, ...this.listed(batch) } : undefined;
    const stored = { shopId, capability, records: transformed, firstExport, exportBegan, runId, checkpoint };
    const { tenantId } = connection;
    const write = () => this.setting.store.writePage(stored);
    const outcome = await (tenantId ? forTenant(tenantId, write) : write());
    if (!outcome.applied) throw new PageNotTaken();
    const leftOut = [...skipped, ...outcome.rejected];
    for (const { sourceId, reason } of leftOut) this.log('record skipped', { page, sourceId, reason });
    await this.setting.store.noteUnmappable(
      shopId,
      capability,
      leftOut.flatMap(({ sourceId: unmappable }) => unmappable ?? []),
    );
    for (const warning of warnings) this.log('export warning', { page, warning });
    if (this.isPaged) return;
    const { fetched, written, skipped: before } = this.uncounted;
    const left = before + skipped.length + outcome.rejected.length;
    this.uncounted = { pages: 1, fetched: fetched + rows, written: written + outcome.written, skipped: left };
  }

  /** The length of the list, and the rows of this page: those that were there when the run began, and newer ones. */
  private listed({ list }: ExportBatch): Pick<PageCheckpoint, 'listTotal' | 'seenKeys' | 'newerKeys'> {
    const { listNewest, perPage } = this.setting.range;
    if (!list || listNewest === null) return {};
    const listTotal = list.total ?? (list.pages === null ? null : list.pages * perPage);
    const keysOf = (isNewer: boolean) => list.rows.filter(({ mark }) => mark > listNewest === isNewer).map(({ key }) => key);
    return { listTotal, seenKeys: keysOf(false), newerKeys: keysOf(true) };
  }

  private log(msg: string, what: Record<string, unknown>): void {
    const { syncRunId, capability, connectionId } = this.setting.range;
    const { requestId } = this.setting.attempt;
    this.logger.warn({ msg, requestId, connectionId, syncRunId, capability, ...what });
  }

  private get isPaged(): boolean {
    return this.setting.range.perPage > 0;
  }
}
