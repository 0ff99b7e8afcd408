import { customerOwnedKey, DemoShopA, type DemoShopAOptions, type ShopFault } from '@sync/demo-shops';
import type { IntegrationSettings } from '../../integration-registry';
import type { Finding } from '../../shop-doctor/examine-shop';
import { connectionId, connectionTo } from '../../testing/connections';
import { examine, verdicts } from '../../testing/doctor';

let shop: DemoShopA;
const sizes = { customers: 60, products: 55, orders: 70 };

async function begin(options: DemoShopAOptions = {}): Promise<void> {
  await shop.stop();
  shop = await DemoShopA.start({ ...sizes, ...options });
}

beforeEach(async () => {
  shop = await DemoShopA.start(sizes);
});

afterEach(() => shop.stop());

const look = (credentials: object = {}, settings: IntegrationSettings = {}): Promise<Map<string, Finding>> =>
  examine(connectionTo(`${shop.url}/wp-json/wc/v3`, { ...shop.credentials, ...credentials }), settings);

async function finding(name: string, faults: readonly ShopFault[] = [], credentials: object = {}): Promise<Finding> {
  shop.setFaults(faults);
  const found = (await look(credentials)).get(name);
  if (!found) throw new Error(`no finding of ${name}`);
  return found;
}

const json = (value: unknown, headers: Record<string, string> = {}): ShopFault => ({
  kind: 'answer',
  status: 200,
  headers: { 'X-WP-TotalPages': '2', 'X-WP-Total': '70', ...headers },
  body: JSON.stringify(value),
});
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, date_created_gmt: '2025-01-01T00:00:00' }));

describe('a shop that works', () => {
  it('every check is good, but for what plain http and missing webhooks give notice of', async () => {
    const found = verdicts(await look());
    expect(found).toEqual({
      good: [
        'name',
        'reachable',
        'own-address',
        'clock',
        'rest-root',
        'plugin',
        'time-zone',
        'read-customers',
        'read-products',
        'read-orders',
        'total-pages',
        'page-size',
        'stable-order',
        'date-filter',
        'speed',
      ],
      notice: ['address', 'webhooks'],
      problem: [],
      'left out': [],
    });
  });

  it('needs no change to its data: the same records, and nothing but GET besides the connectivity check', async () => {
    const before = (['customers', 'products', 'orders'] as const).map((collection) => shop.ids(collection));
    await look();
    expect((['customers', 'products', 'orders'] as const).map((collection) => shop.ids(collection))).toEqual(before);
    expect(shop.counters.byPath['connectivity-check']).toBe(1);
  });

  it('an empty shop is in order, too', async () => {
    await begin({ customers: 0, products: 0, orders: 0 });
    expect(verdicts(await look()).problem).toEqual([]);
  });

  it('each notice and problem says what is behind it and what to do, anything else does not', async () => {
    shop.setFaults([{ kind: 'status', status: 500, path: 'orders' }]);
    for (const { verdict, evidence, cause, advice } of (await look()).values()) {
      expect(evidence).toMatch(/^\S.+\.$/);
      const says = verdict === 'notice' || verdict === 'problem';
      expect([cause, advice].map((text) => text !== null)).toEqual([says, says]);
    }
  });
});

