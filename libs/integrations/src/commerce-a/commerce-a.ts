import type { RecordOf, SystemCapability } from '@sync/records';
import {
  InvalidIntegrationResponseException,
  type BulkExportProbe,
  type ExportBatch,
  type ExportRequest,
  type IntegrationConnection,
  type OnBatch,
  type OnChange,
  type PageRange,
  type PlatformIntegration,
  type ShopCheck,
  type VerificationResult,
  type WebhookPayload,
} from '@sync/integration-contract';
import { asRow, lastOfEachId, UnmappableRow } from '../mapping/platform-values';
import type { StoreHttp } from '../store-http/store-http';
import { checkConnectivity } from './connectivity-check';
import { commerceAAccessChecks, commerceAShopChecks } from './doctor/shop-checks';
import { listedPage, listState } from './listed-page';
import { mapListed } from './mappings';
import { exportInstant, isModifiedAfter } from './modified-after';
import { defaultPerPage, PlatformPages, type PlatformPage } from './platform-pages';
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

  constructor(
    private readonly http: StoreHttp,
    settings: Partial<CommerceASettings> = {},
  ) {
    this.#settings = { ...commerceADefaults, ...settings };
    this.#pages = new PlatformPages(http, this.#settings);
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
      await onBatch(toBatch(request, page, fetched));
    }
  }

  /** Requests the first page exactly like an export, so that a shop with an unreadable response fails here. */
  async probe(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    const first = await this.#pages.fetch(connection, request, 1);
    const { totalPages, warnings } = first;
    return { totalPages, perPage: defaultPerPage, list: listState(request, first), ...(warnings && { warnings }) };
  }

  /** An empty page is beyond the end: it is reported so that the range completes, and no later page is requested. */
  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    { startPage, endPage, perPage }: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = Math.max(startPage, 1); page <= Math.min(endPage, this.#settings.maxPages); page += 1) {
      const fetched = await this.#pages.fetch(connection, request, page, perPage);
      await onBatch(toBatch(request, page, fetched));
      if (fetched.rows.length === 0) return;
    }
  }

  async fetchRecord<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceId: string,
  ): Promise<RecordOf[C] | null> {
    const row = await this.#pages.fetchOne(connection, capability, sourceId);
    if (row === null) return null;
    const record = mapListed(capability, row);
    if (record instanceof UnmappableRow) throw new InvalidIntegrationResponseException(`The shop holds no such record: ${record.reason}.`);
    return record;
  }

  /** The payload holds the whole record, so the shop is not called. */
  async handleWebhook(_connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void> {
    const change = changeOf(payload);
    if (change) await onChange(change);
  }

  accessChecks(connection: IntegrationConnection): ShopCheck[] {
    return commerceAAccessChecks(this.http, this.#settings, connection);
  }

  shopChecks(connection: IntegrationConnection): ShopCheck[] {
    return commerceAShopChecks(this.http, this.#settings, connection);
  }
}

function toBatch<C extends SystemCapability>(request: ExportRequest<C>, page: number, fetched: PlatformPage): ExportBatch<C> {
  const { rows, warnings } = fetched;
  const list = listedPage(request, fetched);
  const batch: ExportBatch<C> = { page, records: [], skipped: [], rows: rows.length, list, ...(warnings && { warnings }) };
  for (const row of selectRows(request, rows)) {
    const mapped = mapListed(request.capability, row);
    if (mapped instanceof UnmappableRow) batch.skipped.push({ sourceId: mapped.sourceId, reason: mapped.reason });
    else batch.records.push(mapped);
  }
  batch.records = lastOfEachId(batch.records);
  return batch;
}

/** The platform filters orders and products by modified_after, but always returns every customer. */
function selectRows({ capability, modifiedAfter }: ExportRequest, rows: unknown[]): unknown[] {
  if (capability !== 'customers' || modifiedAfter === null) return rows;
  const instant = exportInstant(modifiedAfter);
  return rows.filter((value) => {
    const row = asRow(value);
    return row === null || isModifiedAfter(row, instant);
  });
}
