import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { systemCapabilities } from '@sync/records';
import { connectionTo, exportOf, failureOf, shopCredentials } from '../testing/connections';
import { idsOf, sizesOf } from '../testing/integration-scene';
import type { ResponseHandler } from '../testing/replaying-shop';
import { replayingScene } from './testing/replaying-scene';
import { CommerceATransformer } from './transformer';

const scene = replayingScene();
const order = (id: unknown, fields: object = {}): object => ({ id, currency: 'EUR', date_created: '2026-01-01T00:00:00', ...fields });
const asked = (parameter: string): (string | null)[] => scene.shop.requests.map(({ url }) => url.searchParams.get(parameter));

/** Pages of two orders. */
function pages(total: number, totalAt: (page: number) => number = () => total): ResponseHandler {
  return ({ url }, response) => {
    const page = Number(url.searchParams.get('page'));
    const rows = page <= total ? [order(page * 2), order(page * 2 + 1)] : [];
    const headers = { 'Content-Type': 'application/json', 'X-WP-TotalPages': String(totalAt(page)) };
    response.writeHead(200, headers).end(JSON.stringify(rows));
  };
}

describe('export requests', () => {
  beforeEach(() => scene.shop.respondWithRows([]));

  it('authenticate with HTTP Basic, absent credentials as empty ones', async () => {
    const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
    await scene.probe('orders');
    await scene.integration.probeBulkExport(connectionTo(scene.shop.baseUrl, {}), exportOf('orders'));
    expect(scene.shop.requests).toMatchObject([
      { method: 'GET', headers: { authorization: basic(`${shopCredentials.consumer_key}:${shopCredentials.consumer_secret}`) } },
      { method: 'GET', headers: { authorization: basic(':') } },
    ]);
  });

  it.each(systemCapabilities)('read %s below the REST path', async (capability) => {
    await scene.integration.probeBulkExport(connectionTo(`${scene.shop.baseUrl}/store/wp-json/wc/v3`), exportOf(capability));
    expect(scene.shop.paths).toEqual([`/store/wp-json/wc/v3/${capability}?page=1&per_page=50`]);
  });

  it('send exactly page, per_page and modified_after, in whole UTC seconds', async () => {
    await scene.probe('orders', '2025-12-01T00:00:00.999Z');
    expect(scene.shop.paths).toEqual(['/wp-json/wc/v3/orders?page=1&per_page=50&modified_after=2025-12-01T00%3A00%3A00Z']);
  });

  it('fail before the first request if the instant is invalid', async () => {
    expect(await failureOf(scene.probe('orders', 'yesterday'))).toBeInstanceOf(IntegrationRequestException);
    expect(scene.shop.requests).toEqual([]);
  });

  it('read below another REST path if configured', async () => {
    scene.configure({ commerceA: { restPath: 'api/v9' } });
    await scene.probe('orders');
    expect(scene.shop.paths).toEqual(['/api/v9/orders?page=1&per_page=50']);
  });

  it('come with the transformer of the platform', () => {
    expect(scene.integration.transformerClass()).toBe(CommerceATransformer);
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
    await scene.range('orders', [1, 1], { perPage });
    expect(asked('per_page')).toEqual([sent]);
  });
});

