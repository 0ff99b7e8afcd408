import { systemCapabilities } from '@sync/records';
import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  type ExportBatch,
  type Integration,
} from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, connectionTo, exportOf, failureOf, shopCredentials } from '../testing/connections';
import { ReplayingShop, type ResponseHandler } from '../testing/replaying-shop';
import { CommerceATransformer } from './transformer';

let shop: ReplayingShop;
let registry: IntegrationRegistry;
let integration: Integration;

beforeEach(async () => {
  shop = await ReplayingShop.start();
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  integration = registry.forUnsaved('commerce_a');
});

afterEach(async () => {
  registry.close();
  await shop.stop();
});

const connection = (path = ''): ReturnType<typeof connectionTo> => connectionTo(shop.baseUrl + path);
const order = (id: unknown): object => ({ id, currency: 'EUR', date_created: '2026-01-01T00:00:00' });

/** Pages of two orders. */
function pages(
  total: number,
  header: (page: number) => Record<string, string> = () => ({ 'X-WP-TotalPages': String(total) }),
): ResponseHandler {
  return ({ url }, response) => {
    const page = Number(url.searchParams.get('page'));
    const rows = page <= total ? [order(page * 2), order(page * 2 + 1)] : [];
    response.writeHead(200, { 'Content-Type': 'application/json', ...header(page) }).end(JSON.stringify(rows));
  };
}

async function batchesOf(source = integration): Promise<ExportBatch<'orders'>[]> {
  const { batches, onBatch } = batchCollector<'orders'>();
  await source.streamBulkExport(connection(), exportOf('orders'), onBatch);
  return batches;
}

async function stream(): Promise<{ pages: number[]; ids: string[] }> {
  const batches = await batchesOf();
  return { pages: batches.map(({ page }) => page), ids: batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId)) };
}

async function range(start: number, end: number, perPage = 50): Promise<{ page: number; rows: number }[]> {
  const { batches, onBatch } = batchCollector<'orders'>();
  await integration.fetchBulkExportPageRange(connection(), exportOf('orders'), start, end, perPage, onBatch);
  return batches.map(({ page, rows }) => ({ page, rows }));
}

describe('export requests', () => {
  it('authenticate with HTTP Basic, absent credentials as empty ones', async () => {
    shop.respondWithRows([]);
    await stream();
    const basic = Buffer.from(`${shopCredentials.consumer_key}:${shopCredentials.consumer_secret}`).toString('base64');
    expect(shop.requests[0]).toMatchObject({ method: 'GET', headers: { authorization: `Basic ${basic}` } });
    await integration.probeBulkExport(connectionTo(shop.baseUrl, {}), exportOf('orders'));
    expect(shop.requests[1]?.headers.authorization).toBe(`Basic ${Buffer.from(':').toString('base64')}`);
  });

  it.each(systemCapabilities)('read %s below the REST path', async (capability) => {
    shop.respondWithRows([]);
    await integration.probeBulkExport(connection('/store/wp-json/wc/v3'), exportOf(capability));
    expect(shop.paths).toEqual([`/store/wp-json/wc/v3/${capability}?page=1&per_page=50`]);
  });

  it('send exactly page, per_page and modified_after', async () => {
    shop.respondWithRows([]);
    await integration.probeBulkExport(connection(), exportOf('orders', '2025-12-01T00:00:00Z'));
    expect(shop.paths).toEqual(['/wp-json/wc/v3/orders?page=1&per_page=50&modified_after=2025-12-01T00%3A00%3A00Z']);
  });

  it.each([
    ['2025-12-01T00:00:00.999Z', '2025-12-01T00:00:00Z'],
    ['2025-12-01T02:00:00+02:00', '2025-12-01T00:00:00Z'],
    ['2025-12-01T00:00:00', '2025-12-01T00:00:00Z'],
    ['2025-12-01', '2025-12-01T00:00:00Z'],
  ])('send modified_after %s in whole UTC seconds', async (modifiedAfter, sent) => {
    shop.respondWithRows([]);
    await integration.probeBulkExport(connection(), exportOf('products', modifiedAfter));
    expect(shop.requests[0]?.url.searchParams.get('modified_after')).toBe(sent);
  });

  it('fail before the first request if the instant is invalid', async () => {
    expect(await failureOf(integration.probeBulkExport(connection(), exportOf('orders', 'yesterday')))).toBeInstanceOf(
      IntegrationRequestException,
    );
    expect(shop.requests).toEqual([]);
  });

  it('ask for a stable order only if configured', async () => {
    shop.respondWithRows([]);
    const ordered = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { stableOrder: true, restPath: 'api/v9' } });
    await ordered.forUnsaved('commerce_a').probeBulkExport(connection(), exportOf('orders'));
    expect(shop.paths).toEqual(['/api/v9/orders?page=1&per_page=50&orderby=id&order=asc']);
    ordered.close();
  });

  it('come with the transformer of the platform', () => {
    expect(integration.transformerClass()).toBe(CommerceATransformer);
  });
});

