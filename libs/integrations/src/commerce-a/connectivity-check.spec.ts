import { VerificationResult } from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { connectionId, connectionTo, shopCredentials } from '../testing/connections';
import { recording, ReplayingShop } from '../testing/replaying-shop';

let shop: ReplayingShop;
let integrations: IntegrationRegistry;

beforeEach(async () => {
  shop = await ReplayingShop.start();
  integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
});

afterEach(async () => {
  integrations.close();
  await shop.stop();
});

const verify = (credentials: Record<string, unknown> = shopCredentials, path = ''): Promise<VerificationResult> =>
  integrations.byDriver('commerce_a').verify(connectionTo(shop.baseUrl + path, credentials));

describe('Credential verification', () => {
  it('It sends POST {store_base}/{plugin_rest_path}/connectivity-check with connection_token and connection_id', async () => {
    shop.replay('connectivity-check-200');
    await verify(shopCredentials, '/wp-json/wc/v3');
    expect(shop.requests).toHaveLength(1);
    expect(shop.requests[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' } });
    expect(shop.paths).toEqual(['/wp-json/service-connector/v1/connectivity-check']);
    expect(JSON.parse(shop.requests[0]?.body ?? '')).toEqual({
      connection_token: shopCredentials.connection_token,
      connection_id: connectionId,
    });
    expect(shop.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([[{}], [{ connection_token: null }], [{ connection_token: 5 }]])(
    'connection_token is an empty string if absent: %j',
    async (credentials) => {
      shop.replay('connectivity-check-200');
      await verify(credentials);
      expect(JSON.parse(shop.requests[0]?.body ?? '')).toEqual({ connection_token: '', connection_id: connectionId });
    },
  );

  it('200: success, externalUserId equals {store_base}', async () => {
    shop.replay('connectivity-check-200');
    expect(await verify(shopCredentials, '/wp-json/wc/v3')).toEqual(VerificationResult.success(shop.baseUrl));
  });

  it('401: failure with the message Invalid connection token', async () => {
    shop.replay('connectivity-check-401');
    expect(await verify()).toEqual(VerificationResult.failure('Invalid connection token'));
  });

  it.each([400, 403, 404, 500, 502, 503, 429])(
    'any other status (%i): a failed result carrying the message of the request error',
    async (status) => {
      shop.answerBody('{"message":"upstream text"}', {}, status);
      expect(await verify()).toEqual(VerificationResult.failure(`The shop answered the connectivity check with ${status}.`));
    },
  );

  it.each([201, 204])('any other status (%i) is a failed result although it is a success of HTTP', async (status) => {
    shop.answerBody('', {}, status);
    expect((await verify()).successful).toBe(false);
  });

  it('21 a body that the plugin cannot read is a failed result', async () => {
    shop.replay('connectivity-check-invalid-json');
    expect(await verify()).toEqual(VerificationResult.failure('The shop answered the connectivity check with 400.'));
  });

  it('D11 20 a connectivity check answered 200 as text/html is a failed result: plain permalinks give the home page', async () => {
    expect(recording('variant-plain-permalinks-connectivity-check').status).toBe(200);
    shop.replay('variant-plain-permalinks-connectivity-check');
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('an HTML page') });
  });

  it.each([
    ['an empty body', ''],
    ['a body that is not JSON', 'ok'],
    ['another JSON', '[]'],
  ])('D11 any other 200 succeeds: with %s', async (_name, body) => {
    shop.answerBody(body, { 'Content-Type': 'text/plain' });
    expect((await verify()).successful).toBe(true);
  });

  it('D11 20 a redirect to the address with a slash is a failed result', async () => {
    shop.answer = (_request, response) => response.writeHead(301, { Location: '/wp-json/service-connector/v1/connectivity-check/' }).end();
    expect((await verify()).successful).toBe(false);
    expect(shop.requests).toHaveLength(1);
  });

  it('166 a verification that hangs is a failed result at the deadline', async () => {
    shop.answer = () => undefined;
    const hasty = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { verifyDeadlineMs: 300 } });
    const result = await hasty.forUnsaved('commerce_a').verify(connectionTo(shop.baseUrl));
    expect(result).toMatchObject({ successful: false, message: expect.stringContaining('within 0.3 seconds') });
    hasty.close();
  });

  it('a shop that is not there is a failed result', async () => {
    await shop.stop();
    expect((await verify()).successful).toBe(false);
    shop = await ReplayingShop.start();
  });

  it('the path of the plugin is configured', async () => {
    shop.answerBody('{}');
    const own = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { pluginRestPath: 'wp-json/service-connect/v1' } });
    await own.forUnsaved('commerce_a').verify(connectionTo(shop.baseUrl));
    expect(shop.paths).toEqual(['/wp-json/service-connect/v1/connectivity-check']);
    own.close();
  });
});
