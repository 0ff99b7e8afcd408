import { Logger } from '@nestjs/common';
import type { TaskAttempt } from '@sync/durable-work';
import { forTenant } from '@sync/postgres';
import type { ExportBatch, Transformer } from '@sync/integration-contract';
import type { PageCheckpoint, RecordStore } from '@sync/record-store';
import { nothingUncounted, type OpenRange, type SyncRuns, type UncountedPages } from '@sync/sync-runs';
import { exportRequestOf } from '../export-request-of';
import type { ShopTurns } from '../shop-turns';
import type { OpenedTarget } from '../sync-target';

/** The page was refused: it is stored already, or its run or connection has ended. */
export class PageNotTaken extends Error {
  override readonly name = 'PageNotTaken';
}

/** The other range of the fetch failed. */
export class SiblingFailed extends Error {
  override readonly name = 'SiblingFailed';
}

/** The fetch has had its place for long enough, or the shop is to get fewer requests. Its next page is for another fetch, after others had their turn. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}

/** See Integration.fetchRecords. */
const maxIdsPerRequest = 100;

/** Shared by the ranges of one fetch. */
export interface FetchSetting {
  attempt: TaskAttempt;
  opened: OpenedTarget;
  /** Page 1, when it has been fetched already; it is the only page of the only range. */
  firstPage: ExportBatch | undefined;
  transformer: Transformer;
  store: RecordStore;
  syncs: SyncRuns;
  /** One request at a time: while a page is stored, the slot is free for the other range. */
  slot: RequestSlot;
  /** Each request within the budget of the shop's host. */
  turns: ShopTurns;
  /** Set by the first range that fails; the other ends after its page. */
  failed: boolean;
  /** The run waited for its shop when the fetch began. The first page says that it goes on. */
  isWaiting: boolean;
  /** In milliseconds of `performance.now()`. */
  turnEndsAt: number;
  /** Pages so far, and how long the shop took for them. */
  pages: number;
  pagesMs: number;
}

/** Fetches one range and stores it page by page. A page that is fetched and not stored leaves no trace. */
export class PageRangeFetch {
  private readonly logger = new Logger('PageRangeFetch');
  private release: () => void = () => undefined;
  private askedAt = 0;
  private uncounted: UncountedPages = { ...nothingUncounted };

  constructor(
    private readonly setting: FetchSetting,
    readonly range: OpenRange,
  ) {}

  /** Resolves when every page is stored, with the counts that no checkpoint holds. */
  async run(): Promise<UncountedPages> {
    if (this.setting.firstPage) return this.storeFetched(this.setting.firstPage);
    const { nextPage, lastPage, perPage, connectionId } = this.range;
    const { integration, connection } = this.setting.opened;
    const request = exportRequestOf(this.range, connectionId);
    await this.takeSlot();
    try {
      await this.beginTurn(true);
      if (nextPage <= lastPage) {
        await integration.fetchBulkExportPageRange(connection, request, nextPage, lastPage, perPage, (batch) => this.onBatch(batch));
      }
      return this.uncounted;
    } catch (error) {
      this.setting.failed = true;
      throw error;
    } finally {
      this.release();
    }
  }

  private async storeFetched(batch: ExportBatch): Promise<UncountedPages> {
    try {
      await this.storePage(await this.withUnstored(batch));
      this.setting.attempt.madeProgress();
      return this.uncounted;
    } finally {
      this.release();
    }
  }

  private async onBatch(batch: ExportBatch): Promise<void> {
    await this.setting.turns.responded();
    this.release();
    this.setting.pages += 1;
    const pageMs = performance.now() - this.askedAt;
    this.setting.pagesMs += pageMs;
    await this.storePage(await this.withUnstored(batch));
    await this.setting.turns.took(pageMs);
    this.setting.attempt.madeProgress();
    await this.moveOn();
    this.stopIfAsked();
    if (this.isPaged && batch.page >= this.range.lastPage) return;
    await this.setting.turns.prepare();
    await this.takeSlot();
    this.stopIfAsked();
    if (this.isPaged && performance.now() >= this.setting.turnEndsAt) throw new TurnOver();
    await this.beginTurn(this.isPaged);
  }

  private async moveOn(): Promise<void> {
    if (!this.setting.isWaiting) return;
    this.setting.isWaiting = false;
    await this.setting.syncs.moveOn(this.range.syncRunId);
  }

  private async takeSlot(): Promise<void> {
    this.release = await this.setting.slot.take();
  }

  /** `mayEnd`: what is stored need not be fetched again. */
  private async beginTurn(mayEnd: boolean): Promise<void> {
    const mayGoOn = await this.setting.turns.begin();
    this.stopIfAsked();
    if (mayEnd && !mayGoOn) throw new TurnOver();
    this.askedAt = performance.now();
  }

  /** A page of ids holds no records: reads those that are listed and not stored, or stored as deleted. */
  private async withUnstored(batch: ExportBatch): Promise<ExportBatch> {
    const { mode, capability, keys: named } = this.range;
    if (mode !== 'reconcile' || named || batch.records.length > 0 || !batch.list) return batch;
    const { store, opened, attempt } = this.setting;
    const [records, skipped] = [[...batch.records], [...batch.skipped]];
    const keys = batch.list.rows.map(({ key }) => key);
    const unstored = await store.findUnstored(opened.shopId, capability, keys);
    for (let start = 0; start < unstored.length; start += maxIdsPerRequest) {
      await this.takeSlot();
      await this.beginTurn(false);
      const ids = unstored.slice(start, start + maxIdsPerRequest);
      const read = await opened.integration.fetchRecords(opened.connection, capability, ids);
      this.release();
      attempt.madeProgress();
      records.push(...read.records);
      skipped.push(...read.skipped);
    }
    return { ...batch, records, skipped };
  }

  private async storePage(batch: ExportBatch): Promise<void> {
    const { page, records, skipped, rows, warnings = [] } = batch;
    const { id, capability, firstExport, runBegan: exportBegan } = this.range;
    const { shopId, connection } = this.setting.opened;
    const transformed = this.setting.transformer.transform(capability, records);
    const checkpoint = this.isPaged ? { rangeId: id, page, fetched: rows, skipped: skipped.length, ...this.listed(batch) } : undefined;
    const stored = { shopId, capability, records: transformed, firstExport, exportBegan, checkpoint };
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
    const { listNewest, perPage } = this.range;
    if (!list || listNewest === null) return {};
    const listTotal = list.total ?? (list.pages === null ? null : list.pages * perPage);
    const keysOf = (isNewer: boolean) => list.rows.filter(({ mark }) => mark > listNewest === isNewer).map(({ key }) => key);
    return { listTotal, seenKeys: keysOf(false), newerKeys: keysOf(true) };
  }

  private stopIfAsked(): void {
    this.setting.attempt.throwIfInterrupted();
    if (this.setting.failed) throw new SiblingFailed();
  }

  private log(msg: string, what: Record<string, unknown>): void {
    const { syncRunId, capability, connectionId } = this.range;
    const { requestId } = this.setting.attempt;
    this.logger.warn({ msg, requestId, connectionId, syncRunId, capability, ...what });
  }

  private get isPaged(): boolean {
    return this.range.perPage > 0;
  }
}

/** A mutex for requests: first come, first served. */
export class RequestSlot {
  private last: Promise<void> = Promise.resolve();

  /** Resolves with the function that releases the slot. Releasing twice has no further effect. */
  async take(): Promise<() => void> {
    const before = this.last;
    let release = (): void => undefined;
    this.last = new Promise((resolve) => (release = resolve));
    await before;
    return release;
  }
}