describe('REST root reachable', () => {
  it('good: it answers and offers the interface', async () => {
    expect(await finding('rest-root')).toMatchObject({ verdict: 'good', evidence: expect.stringContaining('wc/v3') });
  });

  it('plain permalinks: the home page comes in its place', async () => {
    await begin({ plainPermalinks: true });
    expect(await finding('rest-root')).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining('HTML page'),
      advice: expect.stringContaining('Permalinks'),
    });
  });

  it.each([
    ['closed by an extension', { kind: 'answer', status: 401, body: '{"code":"rest_forbidden"}' }, 'closes the REST interface'],
    ['without the shop extension', json({ namespaces: ['wp/v2'] }), 'The shop extension is switched off.'],
    ['broken down', { kind: 'status', status: 500 }, 'broke down'],
    ['redirected', { kind: 'redirect', location: 'https://www.shop.example/wp-json/?session=secret' }, 'not the one that the shop knows'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('rest-root', [{ ...fault, path: 'other' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
    expect(JSON.stringify(found)).not.toContain('session');
  });

  it('a platform at another path has no such root: it is not looked for', async () => {
    await begin({ restPath: 'api/v9' });
    const found = await look({}, { commerceA: { restPath: 'api/v9' } });
    expect(found.has('rest-root')).toBe(false);
    expect(verdicts(found).problem).toEqual([]);
  });
});

describe('plugin version', () => {
  it('good: the plugin answers and tells it', async () => {
    expect(await finding('plugin')).toMatchObject({ verdict: 'good', evidence: 'It answers, in version 1.0.0.' });
  });

  it('another connection token', async () => {
    expect(await finding('plugin', [], { connection_token: 'another' })).toMatchObject({
      verdict: 'problem',
      advice: 'Disconnect the shop in its plugin, and connect it again.',
    });
  });

  it.each([
    ['it is not installed', { kind: 'answer', status: 404, body: '{"code":"rest_no_route"}' }, 'not installed'],
    ['a web page stands in front', { kind: 'html' }, 'A web page stands in front'],
    ['a firewall refuses', { kind: 'answer', status: 403, body: '{}' }, 'refuses the check'],
    ['the shop is in maintenance', { kind: 'status', status: 503 }, 'maintenance'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('plugin', [{ ...fault, path: 'connectivity-check' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });
});

describe('store timezone', () => {
  it('good: the shop names it', async () => {
    expect(await finding('time-zone')).toMatchObject({ verdict: 'good', evidence: 'It is Europe/Berlin.' });
  });

  it('a fixed offset knows no summer time', async () => {
    const index = json({ namespaces: ['wc/v3'], gmt_offset: 2, timezone_string: '' });
    expect(await finding('time-zone', [{ ...index, path: 'other' }])).toMatchObject({
      verdict: 'notice',
      evidence: 'It is set to a fixed +2 hours.',
    });
  });

  it('without either, the times of the records in UTC serve', async () => {
    expect(await finding('time-zone', [{ ...json({ namespaces: ['wc/v3'] }), path: 'other' }])).toMatchObject({ verdict: 'good' });
  });

  it('neither the shop nor its records tell it', async () => {
    const found = await finding('time-zone', [
      { ...json({ namespaces: ['wc/v3'] }), path: 'other' },
      { ...json([{ id: 1, date_created: '2025-01-01T00:00:00' }]), path: 'orders' },
    ]);
    expect(found).toMatchObject({ verdict: 'notice', evidence: 'Neither the shop nor its records tell it.' });
  });
});

describe('key scope per resource, Authorization header, JSON content type', () => {
  it.each([
    ['customers', 50, 60],
    ['products', 50, 55],
    ['orders', 50, 70],
  ] as const)('good: %s may be read', async (capability, page, total) => {
    expect(await finding(`read-${capability}`)).toMatchObject({
      verdict: 'good',
      evidence: expect.stringContaining(`${page} of ${total} `),
    });
  });

  it('401, the key unknown or its header stripped: over plain http the platform does not look at it', async () => {
    const found = await finding('read-orders', [], { consumer_key: 'ck_unknown', consumer_secret: 'cs_unknown' });
    expect(found).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining('401'),
      cause: expect.stringContaining('plain http'),
    });
  });

  it('401, the secret is another one', async () => {
    const found = await finding('read-orders', [], { consumer_secret: 'cs_other' });
    expect(found).toMatchObject({ verdict: 'problem', cause: 'The shop knows the key, and the secret does not belong to it.' });
  });

  it('401, the key may only write', async () => {
    const body = '{"code":"woocommerce_rest_authentication_error","message":"The API key provided does not have read permissions."}';
    expect(await finding('read-products', [{ kind: 'answer', status: 401, body, path: 'products' }])).toMatchObject({
      verdict: 'problem',
      cause: 'The shop knows the key, and the key may not read.',
    });
  });

  it('401 as a web page: the password of a web server', async () => {
    const page: ShopFault = { kind: 'answer', status: 401, headers: { 'Content-Type': 'text/html' }, body: '<h1>Staging</h1>' };
    expect(await finding('read-products', [{ ...page, path: 'products' }])).toMatchObject({
      cause: expect.stringContaining('a password of its own'),
    });
  });

  it('403: the key of somebody who may not see it', async () => {
    expect(await finding('read-customers', [], customerOwnedKey)).toMatchObject({
      verdict: 'problem',
      cause: expect.stringContaining('a user who may not see this'),
    });
  });

  it.each([
    ['404', { kind: 'answer', status: 404, body: '{"code":"rest_no_route"}' }, 'The shop extension is switched off'],
    ['an HTML page in place of JSON', { kind: 'html' }, 'captcha'],
    ['a notice of PHP before the list', { kind: 'answer', status: 200, body: '<br />Notice\n[]' }, 'Something writes into the answer'],
    ['an object in place of a list', json({ code: 'x' }), 'An extension changes the answers'],
    ['a redirect', { kind: 'redirect', location: 'https://www.shop.example/wp-json/' }, 'A redirect is never followed'],
    ['a limit of the host', { kind: 'status', status: 429 }, 'limits how often'],
    ['a breakdown', { kind: 'status', status: 500 }, 'broke down'],
    ['a connection that is cut', { kind: 'reset' }, 'no answer that can be read'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('read-customers', [{ ...fault, path: 'customers' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });

  it('where a redirect leads to is told', async () => {
    const redirect: ShopFault = { kind: 'redirect', location: 'https://www.shop.example/x?key=1', path: 'orders' };
    expect(await finding('read-orders', [redirect])).toMatchObject({ advice: 'Connect the shop again under https://www.shop.example.' });
  });

  it('BOM: a notice, since it is dropped', async () => {
    expect(await finding('read-orders', [{ kind: 'byte-order-mark', path: 'orders' }])).toMatchObject({
      verdict: 'notice',
      evidence: expect.stringContaining('byte order mark'),
    });
  });

  it('what rests on a list that cannot be read is left out', async () => {
    shop.setFaults([{ kind: 'status', status: 500, path: 'products' }]);
    expect(verdicts(await look())).toMatchObject({
      problem: ['read-products'],
      'left out': ['total-pages', 'page-size', 'stable-order', 'date-filter', 'speed'],
    });
  });
});

describe('total-pages header', () => {
  it('good: each list tells it', async () => {
    expect(await finding('total-pages')).toMatchObject({ verdict: 'good', evidence: 'Pages: customers 2, products 2, orders 2.' });
  });

  it.each([null, '', 'many'])('missing or no number: %j', async (value) => {
    const found = await finding('total-pages', [{ kind: 'total-pages', value, path: 'products' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: 'No number of pages for products.' });
  });
});

describe('page-size limit', () => {
  it('good: pages are full', async () => {
    expect(await finding('page-size')).toMatchObject({ verdict: 'good' });
  });

  it('a page holds fewer records than asked for', async () => {
    const found = await finding('page-size', [{ ...json(rows(10)), path: 'orders' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: 'Too few: orders 10 of 50.' });
  });
});

describe('stable ordering (page 1 twice)', () => {
  it('good: both times the same, also when an order has come in between', async () => {
    expect(await finding('stable-order')).toMatchObject({ verdict: 'good' });
    expect(await finding('stable-order', [{ kind: 'insert', path: 'orders' }])).toMatchObject({ verdict: 'good' });
  });

  it('another order', async () => {
    const shown = shop.ids('orders').slice(0, 50);
    const turned = json([...shown].reverse().map((id) => ({ id, date_created_gmt: '2025-01-01T00:00:00' })));
    const found = await finding('stable-order', [{ ...turned, path: 'orders', times: 1 }]);
    expect(found).toMatchObject({ verdict: 'notice', evidence: 'Another order for orders.' });
  });
});

describe('date filter honoured (ask from a future date, expect none)', () => {
  it('good: nothing is given', async () => {
    expect(await finding('date-filter')).toMatchObject({ verdict: 'good' });
    expect(shop.counters.modifiedAfter).toMatchObject({ products: expect.stringMatching(/^20\d\d-01-01T00:00:00Z$/) });
  });

  it('ignored: some are given', async () => {
    const found = await finding('date-filter', [{ ...json(rows(50)), path: 'products' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('Asked for products') });
  });
});

describe('latency', () => {
  it('good: pages come in time', async () => {
    expect(await finding('speed')).toMatchObject({
      verdict: 'good',
      evidence: expect.stringMatching(/^customers \d+ ms, products \d+ ms, orders \d+ ms\.$/),
    });
  });

  it('slow: longer than a shop should take', async () => {
    shop.setFaults([{ kind: 'latency', ms: 60, path: 'orders' }]);
    expect((await look({}, { commerceA: { slowPageMs: 50 } })).get('speed')).toMatchObject({
      verdict: 'notice',
      cause: expect.stringContaining('slow'),
    });
  });

  it('too slow: the page never comes', async () => {
    shop.setFaults([{ kind: 'hang', path: 'orders' }]);
    const found = await look({}, { commerceA: { pageDeadlineMs: 4_000 } });
    expect(found.get('read-orders')).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('within 4 seconds') });
  });
});

describe('webhook health', () => {
  const address = `http://127.0.0.1:9/api/webhooks/${connectionId}`;

  it('good: each type is told, and active', async () => {
    await shop.webhooks.create({ deliveryUrl: address });
    expect(await finding('webhooks')).toMatchObject({ verdict: 'good', evidence: '11 of them deliver to this connection, 11 are active.' });
  });

  it('switched off by the platform after failures', async () => {
    await shop.webhooks.create({ deliveryUrl: address, topics: ['product.updated'] });
    const [id = 0] = shop.ids('products');
    for (let time = 0; time < 7; time += 1) {
      shop.change('products', id, {});
      await shop.webhooks.settled();
    }
    expect(await finding('webhooks')).toMatchObject({
      verdict: 'problem',
      evidence: '1 of them deliver to this connection, 0 are active.',
    });
  });

  it('some types are not told, and those that deliver elsewhere do not count', async () => {
    await shop.webhooks.create({ deliveryUrl: address, topics: ['order.updated'] });
    await shop.webhooks.create({ deliveryUrl: 'http://127.0.0.1:9/elsewhere' });
    expect(await finding('webhooks')).toMatchObject({ verdict: 'notice', evidence: expect.stringContaining('none for customer, product') });
  });

  it('they may not be seen', async () => {
    await begin({ restPath: 'wp-json/wc/v3' });
    expect(await finding('webhooks', [{ kind: 'answer', status: 403, body: '{}', path: 'other' }])).toMatchObject({ verdict: 'notice' });
  });
});

describe('no finding holds a secret', () => {
  const secrets = {
    connection_token: 'plover-token-1f7a',
    consumer_key: 'ck_plover-2b8c',
    consumer_secret: 'cs_plover-3d9e',
    webhook_secret: 'plover-hook',
  };

  it.each([
    [
      'repeats them in an error',
      { kind: 'answer', status: 401, body: JSON.stringify({ code: secrets.consumer_key, message: secrets.consumer_secret }) },
    ],
    ['redirects with them', { kind: 'redirect', location: `https://${secrets.consumer_secret}.example/?${secrets.consumer_key}` }],
    ['answers with them', json({ plugin_version: secrets.connection_token, timezone_string: secrets.consumer_key, namespaces: ['wc/v3'] })],
    ['lists with them', json(rows(1), { 'X-WP-TotalPages': secrets.consumer_secret, 'X-WP-Total': secrets.consumer_secret })],
    ['breaks down', { kind: 'status', status: 500 }],
    ['cuts the connection', { kind: 'cut' }],
  ] as [string, ShopFault][])('a shop that %s', async (_name, fault) => {
    await begin({ credentials: secrets });
    shop.setFaults([fault]);
    const told = JSON.stringify([...(await look())]);
    expect(told).not.toContain('plover');
    expect(told).not.toContain(Buffer.from(`${secrets.consumer_key}:${secrets.consumer_secret}`).toString('base64'));
  });
});
