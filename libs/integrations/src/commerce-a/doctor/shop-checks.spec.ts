import { customerOwnedKey, DemoShopA, type DemoShopAOptions, type ShopFault } from '@sync/demo-shops';
import type { IntegrationSettings } from '../../integration-registry';
import type { Finding } from '../../shop-doctor/finding';
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
  kind: 'response',
  status: 200,
  headers: { 'X-WP-TotalPages': '2', 'X-WP-Total': '70', ...headers },
  body: JSON.stringify(value),
});
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, date_created_gmt: '2025-01-01T00:00:00' }));

describe('a working shop', () => {
  it('passes every check, with notices for plain http and missing webhooks', async () => {
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

  it('is not changed by the checks', async () => {
    const before = (['customers', 'products', 'orders'] as const).map((collection) => shop.ids(collection));
    await look();
    expect((['customers', 'products', 'orders'] as const).map((collection) => shop.ids(collection))).toEqual(before);
    expect(shop.counters.byPath['connectivity-check']).toBe(1);
  });

  it('may be empty', async () => {
    await begin({ customers: 0, products: 0, orders: 0 });
    expect(verdicts(await look()).problem).toEqual([]);
  });

  it('gets a cause and advice with each notice and problem only', async () => {
    shop.setFaults([{ kind: 'status', status: 500, path: 'orders' }]);
    for (const { verdict, evidence, cause, advice } of (await look()).values()) {
      expect(evidence).toMatch(/^\S.+\.$/);
      const says = verdict === 'notice' || verdict === 'problem';
      expect([cause, advice].map((text) => text !== null)).toEqual([says, says]);
    }
  });
});

describe('rest-root', () => {
  it('is good if it offers the interface', async () => {
    expect(await finding('rest-root')).toMatchObject({ verdict: 'good', evidence: expect.stringContaining('wc/v3') });
  });

  it('is a problem with plain permalinks', async () => {
    await begin({ plainPermalinks: true });
    expect(await finding('rest-root')).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining('HTML page'),
      advice: expect.stringContaining('Permalinks'),
    });
  });

  it.each([
    ['closed by an extension', { kind: 'response', status: 401, body: '{"code":"rest_forbidden"}' }, 'closes the REST interface'],
    ['without the shop extension', json({ namespaces: ['wp/v2'] }), 'The shop extension is switched off.'],
    ['broken down', { kind: 'status', status: 500 }, 'broke down'],
    ['redirected', { kind: 'redirect', location: 'https://www.shop.example/wp-json/?session=secret' }, 'not the one that the shop knows'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('rest-root', [{ ...fault, path: 'other' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
    expect(JSON.stringify(found)).not.toContain('session');
  });

  it('is not checked for a platform at another path', async () => {
    await begin({ restPath: 'api/v9' });
    const found = await look({}, { commerceA: { restPath: 'api/v9' } });
    expect(found.has('rest-root')).toBe(false);
    expect(verdicts(found).problem).toEqual([]);
  });
});

describe('plugin', () => {
  it('is good and names the version', async () => {
    expect(await finding('plugin')).toMatchObject({ verdict: 'good', evidence: 'It responds, in version 1.0.0.' });
  });

  it('is a problem with another connection token', async () => {
    expect(await finding('plugin', [], { connection_token: 'another' })).toMatchObject({
      verdict: 'problem',
      advice: 'Disconnect the shop in its plugin, and connect it again.',
    });
  });

  it.each([
    ['it is not installed', { kind: 'response', status: 404, body: '{"code":"rest_no_route"}' }, 'not installed'],
    ['a web page stands in front', { kind: 'html' }, 'A web page stands in front'],
    ['a firewall refuses', { kind: 'response', status: 403, body: '{}' }, 'refuses the check'],
    ['the shop is in maintenance', { kind: 'status', status: 503 }, 'maintenance'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('plugin', [{ ...fault, path: 'connectivity-check' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });
});

describe('time-zone', () => {
  it('is good with a named zone', async () => {
    expect(await finding('time-zone')).toMatchObject({ verdict: 'good', evidence: 'It is Europe/Berlin.' });
  });

  it('is a notice with a fixed offset', async () => {
    const index = json({ namespaces: ['wc/v3'], gmt_offset: 2, timezone_string: '' });
    expect(await finding('time-zone', [{ ...index, path: 'other' }])).toMatchObject({
      verdict: 'notice',
      evidence: 'It is set to a fixed +2 hours.',
    });
  });

  it('is good without a zone if records have UTC times', async () => {
    expect(await finding('time-zone', [{ ...json({ namespaces: ['wc/v3'] }), path: 'other' }])).toMatchObject({ verdict: 'good' });
  });

  it('is a notice without a zone and UTC times', async () => {
    const found = await finding('time-zone', [
      { ...json({ namespaces: ['wc/v3'] }), path: 'other' },
      { ...json([{ id: 1, date_created: '2025-01-01T00:00:00' }]), path: 'orders' },
    ]);
    expect(found).toMatchObject({ verdict: 'notice', evidence: 'Neither the shop nor its records tell it.' });
  });
});

describe('reading lists', () => {
  it.each([
    ['customers', 50, 60],
    ['products', 50, 55],
    ['orders', 50, 70],
  ] as const)('is good: %s', async (capability, page, total) => {
    expect(await finding(`read-${capability}`)).toMatchObject({
      verdict: 'good',
      evidence: expect.stringContaining(`${page} of ${total} `),
    });
  });

  it('401 over plain http, where the platform ignores the key', async () => {
    const found = await finding('read-orders', [], { consumer_key: 'ck_unknown', consumer_secret: 'cs_unknown' });
    expect(found).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining('401'),
      cause: expect.stringContaining('plain http'),
    });
  });

  it('401 with a wrong secret', async () => {
    const found = await finding('read-orders', [], { consumer_secret: 'cs_other' });
    expect(found).toMatchObject({ verdict: 'problem', cause: 'The shop knows the key, and the secret does not belong to it.' });
  });

  it('401 with a write-only key', async () => {
    const body = '{"code":"woocommerce_rest_authentication_error","message":"The API key provided does not have read permissions."}';
    expect(await finding('read-products', [{ kind: 'response', status: 401, body, path: 'products' }])).toMatchObject({
      verdict: 'problem',
      cause: 'The shop knows the key, and the key may not read.',
    });
  });

  it('401 with a web page: the web server asks for a password', async () => {
    const page: ShopFault = { kind: 'response', status: 401, headers: { 'Content-Type': 'text/html' }, body: '<h1>Staging</h1>' };
    expect(await finding('read-products', [{ ...page, path: 'products' }])).toMatchObject({
      cause: expect.stringContaining('a password of its own'),
    });
  });

  it('403 with the key of an unauthorised user', async () => {
    expect(await finding('read-customers', [], customerOwnedKey)).toMatchObject({
      verdict: 'problem',
      cause: expect.stringContaining('a user who may not see this'),
    });
  });

  it.each([
    ['404', { kind: 'response', status: 404, body: '{"code":"rest_no_route"}' }, 'The shop extension is switched off'],
    ['an HTML page instead of JSON', { kind: 'html' }, 'captcha'],
    ['a notice of PHP before the list', { kind: 'response', status: 200, body: '<br />Notice\n[]' }, 'Something writes into the response'],
    ['an object instead of a list', json({ code: 'x' }), 'An extension changes the responses'],
    ['a redirect', { kind: 'redirect', location: 'https://www.shop.example/wp-json/' }, 'A redirect is never followed'],
    ['a limit of the host', { kind: 'status', status: 429 }, 'limits how often'],
    ['a breakdown', { kind: 'status', status: 500 }, 'broke down'],
    ['a connection that is cut', { kind: 'reset' }, 'no readable response'],
  ] as [string, ShopFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('read-customers', [{ ...fault, path: 'customers' }]);
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });

  it('names the target of a redirect', async () => {
    const redirect: ShopFault = { kind: 'redirect', location: 'https://www.shop.example/x?key=1', path: 'orders' };
    expect(await finding('read-orders', [redirect])).toMatchObject({ advice: 'Connect the shop again under https://www.shop.example.' });
  });

  it('is a notice with a byte order mark', async () => {
    expect(await finding('read-orders', [{ kind: 'byte-order-mark', path: 'orders' }])).toMatchObject({
      verdict: 'notice',
      evidence: expect.stringContaining('byte order mark'),
    });
  });

  it('skips checks that need an unreadable list', async () => {
    shop.setFaults([{ kind: 'status', status: 500, path: 'products' }]);
    expect(verdicts(await look())).toMatchObject({
      problem: ['read-products'],
      'left out': ['total-pages', 'page-size', 'stable-order', 'date-filter', 'speed'],
    });
  });
});

describe('total-pages', () => {
  it('is good if each list has the header', async () => {
    expect(await finding('total-pages')).toMatchObject({ verdict: 'good', evidence: 'Pages: customers 2, products 2, orders 2.' });
  });

  it.each([null, '', 'many'])('is a problem with the header %j', async (value) => {
    const found = await finding('total-pages', [{ kind: 'total-pages', value, path: 'products' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: 'No number of pages for products.' });
  });
});

describe('page-size', () => {
  it('is good with full pages', async () => {
    expect(await finding('page-size')).toMatchObject({ verdict: 'good' });
  });

  it('is a problem with short pages', async () => {
    const found = await finding('page-size', [{ ...json(rows(10)), path: 'orders' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: 'Too few: orders 10 of 50.' });
  });
});

describe('stable-order', () => {
  it('is good with the same order, also after an insertion', async () => {
    expect(await finding('stable-order')).toMatchObject({ verdict: 'good' });
    expect(await finding('stable-order', [{ kind: 'insert', path: 'orders' }])).toMatchObject({ verdict: 'good' });
  });

  it('is a notice with another order', async () => {
    const shown = shop.ids('orders').slice(0, 50);
    const turned = json([...shown].reverse().map((id) => ({ id, date_created_gmt: '2025-01-01T00:00:00' })));
    const found = await finding('stable-order', [{ ...turned, path: 'orders', times: 1 }]);
    expect(found).toMatchObject({ verdict: 'notice', evidence: 'Another order for orders.' });
  });
});

describe('date-filter', () => {
  it('is good if a future date matches nothing', async () => {
    expect(await finding('date-filter')).toMatchObject({ verdict: 'good' });
    expect(shop.counters.modifiedAfter).toMatchObject({ products: expect.stringMatching(/^20\d\d-01-01T00:00:00Z$/) });
  });

  it('is a problem if a future date matches records', async () => {
    const found = await finding('date-filter', [{ ...json(rows(50)), path: 'products' }]);
    expect(found).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('Asked for products') });
  });
});

describe('speed', () => {
  it('is good', async () => {
    expect(await finding('speed')).toMatchObject({
      verdict: 'good',
      evidence: expect.stringMatching(/^customers \d+ ms, products \d+ ms, orders \d+ ms\.$/),
    });
  });

  it('is a notice with a slow page', async () => {
    shop.setFaults([{ kind: 'latency', ms: 60, path: 'orders' }]);
    expect((await look({}, { commerceA: { slowPageMs: 50 } })).get('speed')).toMatchObject({
      verdict: 'notice',
      cause: expect.stringContaining('slow'),
    });
  });

  it('fails the list at the deadline', async () => {
    shop.setFaults([{ kind: 'hang', path: 'orders' }]);
    const found = await look({}, { commerceA: { pageDeadlineMs: 4_000 } });
    expect(found.get('read-orders')).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('within 4 seconds') });
  });
});

describe('webhooks', () => {
  const address = `http://127.0.0.1:9/api/webhooks/${connectionId}`;

  it('are good if each type is active', async () => {
    await shop.webhooks.create({ deliveryUrl: address });
    expect(await finding('webhooks')).toMatchObject({ verdict: 'good', evidence: '11 of them deliver to this connection, 11 are active.' });
  });

  it('are a problem if the platform disabled them', async () => {
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

  it('are a notice if types are missing or deliver elsewhere', async () => {
    await shop.webhooks.create({ deliveryUrl: address, topics: ['order.updated'] });
    await shop.webhooks.create({ deliveryUrl: 'http://127.0.0.1:9/elsewhere' });
    expect(await finding('webhooks')).toMatchObject({ verdict: 'notice', evidence: expect.stringContaining('none for customer, product') });
  });

  it('are a notice if the key may not list them', async () => {
    await begin({ restPath: 'wp-json/wc/v3' });
    expect(await finding('webhooks', [{ kind: 'response', status: 403, body: '{}', path: 'other' }])).toMatchObject({ verdict: 'notice' });
  });
});

describe('findings never hold a secret', () => {
  const secrets = {
    connection_token: 'plover-token-1f7a',
    consumer_key: 'ck_plover-2b8c',
    consumer_secret: 'cs_plover-3d9e',
    webhook_secret: 'plover-hook',
  };

  it.each([
    [
      'repeats them in an error',
      { kind: 'response', status: 401, body: JSON.stringify({ code: secrets.consumer_key, message: secrets.consumer_secret }) },
    ],
    ['redirects with them', { kind: 'redirect', location: `https://${secrets.consumer_secret}.example/?${secrets.consumer_key}` }],
    ['returns them', json({ plugin_version: secrets.connection_token, timezone_string: secrets.consumer_key, namespaces: ['wc/v3'] })],
    ['lists with them', json(rows(1), { 'X-WP-TotalPages': secrets.consumer_secret, 'X-WP-Total': secrets.consumer_secret })],
    ['breaks down', { kind: 'status', status: 500 }],
    ['cuts the connection', { kind: 'cut' }],
  ] as [string, ShopFault][])('if a shop %s', async (_name, fault) => {
    await begin({ credentials: secrets });
    shop.setFaults([fault]);
    const text = JSON.stringify([...(await look())]);
    expect(text).not.toContain('plover');
    expect(text).not.toContain(Buffer.from(`${secrets.consumer_key}:${secrets.consumer_secret}`).toString('base64'));
  });
});
