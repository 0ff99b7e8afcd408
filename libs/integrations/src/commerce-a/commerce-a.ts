import type { SystemCapability } from '@sync/records';
import type {
  BulkExportProbe,
  BulkExportStart,
  ExportBatch,
  ExportRequest,
  FetchedRecords,
  IntegrationConnection,
  OnBatch,
  OnChange,
  PageRange,
  PlatformIntegration,
  ShopCheck,
  VerificationResult,
  WebhookPayload,
} from '@sync/integration-contract';
import { lastOfEachId, UnmappableRow } from '../mapping/platform-values';
import { ChangesList } from '../runs/changes-list';
import { RunMemories } from '../runs/run-memory';
import { checksOf } from '../shop-doctor/check';
import type { StoreHttp } from '../store-http/store-http';
import { areWhole, changedCustomers } from './changed-rows';
import { checkConnectivity } from './connectivity-check';
import { accessChecks, shopChecks } from './doctor/shop-checks';
import { ShopQuestions } from './doctor/shop-questions';
import { isFilteredHere } from './listed-fields';
import { listedPage, listState } from './listed-page';
import { mapListed } from './mappings';
import { maxPerPage, PlatformPages, usualPerPage, type PlatformPage } from './platform-pages';
import { commerceADefaults, type CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';
import { CommerceATransformer } from './transformer';
import { changeOf } from './webhook';

/** Commerce platform A: the shop extension's REST API v3, plus this service's own plugin. */
export class CommerceA implements PlatformIntegration {
  readonly driver = 'commerce_a';
  readonly transformer = CommerceATransformer;
  readonly #settings: CommerceASettings;
  readonly #pages: PlatformPages;
  readonly #changes: ChangesList;
  readonly #runs: RunMemories;

  constructor(
    private readonly http: StoreHttp,
    settings: Partial<CommerceASettings> = {},
  ) {
    this.#settings = { ...commerceADefaults, ...settings };
    this.#pages = new PlatformPages(http, this.#settings);
    this.#changes = new ChangesList(http, {
      storeBaseOf: (baseUrl) => this.storeBaseOf(baseUrl),
      path: `${this.#settings.pluginRestPath}/changes?`,
      versionMember: 'plugin_version',
      keyMember: 'connection_token',
      deadlineMs: this.#settings.pageDeadlineMs,
    });
    this.#runs = new RunMemories(this.#settings);
  }

  storeBaseOf(baseUrl: string): string {
    return storeBaseOf(baseUrl, this.#settings);
  }

  checkCredentials(connection: IntegrationConnection): Promise<VerificationResult> {
    return checkConnectivity(this.http, this.#settings, connection);
  }

  /** Fetches up to the highest total that the shop has reported; an empty page ends it earlier. */
  async fetchPages<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = 1, last = 1; page <= Math.min(last, this.#settings.maxPages); page += 1) {
      const fetched = await this.#pages.fetch(connection, request, page);
      if (fetched.rows.length === 0) return;
      last = Math.max(last, fetched.totalPages);
      await onBatch(await this.#batchOf(connection, request, page, fetched));
    }
  }

  /** Requests the first page exactly like an export, so that a shop with an unreadable response fails here. */
  async probe(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    return (await this.#listedChanges(connection, request)) ?? probeOf(request, await this.#pages.fetch(connection, request, 1));
  }

  async begin<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>): Promise<BulkExportStart<C>> {
    const changes = await this.#listedChanges(connection, request);
    if (changes) return changes;
    const first = await this.#pages.fetch(connection, request, 1);
    return { ...probeOf(request, first), firstPage: await this.#batchOf(connection, request, 1, first) };
  }

  /** An empty page is beyond the end: it is reported so that the range completes, and no later page is requested. */
  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    if (request.sourceIds) return this.#fetchNamed(connection, request.capability, request.sourceIds, range, onBatch);
    const { startPage, endPage, perPage } = range;
    for (let page = Math.max(startPage, 1); page <= Math.min(endPage, this.#settings.maxPages); page += 1) {
      const fetched = await this.#pages.fetch(connection, request, page, perPage);
      await onBatch(await this.#batchOf(connection, request, page, fetched));
      if (fetched.rows.length === 0) return;
    }
  }

  async fetchRecords<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
  ): Promise<FetchedRecords<C>> {
    return mapRows(capability, await this.#pages.fetchSome(connection, capability, sourceIds));
  }

  /** The payload holds the whole record, so the shop is not called. */
  async handleWebhook(_connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void> {
    const change = changeOf(payload);
    if (change) await onChange(change);
  }

  /** A delta without a list where the shop's plugin says what has changed. */
  async #listedChanges(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe | null> {
    const { capability, modifiedAfter, content } = request;
    if (modifiedAfter === null || content === 'ids') return null;
    const changes = await this.#changes.of(connection, { capability, modifiedAfter }, this.#runs.begin(connection, request));
    if (!changes) return null;
    const { changed, deleted } = changes;
    return { totalPages: Math.ceil(changed.length / maxPerPage), perPage: maxPerPage, sourceIds: changed, goneIds: deleted };
  }

  async #fetchNamed<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
    { startPage, endPage, perPage }: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = Math.max(startPage, 1); page <= endPage; page += 1) {
      const ids = sourceIds.slice((page - startPage) * perPage, (page - startPage + 1) * perPage);
      const rows = await this.#pages.fetchSome(connection, capability, ids);
      await onBatch({ page, ...mapRows(capability, rows), rows: rows.length });
    }
  }

  async #batchOf<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    page: number,
    fetched: PlatformPage,
  ): Promise<ExportBatch<C>> {
    const { rows, warnings } = fetched;
    const mapped = mapRows(request.capability, await this.#rowsToMap(connection, request, rows));
    return { page, ...mapped, rows: rows.length, list: listedPage(request, fetched), ...(warnings && { warnings }) };
  }

  /** Whole rows that came are all kept, whatever modified_after says: what was downloaded is not thrown away. */
  #rowsToMap(
    connection: IntegrationConnection,
    request: ExportRequest,
    rows: readonly unknown[],
  ): Promise<readonly unknown[]> | readonly unknown[] {
    const { capability, modifiedAfter, content } = request;
    if (content === 'ids') return [];
    if (modifiedAfter === null || !isFilteredHere(request) || areWhole(rows)) return rows;
    return this.#pages.fetchSome(connection, capability, changedCustomers(rows, modifiedAfter));
  }

  accessChecks(connection: IntegrationConnection): ShopCheck[] {
    return checksOf(accessChecks, new ShopQuestions(this.http, this.#settings, connection));
  }

  shopChecks(connection: IntegrationConnection): ShopCheck[] {
    return checksOf(shopChecks, new ShopQuestions(this.http, this.#settings, connection));
  }
}

function probeOf(request: ExportRequest, first: PlatformPage): BulkExportProbe {
  const { totalPages, warnings } = first;
  return { totalPages, perPage: usualPerPage(request), list: listState(request, first), ...(warnings && { warnings }) };
}

function mapRows<C extends SystemCapability>(capability: C, rows: readonly unknown[]): FetchedRecords<C> {
  const fetched: FetchedRecords<C> = { records: [], skipped: [] };
  for (const row of rows) {
    const mapped = mapListed(capability, row);
    if (mapped instanceof UnmappableRow) fetched.skipped.push({ sourceId: mapped.sourceId, reason: mapped.reason });
    else fetched.records.push(mapped);
  }
  return { ...fetched, records: lastOfEachId(fetched.records) };
}
