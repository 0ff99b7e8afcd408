import { randomBytes } from 'node:crypto';
import { AppProcess, createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { startDevelopmentGateway, type StartedGateway } from './testing/described-gateway';
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

describe('a gateway that responds in place of an app', () => {
  let database: TestDatabase;
  let api: AppProcess;
  /** The one of `npm start` and the public one, in front of the same app. */
  let gateways: StartedGateway[];

  beforeAll(async () => {
    database = await createTestDatabase();
    const encryption = `test:${randomBytes(32).toString('base64')}`;
    api = await AppProcess.start('connection-api', { DATABASE_URL: database.url, ENCRYPTION_KEYS: encryption });
    const appPorts = new Map([['connection-api', api.port]]);
    gateways = [await startDevelopmentGateway(appPorts), await PublicGateway.start(appPorts)];
  });
  afterAll(async () => {
    for (const gateway of gateways) gateway.cutOff();
    await Promise.all(gateways.map((gateway) => gateway.drain()));
    await api.kill();
    await database.stop();
  });

  /** What a page of another origin sees. */
  const crossOrigin = async (gateway: StartedGateway, [method, path, headers]: (typeof requests)[number]) => {
    const response = await fetch(gateway.url + path, { method, headers });
    await response.arrayBuffer();
    const cors = [...response.headers].filter(([name]) => name === 'vary' || name.startsWith('access-control-'));
    return { status: response.status, headers: Object.fromEntries(cors), retryAfter: response.headers.get('retry-after') };
  };

  const seenThrough = (gateway: StartedGateway) => Promise.all(requests.map((request) => crossOrigin(gateway, request)));

  it('sends the same CORS headers as the app, so that pages of other origins can read status and Retry-After', async () => {
    const byApps = await Promise.all(gateways.map(seenThrough));
    await api.kill();
    const byGateways = await Promise.all(gateways.map(seenThrough));
    for (const [which, byGateway] of byGateways.entries()) {
      for (const [at, request] of requests.entries()) {
        const byApp = byApps[which]![at]!;
        const isPreflight = byApp.status === 204;
        expect([which, request, byGateway[at]]).toEqual([
          which,
          request,
          { ...byApp, status: isPreflight ? 204 : 503, retryAfter: isPreflight ? null : '2' },
        ]);
      }
      expect(byGateway[0]?.headers).toEqual({
        'access-control-allow-origin': page,
        'access-control-expose-headers': expect.stringContaining('Retry-After') as string,
        vary: 'Origin',
      });
      expect(byGateway.filter(({ headers }) => 'access-control-allow-origin' in headers)).toHaveLength(7);
    }
  });
});
