import { IntegrationRegistry } from '../integration-registry';
import { failureOf } from '../testing/connections';
import { recording } from './testing/recorded';
import { apiKey, connectionTo, sendJson, sendRefusal, TableShop } from './testing/table-shop';
import { CommerceB } from './commerce-b';
import { HostAllowlist } from '../store-http/host-allowlist';
import { StoreHttp } from '../store-http/store-http';

let shop: TableShop;
let registry: IntegrationRegistry;

beforeEach(async () => {
  shop = await TableShop.start();
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
});

afterEach(async () => {
  registry.close();
  await shop.stop();
});

const verify = (path = ''): Promise<unknown> => registry.byDriver('commerce_b').verify(connectionTo(shop.http, { path }));

function replay(name: string): void {
  shop.instead = (_request, response) => {
    shop.http.send(response, recording(name));
    return true;
  };
}

function respond(body: unknown, status = 200): void {
  shop.instead = (_request, response) => {
    sendJson(response, body, status);
    return true;
  };
}

describe('verify', () => {
  it('lists the shops with the key as HTTP Basic user', async () => {
    replay('shops');
    await verify();
    expect(shop.http.requests).toMatchObject([
      { method: 'GET', headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` } },
    ]);
    expect(shop.http.paths).toEqual(['/api/shops?output_format=JSON']);
  });

  it('returns the shop id as account id', async () => {
    replay('shops');
    expect(await verify()).toMatchObject({ successful: true, externalUserId: '1' });
  });

  it.each([
    ['two shops: the first', { shops: [{ id: 3 }, { id: 1 }] }, '3'],
    ['an id as text', { shops: [{ id: '7' }] }, '7'],
    ['a single object', { shops: { id: 2 } }, '2'],
    ['a single object in a wrapper', { shops: { shop: { id: 2 } } }, '2'],
    ['another wrapper', { shop: [{ id: 2 }] }, '2'],
  ])('%s', async (_name, body, externalUserId) => {
    respond(body);
    expect(await verify()).toMatchObject({ successful: true, externalUserId });
  });

  it.each([
    ['a bare list', []],
    ['an empty list', { shops: [] }],
    ['no root key', {}],
    ['a shop without id', { shops: [{ name: 'Shop' }] }],
    ['a shop with an empty id', { shops: [{ id: '' }] }],
  ])('fails without a shop: %s', async (_name, body) => {
    respond(body);
    expect(await verify()).toMatchObject({ successful: false, externalUserId: null, message: expect.stringContaining('names no shop') });
  });

  it.each(['', '/', '/api', '/api/', '/store', '/store/api'])('accepts a base URL that ends in %p', async (path) => {
    replay('shops');
    await verify(path);
    expect(shop.http.paths).toEqual([`${path.startsWith('/store') ? '/store' : ''}/api/shops?output_format=JSON`]);
  });

  it.each([
    ['a wrong or disabled key', () => replay('auth-wrong-key-orders'), 'unknown there or switched off'],
    ['a host that keeps the Authorization header back', () => replay('auth-absent-shops'), 'did not receive the API key'],
    ['the webservice is off', () => replay('variant-webservice-off-shops'), 'webservice is switched off'],
    ['a missing record', () => replay('orders-one-404'), '404'],
    ['XML', () => replay('shops-xml'), 'XML instead of JSON'],
    ['errors with status 200', () => respond({ errors: [{ code: 5, message: 'upstream' }] }), 'with errors instead of a list (error 5)'],
    ['another response', () => respond('yes'), 'something other than a list of shops'],
  ])('fails with a message: %s', async (_name, prepare, message) => {
    prepare();
    expect(await verify()).toMatchObject({ successful: false, externalUserId: null, message: expect.stringContaining(message) });
  });

  it('does not follow a redirect', async () => {
    shop.instead = (_request, response) => {
      response.writeHead(302, { Location: `${shop.http.baseUrl}/?url=shops` }).end();
      return true;
    };
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('redirect (302)') });
    expect(shop.http.requests).toHaveLength(1);
  });

  it('fails at the deadline', async () => {
    const http = new StoreHttp({ allowlist: new HostAllowlist(['127.0.0.1']) });
    shop.instead = () => true;
    const hasty = new CommerceB(http, { verifyDeadlineMs: 100 });
    expect(await failureOf(hasty.checkCredentials(connectionTo(shop.http)))).toMatchObject({
      message: expect.stringContaining('did not respond to the credential check in full within 0.1 seconds'),
    });
    http.close();
  });

  it('does not open the breaker (20 refusals)', async () => {
    replay('auth-wrong-key-orders');
    for (let time = 0; time < 20; time += 1) expect(await verify()).toMatchObject({ successful: false });
    replay('shops');
    expect(await verify()).toMatchObject({ successful: true });
  });

  it('sends absent credentials as an empty key', async () => {
    shop.instead = (_request, response) => {
      sendRefusal(response);
      return true;
    };
    const connection = connectionTo(shop.http, { key: '' });
    expect(await registry.byDriver('commerce_b').verify(connection)).toMatchObject({ successful: false });
    expect(shop.http.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(':').toString('base64')}`);
  });
});
