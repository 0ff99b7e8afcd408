import { initialise, link, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';
import { Shop } from './testing/shop';

interface Refused {
  errors: { pointer: string; detail: string }[];
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let linked: { id: string; widgetToken: string };

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shop = await Shop.start();
  owner = await initialise(api);
  linked = await link(api, owner, shop);
});
afterAll(async () => {
  await shop.stop();
  await api.stop();
});

describe('errors[] points to the invalid value and names the broken rule', () => {
  const at = '/api/system-connections';
  const text = (name: string) => ({ [`/${name}`]: `${name} must be a string` });
  const capability = 'each value in capabilities must be one of the following values: customers, products, orders';
  const owned = () => ({ token: owner.token });

  it.each<[string, string, () => { token?: string; body?: unknown }, Record<string, string>]>([
    ['POST', `${at}/connect`, () => ({ body: {} }), text('system_slug')],
    ['POST', `${at}/connect`, () => ({ body: { system_slug: '' } }), { '/system_slug': 'system_slug should not be empty' }],
    [
      'POST',
      `${at}/register`,
      () => ({ body: { ...shop.registration, system_slug: null, base_url: {} } }),
      { ...text('base_url'), ...text('system_slug') },
    ],
    [
      'POST',
      `${at}/:id/syncs`,
      () => ({ ...owned(), body: { capabilities: ['x', 'orders', 1] } }),
      { '/capabilities/0': capability, '/capabilities/2': capability },
    ],
    ['GET', `${at}?limit=201`, owned, { '/limit': 'limit must not be greater than 200' }],
    ['GET', `${at}?system=a&system=b&cursor=a&cursor=b`, owned, { ...text('cursor'), ...text('system') }],
  ])('%s %s', async (method, path, options, expected) => {
    const response = await api.ask<Refused>(method, path.replace(':id', linked.id), options());
    expect(response.status).toBe(422);
    expect(response.body.errors).toHaveLength(Object.keys(expected).length);
    expect(Object.fromEntries(response.body.errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual(expected);
  });
});

describe('an unknown query parameter is 422 and names the nearest known one', () => {
  const at = '/api/system-connections';
  const none = 'There is no parameter of this name.';

  it.each<[string, string, Record<string, string>]>([
    ['GET', '/api/records/orders?updated_sinse=2026-01-01', { '/updated_sinse': `${none} Did you mean updated_since?` }],
    ['GET', `${at}?limit=5&Cursor=x&satus=active`, { '/Cursor': `${none} Did you mean cursor?`, '/satus': `${none} Did you mean status?` }],
    ['GET', `${at}/:id/syncs?mode=full`, { '/mode': `${none} This address takes cursor, limit.` }],
    ['GET', `${at}?__proto__=1`, { '/__proto__': `${none} This address takes cursor, limit, status, system.` }],
    ['GET', `${at}/:id?fields=id`, { '/fields': `${none} This address takes none.` }],
    ['POST', `${at}/:id/syncs?mode=full`, { '/mode': `${none} This address takes none.` }],
  ])('%s %s', async (method, path, expected) => {
    const body = method === 'POST' ? {} : undefined;
    const response = await api.ask<Refused>(method, path.replace(':id', linked.id), { token: owner.token, body });
    expect(response.status).toBe(422);
    expect(Object.fromEntries(response.body.errors.map(({ pointer, detail }) => [pointer, detail]))).toEqual(expected);
  });

  it('only to a known bearer', async () => {
    expect((await api.ask('GET', `${at}?limmit=5`)).status).toBe(401);
  });

  it('but not on health probes', async () => {
    expect((await api.get('/health/live?probe=1')).status).toBe(200);
  });
});