describe('export pages', () => {
  it('follow a growing total and end at an empty page if it shrinks', async () => {
    scene.shop.respond = pages(4, (page) => (page === 1 ? 2 : 4));
    expect(idsOf(await scene.stream('orders'))).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
    scene.shop.respond = pages(2, (page) => (page === 1 ? 3 : 1));
    expect(sizesOf(await scene.stream('orders'))).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(asked('page')).toEqual(['1', '2', '3', '4', '1', '2', '3']);
  });

  it('cover a range up to an empty page that is reported', async () => {
    scene.shop.respond = pages(2);
    expect(sizesOf(await scene.range('orders', [2, 6]))).toEqual([
      [2, 2],
      [3, 0],
    ]);
    scene.shop.replay('orders-page-beyond-end');
    expect(sizesOf(await scene.range('orders', [6, 9]))).toEqual([[6, 0]]);
    expect(asked('page')).toEqual(['2', '3', '6']);
  });

  it('end at 20,000 pages of a range, or at the configured maximum', async () => {
    scene.shop.respondWithRows([order(1)], { 'X-WP-TotalPages': '1000000000' });
    expect(sizesOf(await scene.range('orders', [19_999, 30_000]))).toEqual([
      [19_999, 1],
      [20_000, 1],
    ]);
    scene.configure({ commerceA: { maxPages: 3 } });
    expect((await scene.stream('orders')).map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it('keep the last of repeated rows', async () => {
    scene.shop.respondWithRows([order(1, { status: 'old' }), order(2), order('1', { status: 'new' })]);
    expect(await scene.stream('orders')).toMatchObject([
      { rows: 3, skipped: [], records: [{ sourceId: '1', status: 'new' }, { sourceId: '2' }] },
    ]);
  });

  it('skip unmappable rows with a reason', async () => {
    scene.shop.respondWithRows([null, order(1), { id: 2 }, [], order(3, { currency: 'EURO' })]);
    const [noId, noCurrency] = ['the order has no id', 'the order has no known currency'];
    expect(await scene.stream('orders')).toMatchObject([
      {
        records: [{ sourceId: '1' }],
        skipped: [
          { sourceId: null, reason: noId },
          { sourceId: '2', reason: noCurrency },
          { sourceId: null, reason: noId },
          { sourceId: '3', reason: noCurrency },
        ],
      },
    ]);
  });

  it('keep ids beyond 2^53', async () => {
    scene.shop.respondWithBody(
      '[{"id":9007199254740993,"customer_id":12345678901234567891,"currency":"EUR","date_created":"2026-01-01T00:00:00","line_items":[{"id":1,"product_id":9007199254740995}]}]',
    );
    const [record] = await scene.integration.requestBulkExport(scene.connection, exportOf('orders'));
    expect(record).toMatchObject({
      sourceId: '9007199254740993',
      customerSourceId: '12345678901234567891',
      lineItems: [{ productSourceId: '9007199254740995' }],
    });
  });
});

describe('the total number of pages', () => {
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
    scene.shop.respondWithRows([order(1)], headers);
    expect(await scene.probe('orders')).toEqual({ totalPages, perPage: 50, list: expect.anything() });
  });

  it.each(['many', '-1', '1.5', '5, 5', '0x5'])('makes a response with %j unreadable, which is not quoted', async (value) => {
    scene.shop.respondWithRows([order(1)], { 'X-WP-TotalPages': value });
    const error = await failureOf(scene.probe('orders'));
    expect(error).toBeInstanceOf(InvalidIntegrationResponseException);
    expect((error as Error).message).not.toContain(value);
  });

  it('warns if a full first page lacks the header', async () => {
    const full = Array.from({ length: 50 }, (_, index) => order(index + 1));
    const warnings = [expect.stringContaining('does not say how many pages of orders there are')];
    scene.shop.respondWithRows(full, {});
    expect(await scene.probe('orders')).toEqual({ totalPages: 1, perPage: 50, list: expect.anything(), warnings });
    expect(await scene.stream('orders')).toMatchObject([{ warnings }]);
    expect(scene.shop.requests).toHaveLength(2);
  });

  it.each([
    ['orders', 'orders-page-001', 5],
    ['products', 'products-page-001', 4],
    ['customers', 'customers-page-001', 3],
    ['orders', 'variant-empty-orders', 0],
  ] as const)('of %s is read from the recorded %s: %i', async (capability, name, totalPages) => {
    scene.shop.replay(name);
    expect(await scene.probe(capability)).toEqual({ totalPages, perPage: 50, list: expect.anything() });
  });
});

describe('the total number of rows', () => {
  it.each([
    ['X-WP-Total', { 'X-WP-TotalPages': '3', 'X-WP-Total': '121' }, 121, 3],
    ['X-Store-Total', { 'X-Store-TotalPages': '3', 'X-Store-Total': '150' }, 150, 3],
    ['0 for an empty list', { 'X-WP-TotalPages': '0', 'X-WP-Total': '0' }, 0, 0],
    ['absent', { 'X-WP-TotalPages': '3' }, null, 3],
    ['inconsistent with the number of pages', { 'X-WP-TotalPages': '3', 'X-WP-Total': '151' }, null, 3],
    ['no number', { 'X-WP-TotalPages': '3', 'X-WP-Total': 'many' }, null, 3],
    ['without a number of pages', { 'X-WP-Total': '121' }, null, null],
    ['with more pages than an export fetches', { 'X-WP-TotalPages': '30000', 'X-WP-Total': '1500000' }, null, 20_000],
  ])('%s', async (_name, headers, total, pages) => {
    scene.shop.respondWithRows([order(1)], headers);
    expect(await scene.range('orders')).toMatchObject([{ list: { total, pages } }]);
  });

  it('is unknown beyond the end, where newer order tables return no totals', async () => {
    scene.shop.respondWithRows([], { 'X-WP-TotalPages': '0', 'X-WP-Total': '0' });
    expect(await scene.range('orders', [4, 4])).toMatchObject([{ list: { total: null, pages: null, rows: [] } }]);
  });

  it("comes with the newest mark, by the shop's clock", async () => {
    scene.shop.respondWithRows([], { 'X-WP-TotalPages': '0', Date: 'Mon, 01 Jun 2026 12:00:00 GMT' });
    expect(await scene.probe('orders')).toMatchObject({ list: { newest: expect.stringMatching(/^2026-06-01T1[12]:/) } });
  });

  it('covers rows that are no records', async () => {
    scene.shop.respondWithRows([{ id: 9, date_created_gmt: '2025-01-01T00:00:00' }]);
    expect(await scene.range('customers', [1, 1], { modifiedAfter: '2026-01-01T00:00:00Z' })).toMatchObject([
      { records: [], list: { rows: [{ key: '9' }] } },
    ]);
  });
});
