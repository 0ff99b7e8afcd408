import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { failureOf } from '../testing/connections';
import { idsOf } from '../testing/integration-scene';
import { recording } from '../testing/replaying-shop';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const failure = async (): Promise<IntegrationRequestException> => (await failureOf(scene.probe('orders'))) as IntegrationRequestException;

it('customers that come as a whole are kept whatever modified_after says, because the platform ignores it and has sent them', async () => {
  scene.shop.replay('customers-modified-after-future');
  const [batch] = await scene.range('customers', [1, 1], { modifiedAfter: '2031-01-01T00:00:00Z' });
  expect([batch?.rows, batch?.records.length]).toEqual([50, 50]);
  expect(scene.shop.requests[0]?.url.searchParams.get('modified_after')).toBe('2031-01-01T00:00:00Z');
});

describe('an error status becomes IntegrationRequestException', () => {
  it.each([
    ['a wrong key', 'auth-wrong-key-orders', 401, null],
    ['a wrong secret', 'auth-wrong-secret-orders', 401, null],
    ['the key of a plain customer', 'auth-customer-owned-orders', 403, null],
    ['an unknown route, or the plugin is off', 'no-route', 404, null],
    ['per_page over 100', 'bad-param-per-page-101-orders', 400, null],
    ['an invalid date', 'orders-modified-after-bad-word', 400, null],
    ['a fatal error with HTML inside its message', 'variant-fatal-error-orders', 500, null],
    ['maintenance', 'variant-maintenance-orders', 503, 600],
  ])('%s', async (_name, name, status, retryAfterSeconds) => {
    scene.shop.replay(name);
    const error = await failure();
    expect(error).not.toBeInstanceOf(InvalidIntegrationResponseException);
    expect(error).toMatchObject({ status, retryAfterSeconds, message: `The shop responded to orders page 1 with ${status}.` });
  });
});

describe('a 2xx response', () => {
  it('may begin with a byte order mark', async () => {
    expect(recording('variant-bom-before-json-orders').body).toMatch(/^\uFEFF/);
    scene.shop.replay('variant-bom-before-json-orders');
    expect(await scene.probe('orders')).toMatchObject({ totalPages: 77 });
  });

  it('is unreadable if it holds an error object', async () => {
    scene.shop.respondWithBody('{"code":"rest_error"}');
    expect(await failure()).toBeInstanceOf(InvalidIntegrationResponseException);
  });

  it('needs no content type if the body is JSON', async () => {
    scene.shop.respond = (_request, response) => response.end('[]');
    expect(await scene.probe('orders')).toMatchObject({ totalPages: 1 });
  });
});

describe('recorded pages', () => {
  it.each([
    ['orders', 'orders-page-001', 50],
    ['orders', 'variant-timezone-utc-orders', 3],
    ['products', 'products-page-001', 50],
    ['customers', 'customers-page-001', 50],
  ] as const)('map without skipped rows: %s, %s, %i', async (capability, name, rows) => {
    scene.shop.replay(name);
    const batches = await scene.range(capability);
    expect(batches).toMatchObject([{ page: 1, rows, skipped: [] }]);
    expect(new Set(idsOf(batches)).size).toBe(rows);
  });
});
