import type {
  BulkExportProbe,
  ExportBatch,
  ExportRequest,
  IntegrationConnection,
  OnBatch,
  PageRange,
  PlatformIntegration,
  Transformer,
  VerificationResult,
} from '@sync/integration-contract';
import type { RecordOf, SystemCapability } from '@sync/records';
import { newestMark } from '../../../../../../libs/integrations/src/mapping/listed-rows';
import { asRow, lastOfEachId, UnmappableRow, type PlatformRow } from '../../../../../../libs/integrations/src/mapping/platform-values';
import type { StoreHttp } from '../../../../../../libs/integrations/src/store-http/store-http';
import { mapCustomer } from './customer.mapping';
import { mapOrder } from './order.mapping';
import { mapProduct } from './product.mapping';
import { driver } from './shared-fields';
import { markOf, maxPages, ShopRequests, usualPerPage } from './shop-requests';

const mappings: { [C in SystemCapability]: (row: PlatformRow) => RecordOf[C] | UnmappableRow } = {
  customers: mapCustomer,
  orders: mapOrder,
  products: mapProduct,
};

/** Secrets among the custom attributes: an order's access key opens the order. */
const secrets = new Set([`${driver}.password_hash`, `${driver}.access_key`]);

/** Removes what must not be stored. */
export class ExampleShopTransformer implements Transformer {
  transform<C extends SystemCapability>(_capability: C, records: RecordOf[C][]): RecordOf[C][] {
    return records.map((record) => ({ ...record, customAttributes: record.customAttributes.filter(({ key }) => !secrets.has(key)) }));
  }
}

/** Example Shop: lists of JSON in numbered pages. It sends no webhooks. */
export class ExampleShop implements PlatformIntegration {
  readonly driver = driver;
  readonly transformer = ExampleShopTransformer;
  readonly #requests: ShopRequests;

  constructor(http: StoreHttp) {
    this.#requests = new ShopRequests(http);
  }

  checkCredentials(connection: IntegrationConnection): Promise<VerificationResult> {
    return this.#requests.account(connection);
  }

  /** Fetches until a page is empty. */
  fetchPages<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>, onBatch: OnBatch<C>): Promise<void> {
    const all = { startPage: 1, endPage: maxPages, perPage: usualPerPage };
    return this.fetchPageRange(connection, request, all, async (batch) => {
      if (batch.rows > 0) await onBatch(batch);
    });
  }

  /** Requests the first page as an export would, so that an unusable shop fails here and not in the middle of an export. */
  async probe(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    const { list, requestedAt } = await this.#requests.page(connection, request, { page: 1, perPage: usualPerPage });
    const { total, pages, rows } = list;
    // The rows of the first page existed, and so did everything older than the request.
    const newest = newestMark([markOf(requestedAt), ...rows.map(({ mark }) => mark)]);
    return { totalPages: pages, perPage: usualPerPage, list: { total, newest } };
  }

  /** Reports an empty page, which is beyond the end, so that the range counts as done. Requests nothing after it. */
  async fetchPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    { startPage, endPage, perPage }: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    for (let page = Math.max(startPage, 1); page <= Math.min(endPage, maxPages); page += 1) {
      const { rows, list } = await this.#requests.page(connection, request, { page, perPage });
      await onBatch({ ...mapRows(request.capability, rows), page, list });
      if (rows.length === 0) return;
    }
  }
}

function mapRows<C extends SystemCapability>(capability: C, rows: unknown[]): Pick<ExportBatch<C>, 'records' | 'skipped' | 'rows'> {
  const mapped = rows.map((row) => mappings[capability](asRow(row) ?? {}));
  const records = mapped.filter((record): record is RecordOf[C] => !(record instanceof UnmappableRow));
  const skipped = mapped.filter((record) => record instanceof UnmappableRow).map(({ sourceId, reason }) => ({ sourceId, reason }));
  return { records: lastOfEachId(records), skipped, rows: rows.length };
}