describe('export pages', () => {
  it('are fetched in order, with one callback each', async () => {
    shop.respond = pages(3);
    expect(await stream()).toEqual({ pages: [1, 2, 3], ids: ['2', '3', '4', '5', '6', '7'] });
    expect(shop.requests.map(({ url }) => url.searchParams.get('page'))).toEqual(['1', '2', '3']);
    const records = await integration.requestBulkExport(connection(), exportOf('orders'));
    expect(records.map(({ sourceId }) => sourceId)).toEqual(['2', '3', '4', '5', '6', '7']);
  });

  it('cause no callback for an empty collection', async () => {
    shop.replay('variant-empty-orders');
    expect(await stream()).toEqual({ pages: [], ids: [] });
    expect(shop.requests).toHaveLength(1);
  });

  it('follow a growing total and end at an empty page if it shrinks', async () => {
    shop.respond = pages(4, (page) => ({ 'X-WP-TotalPages': String(page === 1 ? 2 : 4) }));
    expect((await stream()).pages).toEqual([1, 2, 3, 4]);
    shop.respond = pages(2, (page) => ({ 'X-WP-TotalPages': String(page === 1 ? 3 : 1) }));
    expect((await stream()).pages).toEqual([1, 2]);
  });

  it('cover a range inclusively, up to an empty page that is reported', async () => {
    shop.respond = pages(9);
    expect(await range(3, 5)).toEqual([3, 4, 5].map((page) => ({ page, rows: 2 })));
    shop.respond = pages(2);
    expect(await range(2, 6)).toEqual([
      { page: 2, rows: 2 },
      { page: 3, rows: 0 },
    ]);
    shop.requests.splice(0);
    shop.replay('orders-page-beyond-end');
    expect(await range(6, 9)).toEqual([{ page: 6, rows: 0 }]);
    expect(shop.requests).toHaveLength(1);
  });

  it.each([
    [50, '50'],
    [100, '100'],
    [20, '20'],
    [0, '50'],
    [101, '50'],
    [-1, '50'],
    [1.5, '50'],
  ])('replace an unsupported per_page: %d becomes %s', async (perPage, sent) => {
    shop.respondWithRows([]);
    await range(1, 1, perPage);
    expect(shop.requests[0]?.url.searchParams.get('per_page')).toBe(sent);
  });

  it('end at 20,000 pages of a range, or at the configured maximum', async () => {
    shop.respondWithRows([order(1)], { 'X-WP-TotalPages': '1000000000' });
    expect(await range(19_999, 30_000)).toEqual([19_999, 20_000].map((page) => ({ page, rows: 1 })));
    const bounded = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { maxPages: 3 } });
    expect((await batchesOf(bounded.forUnsaved('commerce_a'))).map(({ page }) => page)).toEqual([1, 2, 3]);
    bounded.close();
  });

  it('keep the last of repeated rows', async () => {
    shop.respondWithRows([{ ...order(1), status: 'old' }, order(2), { ...order('1'), status: 'new' }]);
    const batches = await batchesOf();
    expect(batches[0]).toMatchObject({ rows: 3, skipped: [] });
    expect(batches[0]?.records.map(({ sourceId, status }) => [sourceId, status])).toEqual([
      ['1', 'new'],
      ['2', ''],
    ]);
  });

  it('skip unmappable rows with a reason', async () => {
    shop.respondWithRows([null, order(1), { id: 2 }, [], { ...order(3), currency: 'EURO' }]);
    const batches = await batchesOf();
    expect(batches[0]?.records.map(({ sourceId }) => sourceId)).toEqual(['1']);
    expect(batches[0]?.skipped).toEqual([
      { sourceId: null, reason: 'the order has no id' },
      { sourceId: '2', reason: 'the order has no known currency' },
      { sourceId: null, reason: 'the order has no id' },
      { sourceId: '3', reason: 'the order has no known currency' },
    ]);
  });

  it('keep ids beyond 2^53', async () => {
    shop.respondWithBody(
      '[{"id":9007199254740993,"customer_id":12345678901234567891,"currency":"EUR","date_created":"2026-01-01T00:00:00","line_items":[{"id":1,"product_id":9007199254740995}]}]',
    );
    const [record] = await integration.requestBulkExport(connection(), exportOf('orders'));
    expect(record).toMatchObject({
      sourceId: '9007199254740993',
      customerSourceId: '12345678901234567891',
      lineItems: [{ productSourceId: '9007199254740995' }],
    });
  });
});

