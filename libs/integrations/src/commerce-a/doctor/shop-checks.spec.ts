import { customerOwnedKey, DemoShopA, type DemoShopAOptions, type ShopFault } from '@sync/demo-shops';
import type { Finding } from '@sync/integration-contract';
import { platforms } from '@sync/platforms';
import type { IntegrationSettings } from '../../integration-registry';
import { connectionTo } from '../../testing/connections';
import { examine, expectAdviceWhereNeeded, says, verdicts, type Expected } from '../../testing/doctor';

const newest = platforms.commerceA.plugin.releases[0].version;
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

const at = (path: ShopFault['path'], fault: ShopFault): ShopFault => ({ ...fault, path });
const response = (status: number, body: string, headers: Record<string, string> = {}): ShopFault => ({
  kind: 'response',
  status,
  headers,
  body,
});
const json = (value: unknown, headers: Record<string, string> = {}): ShopFault => ({
  kind: 'response',
  status: 200,
  headers: { 'X-WP-TotalPages': '2', 'X-WP-Total': '70', ...headers },
  body: JSON.stringify(value),
});
const withoutTotals = (count: number): ShopFault => response(200, JSON.stringify(rows(count)));
const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: count - index, date_created_gmt: '2025-01-01T00:00:00' }));

describe('a working shop', () => {
  const ids = (): number[][] => (['customers', 'products', 'orders'] as const).map((collection) => shop.ids(collection));

  it('passes every check unchanged, with notices for plain http and missing webhooks', async () => {
    const before = ids();
    const found = await look();
    expect(verdicts(found)).toMatchObject({ notice: ['address', 'webhooks'], problem: [], 'left out': [] });
    expect(found.size).toBe(18);
    expect(ids()).toEqual(before);
    expect(shop.counters.byPath['connectivity-check']).toBe(1);
    expect(shop.counters.modifiedAfter).toMatchObject({ products: expect.stringMatching(/^20\d\d-01-01T00:00:00Z$/) });
    expectAdviceWhereNeeded(found);
    for (const [name, evidence] of [
      ['rest-root', /wc\/v3/],
      ['plugin', new RegExp(`^It responds, in version ${newest}\\.$`)],
      ['time-zone', /^It is Europe\/Berlin\.$/],
      ['read-customers', /50 of 60 /],
      ['read-products', /50 of 55 /],
      ['read-orders', /50 of 70 /],
      ['total-pages', /^Pages: customers 2, products 2, orders 2\.$/],
      ['speed', /^customers \d+ ms, products \d+ ms, orders \d+ ms\.$/],
    ] as const)
      expect(found.get(name)?.evidence).toMatch(evidence);
  });

  it('may be empty', async () => {
    await begin({ customers: 0, products: 0, orders: 0 });
    expect(verdicts(await look()).problem).toEqual([]);
  });

  it('may serve another REST path, where its root is not checked', async () => {
    await begin({ restPath: 'api/v9' });
    const found = await look({}, { commerceA: { restPath: 'api/v9' } });
    expect(found.has('rest-root')).toBe(false);
    expect(verdicts(found).problem).toEqual([]);
  });
});

