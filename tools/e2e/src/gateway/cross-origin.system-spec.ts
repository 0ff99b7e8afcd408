import { randomBytes } from 'node:crypto';
import { AppProcess, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { PublicGateway } from './testing/public-gateway';

const page = 'https://page.example';
const announced = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization, content-type' };
const connect = '/api/system-connections/connect';
const requests: readonly (readonly [method: string, path: string, headers?: Record<string, string>])[] = [
  ['POST', connect, { origin: page }],
  ['POST', `${connect}?x=1`, { origin: page, authorization: 'Bearer sca_x' }],
  ['POST', connect, {}],
  ['OPTIONS', connect, { origin: page, ...announced }],
  ['GET', '/api/widget/configuration', { origin: page }],
  ['PATCH', '/api/widget/configuration', { origin: 'null' }],
  ['GET', '/api/widget/connections/x/status', { origin: page }],
  ['OPTIONS', '/api/widget/configuration', { origin: page, ...announced }],
  ['GET', '/api/widget/configuration', {}],
  ['POST', '/api/system-connections/register', { origin: page }],
  ['GET', '/api/records/orders', { origin: page }],
  ['GET', '/api/widgets', { origin: page }],
  ['OPTIONS', '/api/records/orders', { origin: page, ...announced }],
];

describe('the public gateway that responds in place of an app', () => {
  let database: TestDatabase;
  let api: AppProcess;
  let gateway: PublicGateway;

  beforeAll(async () => {
    database = await createTestDatabase();
    const encryption = `test:${randomBytes(32).toString('base64')}`;
    api = await AppProcess.start('connection-api', { DATABASE_URL: database.url, ENCRYPTION_KEYS: encryption });
    gateway = await PublicGateway.start(new Map([['connection-api', api.port]]));
  });
  afterAll(async () => {
    await gateway.stop();
    await api.kill();
    await database.stop();
  });

  /** What a page of another origin sees. */
  const crossOrigin = async ([method, path, headers]: (typeof requests)[number]) => {
    const response = await fetch(gateway.url + path, { method, headers });
    await response.arrayBuffer();
    const cors = [...response.headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'));
    return { status: response.status, headers: Object.fromEntries(cors), retryAfter: response.headers.get('retry-after') };
  };

  it('sends the same CORS headers as the app, so that pages of other origins can read status and Retry-After', async () => {
    const byApp = await Promise.all(requests.map(crossOrigin));
    await api.kill();
    const byGateway = await Promise.all(requests.map(crossOrigin));
    for (const [at, request] of requests.entries()) {
      const isPreflight = byApp[at]?.status === 204;
      const expected = { ...byApp[at], status: isPreflight ? 204 : 503, retryAfter: isPreflight ? null : '2' };
      expect([request, byGateway[at]]).toEqual([request, expected]);
    }
    expect(byGateway[0]?.headers).toEqual({
      'access-control-allow-origin': page,
      'access-control-expose-headers': expect.stringContaining('RateLimit, RateLimit-Policy, Retry-After') as string,
      vary: 'Origin',
    });
    expect(byGateway.filter(({ headers }) => 'access-control-allow-origin' in headers)).toHaveLength(7);
  });
});