describe('the total number of pages', () => {
  const probe = (headers: Record<string, string>, rows: unknown[] = [order(1)]): Promise<unknown> => {
    shop.respondWithRows(rows, headers);
    return integration.probeBulkExport(connection(), exportOf('orders'));
  };

  it.each([
    ['X-Store-TotalPages', { 'X-Store-TotalPages': '7' }, 7],
    ["the platform's own X-WP-TotalPages", { 'X-WP-TotalPages': '5' }, 5],
    ['prefers the first configured header', { 'X-WP-TotalPages': '5', 'X-Store-TotalPages': '7' }, 7],
    ['ignores case', { 'x-wp-totalpages': '4' }, 4],
    ['absent means 1 page', {}, 1],
    ['empty means 1 page', { 'X-WP-TotalPages': '' }, 1],
    ['0 means an empty collection', { 'X-WP-TotalPages': '0' }, 0],
    ['caps a billion', { 'X-WP-TotalPages': '1000000000' }, 20_000],
    ['caps a number beyond any integer', { 'X-WP-TotalPages': '9'.repeat(400) }, 20_000],
  ])('%s', async (_name, headers, totalPages) => {
    expect(await probe(headers)).toEqual({ totalPages, perPage: 50, list: expect.anything() });
  });

  it.each(['many', '-1', '1.5', '5, 5', '0x5'])('makes a response with %j unreadable', async (value) => {
    expect(await failureOf(probe({ 'X-WP-TotalPages': value }))).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it('warns if a full first page lacks the header', async () => {
    const full = Array.from({ length: 50 }, (_, index) => order(index + 1));
    const warnings = [expect.stringContaining('does not say how many pages of orders there are')];
    expect(await probe({}, full)).toEqual({ totalPages: 1, perPage: 50, list: expect.anything(), warnings });
    expect((await batchesOf()).map((batch) => batch.warnings)).toEqual([warnings]);
    expect(shop.requests).toHaveLength(2);
  });

  it.each([
    ['orders', 'orders-page-001', 5],
    ['products', 'products-page-001', 4],
    ['customers', 'customers-page-001', 3],
    ['orders', 'variant-empty-orders', 0],
  ] as const)('of %s is read from the recorded %s: %i', async (capability, name, totalPages) => {
    shop.replay(name);
    expect(await integration.probeBulkExport(connection(), exportOf(capability))).toEqual({
      totalPages,
      perPage: 50,
      list: expect.anything(),
    });
  });
});
