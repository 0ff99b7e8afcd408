import { VerificationResult } from '@sync/integration-contract';
import { connectionId, connectionTo, shopCredentials } from '../testing/connections';
import { recording } from '../testing/replaying-shop';
import { replayingScene } from './testing/replaying-scene';

const scene = replayingScene();
const verify = (credentials: Record<string, unknown> = shopCredentials, path = ''): Promise<VerificationResult> =>
  scene.integration.verify(connectionTo(scene.shop.baseUrl + path, credentials));

describe('verify', () => {
  it('posts connection_token and connection_id to the plugin', async () => {
    scene.shop.replay('connectivity-check-200');
    await verify(shopCredentials, '/wp-json/wc/v3');
    expect(scene.shop.requests).toHaveLength(1);
    expect(scene.shop.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
    expect(scene.shop.paths).toEqual(['/wp-json/service-connector/v1/connectivity-check']);
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
    expect(await verify()).toEqual(VerificationResult.failure(`The shop responded to the connectivity check with ${status}.`, failure));
  });

  it.each([201, 204])('fails at %i, although HTTP calls it a success', async (status) => {
    scene.shop.respondWithBody('', {}, status);
    expect((await verify()).successful).toBe(false);
  });

  it('fails if the plugin cannot read the body', async () => {
    scene.shop.replay('connectivity-check-invalid-json');
    expect(await verify()).toEqual(VerificationResult.failure('The shop responded to the connectivity check with 400.', 'other_platform'));
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

  it('uses the configured plugin path', async () => {
    scene.shop.respondWithBody('{}');
    scene.configure({ commerceA: { pluginRestPath: 'wp-json/service-connect/v1' } });
    await verify();
    expect(scene.shop.paths).toEqual(['/wp-json/service-connect/v1/connectivity-check']);
  });
});
