import { VerificationResult } from '@sync/integration-contract';
import { connectionId, connectionTo, shopCredentials } from '../testing/connections';
import { recording } from '../testing/replaying-shop';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const verify = (credentials: Record<string, unknown> = shopCredentials, path = ''): Promise<VerificationResult> =>
  scene.integration.verify(connectionTo(scene.shop.baseUrl + path, credentials));

describe('verify', () => {
  it('posts connection_token and connection_id to the plugin, and then reads one row with the key', async () => {
    scene.shop.replay('connectivity-check-200');
    await verify(shopCredentials, '/wp-json/wc/v3');
    expect(scene.shop.requests).toHaveLength(2);
    expect(scene.shop.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(scene.shop.paths).toEqual([
      '/wp-json/service-connector/v1/connectivity-check',
      '/wp-json/wc/v3/orders?page=1&per_page=1&_fields=id',
    ]);
    expect(scene.shop.requests[1]?.headers).toMatchObject({ authorization: expect.stringMatching(/^Basic /) as string });
    expect(JSON.parse(scene.shop.requests[0]?.body ?? '')).toEqual({
      connection_token: shopCredentials.connection_token,
      connection_id: connectionId,
    });
    expect(scene.shop.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([[{}], [{ connection_token: null }], [{ connection_token: 5 }]])(
    'sends an empty connection_token for %j',
    async (credentials) => {
      scene.shop.replay('connectivity-check-200');
      await verify(credentials);
      expect(JSON.parse(scene.shop.requests[0]?.body ?? '')).toEqual({ connection_token: '', connection_id: connectionId });
    },
  );

  it('succeeds at 200 with the store base as account id', async () => {
    scene.shop.replay('connectivity-check-200');
    expect(await verify(shopCredentials, '/wp-json/wc/v3')).toEqual(VerificationResult.success(scene.shop.baseUrl));
  });

  it('fails at 401', async () => {
    scene.shop.replay('connectivity-check-401');
    expect(await verify()).toEqual(VerificationResult.failure('Invalid connection token'));
  });

  it.each([
    [400, 'other_platform'],
    [403, 'credentials_refused'],
    [404, 'other_platform'],
    [500, 'shop_unreachable'],
    [502, 'shop_unreachable'],
    [503, 'shop_unreachable'],
    [429, 'shop_unreachable'],
  ] as const)('fails at %i and names the status; shows people %s', async (status, failure) => {
    scene.shop.respondWithBody('{"message":"upstream text"}', {}, status);
    expect(await verify()).toMatchObject({ message: `The shop responded to the connectivity check with ${status}.`, failure });
  });

  it.each([401, 403])('says that a firewall blocks the service when a web page refuses the check with %i', async (status) => {
    scene.shop.respondWithBody('<!DOCTYPE html><title>Blocked</title>', { 'Content-Type': 'text/html' }, status);
    expect(await verify()).toMatchObject({
      message: expect.stringContaining(`${status} and a web page`),
      failure: 'blocked',
      reason: { reason: 'other' },
    });
  });

  it.each([201, 204])('fails at %i, although HTTP calls it a success', async (status) => {
    scene.shop.respondWithBody('', {}, status);
    expect((await verify()).successful).toBe(false);
  });

  it('fails if the plugin cannot read the body', async () => {
    scene.shop.replay('connectivity-check-invalid-json');
    expect(await verify()).toMatchObject({ message: 'The shop responded to the connectivity check with 400.', failure: 'other_platform' });
  });

  it('fails on the home page that plain permalinks serve', async () => {
    expect(recording('variant-plain-permalinks-connectivity-check').status).toBe(200);
    scene.shop.replay('variant-plain-permalinks-connectivity-check');
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('an HTML page') });
  });

  it.each([
    ['an empty body', ''],
    ['a body that is not JSON', 'ok'],
    ['another JSON', '[]'],
    ['a bare word said to be HTML', 'ok', 'text/html'],
    ['a piece of HTML', '<p>verified</p>', 'text/html; charset=UTF-8'],
  ])('succeeds at 200 with %s', async (_name, body, type = 'text/plain') => {
    scene.shop.respondWithBody(body, { 'Content-Type': type });
    expect((await verify()).successful).toBe(true);
  });

  it.each(['<!DOCTYPE html><title>Shop</title>', ' \n<HTML lang="de">'])('fails on a whole page, whatever its type: %s', async (body) => {
    scene.shop.respondWithBody(body, { 'Content-Type': 'application/json' });
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('an HTML page') });
  });

  it('fails on a redirect and does not follow it', async () => {
    scene.shop.respond = (_request, response) =>
      response.writeHead(301, { Location: '/wp-json/service-connector/v1/connectivity-check/' }).end();
    expect((await verify()).successful).toBe(false);
    expect(scene.shop.requests).toHaveLength(1);
  });

  it('fails at the deadline', async () => {
    scene.shop.respond = () => undefined;
    scene.configure({ commerceA: { verifyDeadlineMs: 300 } });
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('within 0.3 seconds') });
  });

  it('fails if the shop is unreachable', async () => {
    await scene.shop.stop();
    expect((await verify()).successful).toBe(false);
  });

  const platformError = '{"code":"woocommerce_rest_cannot_view","message":"Sorry, you cannot list resources.","data":{"status":401}}';
  const page = '<!DOCTYPE html><title>Blocked</title>';
  it.each([
    ['a refusal of the platform', 401, platformError, false],
    ['a right that the key lacks', 403, platformError, false],
    ['a page of a firewall', 403, page, true],
    ['a password of the web server', 401, page, true],
    ['JSON that is no error of the platform', 401, '{"message":"no"}', true],
    ['a list', 200, '[]', true],
    ['no such list', 404, platformError, true],
    ['an error', 500, platformError, true],
    ['a request to wait', 429, platformError, true],
  ])('after the 200 of the plugin: %s, %i, for one row', async (_name, status, body, successful) => {
    scene.shop.respond = ({ method }, response) => {
      if (method === 'POST') response.writeHead(200).end('{}');
      else response.writeHead(status, { 'Content-Type': body === page ? 'text/html' : 'application/json' }).end(body);
    };
    expect(await verify()).toMatchObject({ successful, failure: successful ? null : 'credentials_refused' });
  });

  it('after the 200 of the plugin, silence says nothing about the key', async () => {
    scene.shop.respond = ({ method }, response) => void (method === 'POST' && response.writeHead(200).end('{}'));
    scene.configure({ commerceA: { verifyDeadlineMs: 300 } });
    expect((await verify()).successful).toBe(true);
  });

  it('uses the configured plugin path', async () => {
    scene.shop.respondWithBody('{}');
    scene.configure({ commerceA: { pluginRestPath: 'wp-json/service-connect/v1' } });
    await verify();
    expect(scene.shop.paths[0]).toBe('/wp-json/service-connect/v1/connectivity-check');
  });
});
