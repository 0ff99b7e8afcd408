import { HostAllowlist } from '../store-http/host-allowlist';
import { StoreHttp } from '../store-http/store-http';
import { failureOf } from '../testing/connections';
import { CommerceB } from './commerce-b';
import { tableScene } from './testing/table-scene';
import { apiKey, connectionTo, sendJson } from './testing/table-shop';

const scene = tableScene();
const verify = (path = ''): Promise<unknown> => scene.integration.verify(connectionTo(scene.shop.http, { path }));
const replay = (name: string): void => scene.shop.replay(name);
const respond = (body: unknown): void => scene.shop.respondTo(undefined, (response) => sendJson(response, body));

describe('verify', () => {
  it('lists the shops with the key as HTTP Basic user', async () => {
    replay('shops');
    await verify();
    expect(scene.shop.http.requests).toMatchObject([
      { method: 'GET', headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` } },
    ]);
    expect(scene.shop.http.paths).toEqual(['/api/shops?output_format=JSON']);
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
    expect(scene.shop.http.paths).toEqual([`${path.startsWith('/store') ? '/store' : ''}/api/shops?output_format=JSON`]);
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

  it('the page of a firewall, 403, says that the service is blocked; the 401 page of the platform that no key arrived', async () => {
    scene.shop.respondTo(undefined, (response) => response.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>Forbidden</html>'));
    expect(await verify()).toMatchObject({ successful: false, failure: 'blocked', reason: { reason: 'other' } });
    replay('auth-absent-shops');
    expect(await verify()).toMatchObject({ successful: false, failure: 'credentials_refused', reason: { reason: 'refused' } });
  });

  it('does not follow a redirect', async () => {
    scene.shop.respondTo(undefined, (response) => response.writeHead(302, { Location: '/?url=shops' }).end());
    expect(await verify()).toMatchObject({ successful: false, message: expect.stringContaining('redirect (302)') });
    expect(scene.shop.http.requests).toHaveLength(1);
  });

  it('fails at the deadline', async () => {
    const http = new StoreHttp({ allowlist: new HostAllowlist(['127.0.0.1']) });
    scene.shop.instead = () => true;
    const hasty = new CommerceB(http, { verifyDeadlineMs: 100 });
    expect(await failureOf(hasty.checkCredentials(connectionTo(scene.shop.http)))).toMatchObject({
      message: expect.stringContaining('did not respond to the credential check in full within 0.1 seconds'),
    });
    http.close();
  });

  it('sends absent credentials as an empty key', async () => {
    scene.shop.refused.add('shops');
    expect(await scene.integration.verify(connectionTo(scene.shop.http, { key: '' }))).toMatchObject({ successful: false });
    expect(scene.shop.http.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(':').toString('base64')}`);
  });
});
