import type { RecordOf, SystemCapability } from '@sync/records';
import {
  InvalidIntegrationResponseException,
  type BulkExportProbe,
  type ExportRequest,
  type IntegrationConnection,
  type OnBatch,
  type PageRange,
  type PlatformIntegration,
  type ShopCheck,
  type VerificationResult,
} from '@sync/integration-contract';
import { parseModifiedAfter } from '../mapping/modified-after';
import type { StoreHttp } from '../store-http/store-http';
import { CollectionPages, PageSequence } from './collection-pages';
import { checkCredentials } from './credential-check';
import { commerceBAccessChecks, commerceBShopChecks } from './doctor/shop-checks';
import { PageBatches } from './page-batches';
import { RunMemories, RunMemory } from './run-memory';
import { commerceBDefaults, type CommerceBSettings } from './settings';
import { shopBaseOf } from './shop-base';
import { CommerceBTransformer } from './transformer';
import { Webservice } from './webservice';

/** Commerce platform B: the shop's built-in webservice, in JSON. The platform has no webhooks. */
export class CommerceB implements PlatformIntegration {
  readonly driver = 'commerce_b';
  readonly transformer = CommerceBTransformer;
  readonly #settings: CommerceBSettings;
  readonly #webservice: Webservice;
  readonly #pages: CollectionPages;
  readonly #batches: PageBatches;
  readonly #runs: RunMemories;

  constructor(http: StoreHttp, settings: Partial<CommerceBSettings> = {}) {
    this.#settings = { ...commerceBDefaults, ...settings };
    this.#webservice = new Webservice(http, this.#settings);
    this.#pages = new CollectionPages(this.#webservice, this.#settings);
    this.#batches = new PageBatches(this.#webservice, this.#settings);
    this.#runs = new RunMemories(this.#settings.lookupIdleMs);
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
    this.#runs.begin(connection, request);
    const { maxPages: endPage, perPage } = this.#settings;
    await this.#fetch(connection, request, { startPage: 1, endPage, perPage }, async (batch) => {
      if (batch.rows > 0) await onBatch(batch);
    });
  }

  /** Starts a run, which discards the lookups of an earlier one. */
  async probe(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    checkModifiedAfter(request);
    this.#runs.begin(connection, request);
    return this.#pages.probe(connection, request.capability);
  }

  /** An empty page is beyond the end: it is reported so that the range completes, and no later page is requested. */
  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    checkModifiedAfter(request);
    await this.#fetch(connection, request, range, onBatch);
  }

  /** A list of one: an empty list says that there is none, which a 404 does not. */
  async fetchRecord<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceId: string,
  ): Promise<RecordOf[C] | null> {
    if (!/^\d+$/.test(sourceId)) return null;
    const parameters = { display: 'full', 'filter[id]': `[${sourceId}]` };
    const rows = await this.#webservice.rows(connection, { resource: capability, parameters, what: `one of its ${capability}` });
    if (rows.length === 0) return null;
    const request = { capability, systemConnectionId: connection.id, modifiedAfter: null };
    const { records, skipped } = await this.#batches.of(connection, request, { page: 1, rows }, new RunMemory());
    const record = records.find((found) => found.sourceId === sourceId);
    if (record) return record;
    throw new InvalidIntegrationResponseException(`The shop holds no such record: ${skipped[0]?.reason ?? 'it gave another one'}.`);
  }

  accessChecks(connection: IntegrationConnection): ShopCheck[] {
    return commerceBAccessChecks(this.#webservice, this.#settings, connection);
  }

  shopChecks(connection: IntegrationConnection): ShopCheck[] {
    return commerceBShopChecks(this.#webservice, this.#settings, connection);
  }

  async #fetch<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    const perPage = this.#pages.sizeFor(range.perPage);
    const sequence = new PageSequence();
    for (let page = Math.max(range.startPage, 1); page <= Math.min(range.endPage, this.#settings.maxPages); page += 1) {
      // Per page, so that a long range keeps its run's lookups from expiring.
      const memory = this.#runs.of(connection, request);
      const rows = await this.#pages.fetch(connection, request.capability, { page, perPage }, memory);
      sequence.check(rows, page);
      await onBatch(await this.#batches.of(connection, request, { page, rows }, memory));
      if (rows.length === 0) return;
    }
  }
}

/** Fails before the first request. */
function checkModifiedAfter({ modifiedAfter }: ExportRequest): void {
  if (modifiedAfter !== null) parseModifiedAfter(modifiedAfter);
}
