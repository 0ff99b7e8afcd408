import type { SystemCapability } from '@sync/records';
import type {
  BulkExportProbe,
  ExportRequest,
  FetchedRecords,
  IntegrationConnection,
  OnBatch,
  PageRange,
  PlatformIntegration,
  ShopCheck,
  VerificationResult,
} from '@sync/integration-contract';
import { rowsAskedFor } from '../mapping/listed-rows';
import { parseModifiedAfter } from '../mapping/modified-after';
import { checksOf } from '../shop-doctor/check';
import type { StoreHttp } from '../store-http/store-http';
import { ChangesList } from '../runs/changes-list';
import { CollectionPages, PageSequence } from './collection-pages';
import { checkCredentials } from './credential-check';
import { DeltaRows, idsOfPage, isDeltaPage } from './delta-rows';
import { accessChecks, shopChecks } from './doctor/shop-checks';
import { ShopQuestions } from './doctor/shop-questions';
import { ExportProbe } from './export-probe';
import { Listing } from './listing';
import { PageBatches } from './page-batches';
import { RowsById } from './rows-by-id';
import { RunMemories, RunMemory } from '../runs/run-memory';
import { commerceBDefaults, type CommerceBSettings } from './settings';
import { changesPath, shopBaseOf } from './shop-base';
import { CommerceBTransformer } from './transformer';
import { Webservice } from './webservice';

/** Commerce platform B: the shop's built-in webservice, in JSON. The platform has no webhooks. */
export class CommerceB implements PlatformIntegration {
  readonly driver = 'commerce_b';
  readonly transformer = CommerceBTransformer;
  readonly #http: StoreHttp;
  readonly #settings: CommerceBSettings;
  readonly #webservice: Webservice;
  readonly #pages: CollectionPages;
  readonly #probe: ExportProbe;
  readonly #rowsById: RowsById;
  readonly #batches: PageBatches;
  readonly #runs: RunMemories;

  constructor(http: StoreHttp, settings: Partial<CommerceBSettings> = {}) {
    this.#http = http;
    this.#settings = { ...commerceBDefaults, ...settings };
    this.#webservice = new Webservice(http, this.#settings);
    this.#pages = new CollectionPages(this.#webservice, this.#settings);
    this.#rowsById = new RowsById(this.#webservice);
    const changes = new ChangesList(http, {
      storeBaseOf: shopBaseOf,
      path: `${changesPath}&`,
      versionMember: 'module_version',
      keyMember: 'api_key',
      deadlineMs: this.#settings.verifyDeadlineMs,
    });
    this.#probe = new ExportProbe(
      this.#webservice,
      new Listing(this.#webservice),
      changes,
      new DeltaRows(this.#webservice),
      this.#settings,
    );
    this.#batches = new PageBatches(this.#webservice, this.#settings);
    this.#runs = new RunMemories(this.#settings);
  }

  storeBaseOf(baseUrl: string): string {
    return shopBaseOf(baseUrl);
  }

  checkCredentials(connection: IntegrationConnection): Promise<VerificationResult> {
    return checkCredentials(this.#webservice, this.#settings, connection);
  }

  /** Fetches until a page is empty, since no response says how many pages there are. */
  async fetchPages<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    checkModifiedAfter(request);
    this.#begin(connection, request);
    const range = { startPage: 1, endPage: this.#settings.maxPages, perPage: this.#pages.sizeFor(request, 0) };
    await this.#fetch(connection, request, range, async (batch) => {
      if (batch.rows > 0) await onBatch(batch);
    });
  }

  /** Starts a run, which discards the lookups of an earlier one. */
  async probe(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    checkModifiedAfter(request);
    return this.#probe.of(connection, request, this.#begin(connection, request));
  }

  /** An empty page by offset is beyond the end: it is reported so that the range completes, and no later page is requested. */
  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    checkModifiedAfter(request);
    const isDelta = isDeltaPage(request, range.perPage);
    if (!isDelta && !request.sourceIds) return this.#fetch(connection, request, range, onBatch);
    // A row that a delta names has changed, also if its date is old: a change of its address leaves the date alone.
    const wanted = isDelta && request.sourceIds ? { ...request, modifiedAfter: null } : request;
    for (let page = Math.max(range.startPage, 1); page <= range.endPage; page += 1) {
      const memory = this.#runs.of(connection, request);
      const rows = await this.#rowsWith(idsOfPage(request, range, page), connection, request.capability, memory);
      const { list, ...batch } = await this.#batches.of(connection, wanted, { page, rows }, memory);
      await onBatch(isDelta ? batch : { ...batch, list });
    }
  }

  async fetchRecords<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
  ): Promise<FetchedRecords<C>> {
    const memory = this.#runs.ofReads(connection);
    const rows = await this.#rowsWith(sourceIds, connection, capability, memory);
    const request = { capability, systemConnectionId: connection.id, modifiedAfter: null };
    const { records, skipped } = await this.#batches.of(connection, request, { page: 1, rows }, memory);
    return { records, skipped };
  }

  accessChecks(connection: IntegrationConnection): ShopCheck[] {
    return checksOf(accessChecks, this.#questions(connection));
  }

  shopChecks(connection: IntegrationConnection): ShopCheck[] {
    return checksOf(shopChecks, this.#questions(connection));
  }

  #questions(connection: IntegrationConnection): ShopQuestions {
    return new ShopQuestions(this.#http, this.#webservice, this.#settings, connection);
  }

  /** A list of ids looks nothing up. */
  #begin(connection: IntegrationConnection, request: ExportRequest): RunMemory {
    return request.content === 'ids' ? new RunMemory() : this.#runs.begin(connection, request);
  }

  async #rowsWith(
    ids: readonly string[],
    connection: IntegrationConnection,
    capability: SystemCapability,
    memory: RunMemory,
  ): Promise<unknown[]> {
    const what = `some of its ${capability}`;
    return rowsAskedFor(await this.#rowsById.fetch(connection, capability, { ids, what }, memory), ids, what);
  }

  async #fetch<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    const perPage = this.#pages.sizeFor(request, range.perPage);
    const sequence = new PageSequence();
    for (let page = Math.max(range.startPage, 1); page <= Math.min(range.endPage, this.#settings.maxPages); page += 1) {
      // Per page, so that a long range keeps its run's lookups from expiring.
      const memory = request.content === 'ids' ? new RunMemory() : this.#runs.of(connection, request);
      const rows = await this.#pages.fetch(connection, request, { page, perPage }, memory);
      sequence.check(rows);
      await onBatch(await this.#batches.of(connection, request, { page, rows }, memory));
      if (rows.length === 0) return;
    }
  }
}

/** Fails before the first request. */
function checkModifiedAfter({ modifiedAfter }: ExportRequest): void {
  if (modifiedAfter !== null) parseModifiedAfter(modifiedAfter);
}