describe('a fault is found', () => {
  const problem = (cause: string, more: Expected = {}): Expected => ({ verdict: 'problem', cause, ...more });
  const notice = (more: Expected): Expected => ({ verdict: 'notice', ...more });
  const away: ShopFault = { kind: 'redirect', location: 'https://www.shop.example/wp-json/?session=secret' };
  const withoutZone = at('other', json({ namespaces: ['wc/v3'] }));
  const writeOnly = '{"code":"woocommerce_rest_authentication_error","message":"The API key provided does not have read permissions."}';
  const list = 'read-customers';

  it.each<[check: string, fault: string, faults: ShopFault | ShopFault[], expected: Expected]>([
    ['rest-root', 'an extension closes it', at('other', response(401, '{"code":"rest_forbidden"}')), problem('closes the REST interface')],
    ['rest-root', 'no shop extension', at('other', json({ namespaces: ['wp/v2'] })), problem('The shop extension is switched off.')],
    ['rest-root', 'a breakdown', at('other', { kind: 'status', status: 500 }), problem('broke down')],
    ['rest-root', 'a redirect', at('other', away), problem('not the one that the shop knows')],
    [
      'rest-root',
      'a redirect to https with a page',
      at('other', response(301, '<html>Moved</html>', { 'Content-Type': 'text/html', Location: 'https://shop.example/wp-json/' })),
      problem('not the one that the shop knows', { advice: 'Connect the shop again under https://shop.example.' }),
    ],
    ...(['other', 'connectivity-check', 'customers'] as const).map((path): [string, string, ShopFault, Expected] => [
      { other: 'rest-root', 'connectivity-check': 'plugin', customers: list }[path],
      'a refusal by Cloudflare',
      at(path, response(403, '<html>Just a moment...</html>', { 'Content-Type': 'text/html', Server: 'cloudflare', 'CF-RAY': '8f1' })),
      problem('takes this service for a robot', { evidence: '403 and an HTML page, sent by Cloudflare', advice: 'Security > WAF' }),
    ]),
    [
      list,
      'a firewall of the host',
      at('customers', response(403, '<h1>No</h1>', { 'Content-Type': 'text/html' })),
      problem('A firewall in front'),
    ],
    ...(['other', 'connectivity-check', 'customers'] as const).map((path): [string, string, ShopFault, Expected] => [
      { other: 'rest-root', 'connectivity-check': 'plugin', customers: list }[path],
      'a page with 401 in front',
      at(path, response(401, '<h1>Authorization Required</h1>', { 'Content-Type': 'text/html' })),
      problem('A page stands in front of the shop', {
        evidence: 'The shop responded with 401 and an HTML page.',
        advice: 'Take the password off',
      }),
    ]),
    [list, 'a security extension', at('customers', response(401, '{"code":"rest_not_logged_in"}')), problem('a security extension')],
    [
      'plugin',
      'no fault: any body but a page',
      at('connectivity-check', response(200, 'ok', { 'Content-Type': 'text/html' })),
      { verdict: 'good' },
    ],
    ['plugin', 'it is not installed', at('connectivity-check', response(404, '{"code":"rest_no_route"}')), problem('not installed')],
    ['plugin', 'a web page in front', at('connectivity-check', { kind: 'html' }), problem('A web page stands in front')],
    ['plugin', 'a firewall', at('connectivity-check', response(403, '{}')), problem('refuses the check')],
    ['plugin', 'maintenance', at('connectivity-check', { kind: 'status', status: 503 }), problem('maintenance')],
    [
      'time-zone',
      'a fixed offset',
      at('other', json({ namespaces: ['wc/v3'], gmt_offset: 2, timezone_string: '' })),
      notice({ evidence: 'It is set to a fixed +2 hours.' }),
    ],
    ['time-zone', 'no zone, but UTC times', withoutZone, { verdict: 'good' }],
    [
      'time-zone',
      'neither zone nor UTC times',
      [withoutZone, at('orders', json([{ id: 1, date_created: '2025-01-01T00:00:00' }]))],
      notice({ evidence: 'Neither the shop nor its records show it.' }),
    ],
    [
      'read-products',
      'a write-only key',
      at('products', response(401, writeOnly)),
      problem('The shop knows the key, and the key may not read.'),
    ],
    [
      'read-products',
      'a password of the web server',
      at('products', response(401, '<h1>Staging</h1>', { 'Content-Type': 'text/html' })),
      problem('a password of its own'),
    ],
    [list, 'a 404', at('customers', response(404, '{"code":"rest_no_route"}')), problem('The shop extension is switched off')],
    [list, 'HTML instead of JSON', at('customers', { kind: 'html' }), problem('captcha')],
    [list, 'a PHP notice before it', at('customers', response(200, '<br />Notice\n[]')), problem('Something writes into the response')],
    [list, 'an object instead', at('customers', json({ code: 'x' })), problem('An extension changes the responses')],
    [
      list,
      'a redirect, by its origin only',
      at('customers', away),
      problem('A redirect is never followed', { advice: 'Connect the shop again under https://www.shop.example.' }),
    ],
    [list, 'a rate limit', at('customers', { kind: 'status', status: 429 }), problem('limits how often')],
    [list, 'a breakdown', at('customers', { kind: 'status', status: 500 }), problem('broke down')],
    [list, 'a cut connection', at('customers', { kind: 'reset' }), problem('no readable response')],
    ['read-orders', 'a byte order mark', at('orders', { kind: 'byte-order-mark' }), notice({ evidence: 'byte order mark' })],
    ...[null, '', 'many'].map((value): [string, string, ShopFault, Expected] => [
      'total-pages',
      `the header ${JSON.stringify(value)}`,
      { kind: 'total-pages', value, path: 'products' },
      problem('X-WP-Total and X-WP-TotalPages', { evidence: 'No number of pages for products.', advice: 'Let the proxy pass the headers' }),
    ]),
    [
      'total-pages',
      'no totals of a list whose first page is full, of which only that page is read',
      at('orders', withoutTotals(50)),
      problem('only the first page is read: the copy is incomplete', { advice: 'X-WP-Total and X-WP-TotalPages on unchanged' }),
    ],
    [
      'total-pages',
      'no totals of a list whose first page is not full, which is all there is',
      at('orders', withoutTotals(49)),
      notice({ evidence: 'No number of pages for orders.', cause: 'One page holds all there is now', advice: 'Let the proxy pass' }),
    ],
    [
      'total-pages',
      'a number of pages that is none',
      { kind: 'total-pages', value: 'many', path: 'orders' },
      problem('an export fails over that'),
    ],
    ['page-size', 'short pages', at('orders', json(rows(10))), { verdict: 'problem', evidence: 'Too few: orders 10 of 50.' }],
    ['stable-order', 'an insertion is none', { kind: 'insert', path: 'orders' }, { verdict: 'good' }],
    [
      'date-filter',
      'a future date matches records',
      at('products', json(rows(50))),
      { verdict: 'problem', evidence: 'Asked for products' },
    ],
  ])('%s: %s', async (check, _name, faults, expected) => {
    const found = await finding(check, [faults].flat());
    expect(found).toMatchObject(says(expected));
    expect(JSON.stringify(found)).not.toContain('session');
  });

  it.each<[check: string, fault: string, credentials: object, expected: Expected]>([
    [
      'plugin',
      'another connection token',
      { connection_token: 'another' },
      { verdict: 'problem', advice: 'Connect the shop again with a new token.' },
    ],
    [
      'read-orders',
      'plain http, where the platform ignores the key',
      { consumer_key: 'ck_unknown', consumer_secret: 'cs_unknown' },
      problem('plain http', { evidence: '401' }),
    ],
    [
      'read-orders',
      'a wrong secret',
      { consumer_secret: 'cs_other' },
      problem('The shop knows the key, and the secret does not belong to it.'),
    ],
    ['read-customers', 'the key of an unauthorised user', customerOwnedKey, problem('a user who may not see this')],
  ])('%s: %s', async (check, _name, credentials, expected) => {
    expect(await finding(check, [], credentials)).toMatchObject(says(expected));
  });

  it('rest-root: plain permalinks', async () => {
    await begin({ plainPermalinks: true });
    expect(await finding('rest-root')).toMatchObject(says({ verdict: 'problem', evidence: 'HTML page', advice: 'Permalinks' }));
  });

  it('stable-order: another order', async () => {
    const turned = shop.ids('orders').slice(0, 50).reverse();
    const fault = json(turned.map((id) => ({ id, date_created_gmt: '2025-01-01T00:00:00' })));
    expect(await finding('stable-order', [{ ...fault, path: 'orders', times: 1 }])).toMatchObject({
      verdict: 'notice',
      evidence: 'Another order for orders.',
    });
  });

  it('speed: a slow page', async () => {
    shop.setFaults([{ kind: 'latency', ms: 60, path: 'orders' }]);
    expect((await look({}, { commerceA: { slowPageMs: 50 } })).get('speed')).toMatchObject(says(notice({ cause: 'slow' })));
  });

  it('read-orders: the deadline', async () => {
    shop.setFaults([{ kind: 'hang', path: 'orders' }]);
    const found = await look({}, { commerceA: { pageDeadlineMs: 4_000 } });
    expect(found.get('read-orders')).toMatchObject(says({ verdict: 'problem', evidence: 'within 4 seconds' }));
  });

  it.each([
    ['service-connector', '99.2.1', { verdict: 'good', evidence: 'It responds, in version 99.2.1.' }],
    ['another-plugin', '0.0.9', { verdict: 'good', evidence: 'It responds, in version 0.0.9.' }],
    [
      'service-connector',
      '0.0.9',
      {
        verdict: 'notice',
        evidence: `It responds, in version 0.0.9. The newest version is ${newest}.`,
        cause: 'The plugin is older than 0.1.0.',
        advice: `from {base_url}/widgets/plugins/service-connector-commerce-a-${newest}.zip, where`,
      },
    ],
  ] as const)('plugin: names the version, and is a notice if newer ones are known: %s %s', async (name, version, expected) => {
    const body = JSON.stringify({ plugin: { name, version } });
    shop.setFaults([{ kind: 'response', status: 200, body, path: 'connectivity-check' }]);
    expect((await look()).get('plugin')).toMatchObject(says(expected));
  });

  it('with advice, and without the checks that need the unreadable list', async () => {
    shop.setFaults([{ kind: 'status', status: 500, path: 'products' }]);
    const found = await look();
    expectAdviceWhereNeeded(found);
    expect(verdicts(found)).toMatchObject({
      problem: ['read-products'],
      'left out': ['cache', 'total-pages', 'page-size', 'stable-order', 'date-filter', 'speed'],
    });
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
    [
      'returns them',
      json({ plugin: { name: 'plover', version: secrets.connection_token }, timezone_string: secrets.consumer_key, namespaces: ['wc/v3'] }),
    ],
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
