import { IntegrationRequestException, InvalidIntegrationResponseException, type Integration } from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { batchCollector, connectionTo, exportOf, failureOf } from '../testing/connections';
import { recordedRows, recording, ReplayingShop } from '../testing/replaying-shop';

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

const failure = async (): Promise<IntegrationRequestException> =>
  (await failureOf(integration.probeBulkExport(connectionTo(shop.baseUrl), exportOf('orders')))) as IntegrationRequestException;

async function customers(modifiedAfter: string | null): Promise<{ ids: string[]; rows: number[] }> {
  const { batches, onBatch } = batchCollector<'customers'>();
  await integration.fetchBulkExportPageRange(connectionTo(shop.baseUrl), exportOf('customers', modifiedAfter), 1, 1, 50, onBatch);
  return { ids: batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId)), rows: batches.map(({ rows }) => rows) };
}

describe('customers, which the platform never filters', () => {
  const customer = (id: number, fields: Record<string, unknown>): object => ({
    id,
    email: `c${id}@mail.example`,
    date_created: '2020-01-01T00:00:00',
    ...fields,
  });

  it('are all dropped for a future instant', async () => {
    shop.replay('customers-modified-after-future');
    expect(recordedRows('customers-modified-after-future')).toHaveLength(50);
    expect(await customers('2031-01-01T00:00:00Z')).toEqual({ ids: [], rows: [50] });
    expect(shop.requests[0]?.url.searchParams.get('modified_after')).toBe('2031-01-01T00:00:00Z');
  });

  it('are filtered by date_modified_gmt, or by creation if never modified', async () => {
    shop.replay('customers-page-001');
    const instant = '2025-06-01T00:00:00Z';
    const expected = recordedRows('customers-page-001').filter(
      (row) => Date.parse(`${String(row.date_modified_gmt ?? row.date_created_gmt)}Z`) > Date.parse(instant),
    );
    expect((await customers(instant)).ids).toEqual(expected.map(({ id }) => String(id)));
  });

  it('are all kept by a full export', async () => {
    shop.replay('customers-page-001');
    expect((await customers(null)).ids).toHaveLength(50);
  });

  it('are compared exclusively and by whole seconds', async () => {
    shop.respondWithRows([
      customer(1, { date_modified_gmt: '2026-01-01T00:00:00' }),
      customer(2, { date_modified_gmt: '2026-01-01T00:00:01' }),
      customer(3, { date_modified_gmt: '2025-12-31T23:59:59' }),
    ]);
    expect((await customers('2026-01-01T00:00:00.500Z')).ids).toEqual(['2']);
  });

  it('are compared by UTC, not by the local date', async () => {
    shop.respondWithRows([customer(1, { date_modified: '2026-01-01T01:00:00', date_modified_gmt: '2025-12-31T15:00:00' })]);
    expect((await customers('2026-01-01T00:00:00Z')).ids).toEqual([]);
  });

  it('are kept without a usable date', async () => {
    shop.respondWithRows([
      customer(1, { date_modified: '2020-01-01T00:00:00' }),
      customer(2, { date_modified_gmt: 'soon', date_modified: 'soon' }),
      customer(3, {}),
    ]);
    expect((await customers('2026-01-01T00:00:00Z')).ids).toEqual(['1', '2', '3']);
  });

  it('differ from orders and products, which only the platform filters', async () => {
    shop.replay('orders-modified-after-mid-page-001');
    const { batches, onBatch } = batchCollector<'orders'>();
    await integration.fetchBulkExportPageRange(connectionTo(shop.baseUrl), exportOf('orders', '2031-01-01T00:00:00Z'), 1, 1, 50, onBatch);
    expect(batches[0]?.records).toHaveLength(50);
  });
});

describe('an error status becomes IntegrationRequestException', () => {
  it.each([
    ['a wrong key', 'auth-wrong-key-orders', 401],
    ['a wrong secret', 'auth-wrong-secret-orders', 401],
    ['the key of a plain customer', 'auth-customer-owned-orders', 403],
    ['an unknown route, or the plugin is off', 'no-route', 404],
    ['per_page over 100', 'bad-param-per-page-101-orders', 400],
    ['an invalid date', 'orders-modified-after-bad-word', 400],
    ['a fatal error with HTML inside its message', 'variant-fatal-error-orders', 500],
  ])('%s', async (_name, name, status) => {
    shop.replay(name);
    const error = await failure();
    expect(error).not.toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error).toMatchObject({ status, retryAfterSeconds: null, message: `The shop responded to orders page 1 with ${status}.` });
  });

  it('with Retry-After during maintenance', async () => {
    shop.replay('variant-maintenance-orders');
    expect(await failure()).toMatchObject({ status: 503, retryAfterSeconds: 600 });
  });

  it('if the host strips the Authorization header', async () => {
    shop.respond = ({ headers }, response) =>
      response.writeHead(headers['x-never-sent'] ? 200 : 401, { 'Content-Type': 'application/json' }).end('{}');
    expect(await failure()).toMatchObject({ status: 401 });
  });

  it('on a redirect, which is not followed', async () => {
    shop.respond = (_request, response) => response.writeHead(301, { Location: `${shop.baseUrl}/wp-json/wc/v3/orders/` }).end();
    expect(await failure()).toMatchObject({ status: 301 });
    expect(shop.requests).toHaveLength(1);
  });
});

describe('a 2xx response', () => {
  it('may begin with a byte order mark', async () => {
    expect(recording('variant-bom-before-json-orders').body).toMatch(/^\uFEFF/);
    shop.replay('variant-bom-before-json-orders');
    expect(await integration.probeBulkExport(connectionTo(shop.baseUrl), exportOf('orders'))).toEqual({
      totalPages: 77,
      perPage: 50,
      list: expect.anything(),
    });
  });

  it.each([
    ['a captcha page with 202', 'text/html', '<html>are you human?</html>', 202],
    ['a notice of PHP before the list', 'application/json', '<br /><b>Notice</b>: x\n[]', 200],
    ['the home page', 'text/html; charset=UTF-8', '<!DOCTYPE html>', 200],
    ['an error object with 200', 'application/json', '{"code":"rest_error"}', 200],
  ])('is unreadable if it holds %s', async (_name, type, body, status) => {
    shop.respondWithBody(body, { 'Content-Type': type }, status);
    expect(await failure()).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it('needs no content type if the body is JSON', async () => {
    shop.respond = (_request, response) => response.end('[]');
    expect(await integration.probeBulkExport(connectionTo(shop.baseUrl), exportOf('orders'))).toEqual({
      totalPages: 1,
      perPage: 50,
      list: expect.anything(),
    });
  });
});

describe('recorded pages', () => {
  it.each([
    ['orders', 'orders-page-001', 50],
    ['orders', 'variant-timezone-utc-orders', 3],
    ['products', 'products-page-001', 50],
    ['customers', 'customers-page-001', 50],
  ] as const)('map without skipped rows: %s, %s, %i', async (capability, name, rows) => {
    shop.replay(name);
    const { batches, onBatch } = batchCollector();
    await integration.fetchBulkExportPageRange(connectionTo(shop.baseUrl), exportOf(capability), 1, 1, 50, onBatch);
    expect(batches).toMatchObject([{ page: 1, rows, skipped: [] }]);
    expect(new Set(batches[0]?.records.map(({ sourceId }) => sourceId)).size).toBe(rows);
  });
});
