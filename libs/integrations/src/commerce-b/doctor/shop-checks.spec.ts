import { DemoShopB, newApiKey, type DemoShopBOptions, type ShopBFault, type ShopResource } from '@sync/demo-shops';
import type { Finding, IntegrationConnection } from '@sync/integration-contract';
import { platforms } from '@sync/platforms';
import { Secret } from '@sync/records';
import type { IntegrationSettings } from '../../integration-registry';
import { connectionId } from '../../testing/connections';
import { examine, expectAdviceWhereNeeded, says, verdicts, type Expected } from '../../testing/doctor';

const everything: readonly ShopResource[] = [
  'addresses',
  'categories',
  'configurations',
  'countries',
  'currencies',
  'customers',
  'languages',
  'order_states',
  'orders',
  'products',
  'shops',
  'states',
];
const sizes = { customers: 60, products: 55, orders: 70 };
const newest = platforms.commerceB.plugin.releases[0].version;
let shop: DemoShopB;

async function begin(options: DemoShopBOptions): Promise<void> {
  await shop.stop();
  shop = await DemoShopB.start({ ...sizes, ...options });
}

beforeEach(async () => {
  shop = await DemoShopB.start(sizes);
});

afterEach(() => shop.stop());

function look(settings: IntegrationSettings = {}, api_key = shop.credentials.api_key, more: object = {}): Promise<Map<string, Finding>> {
  const connection: IntegrationConnection = {
    id: connectionId,
    driver: 'commerce_b',
    baseUrl: shop.url,
    credentials: new Secret({ api_key, ...more }),
  };
  return examine(connection, settings);
}

async function finding(name: string, ...faults: ShopBFault[]): Promise<Finding> {
  shop.setFaults(faults);
  const found = (await look()).get(name);
  if (!found) throw new Error(`no finding of ${name}`);
  return found;
}

const without = (...resources: ShopResource[]): ShopResource[] => everything.filter((resource) => !resources.includes(resource));
const json = (value: unknown): ShopBFault => ({ kind: 'response', status: 200, body: JSON.stringify(value) });

describe('a working shop', () => {
  it('passes every check, with a notice for plain http', async () => {
    const found = await look();
    expect(verdicts(found)).toMatchObject({ notice: ['address'], problem: [], 'left out': [] });
    expect(found.size).toBe(20);
    for (const [name, evidence] of [
      ['webservice', /version 8\.2\.1/],
      ['languages', /It has 2/],
      ['currencies', /EUR/],
      ['time-zone', /^It is Europe\/Berlin\.$/],
      ['read-customers', /^50 after \d+ ms\.$/],
      ['read-products', /^50 after \d+ ms\.$/],
      ['read-orders', /^50 after \d+ ms\.$/],
      ['id-listing', /^customers 60, products 55, orders 70\.$/],
      ['webhooks', /no delivery URL and no secret are to be entered in the shop\.$/],
    ] as const)
      expect(found.get(name)?.evidence).toMatch(evidence);
  });

  it('may be empty and have one language', async () => {
    await begin({ customers: 0, products: 0, orders: 0, languages: ['de'] });
    expect(verdicts(await look())).toMatchObject({ notice: ['address'], problem: [], 'left out': [] });
  });

  it('may grant each right explicitly', async () => {
    await begin({ rights: everything });
    expect(await finding('rights')).toMatchObject({ verdict: 'good' });
  });
});

describe('a fault is found', () => {
  const problem = (cause: string, evidence = ''): Expected => ({ verdict: 'problem', cause, evidence });
  const at = (path: ShopBFault['path'], fault: ShopBFault): ShopBFault => ({ ...fault, path });
  const response = (status: number, type: string, body: string): ShopBFault => ({
    kind: 'response',
    status,
    headers: { 'Content-Type': type },
    body,
  });
  const products = (...ids: number[]): ShopBFault => at('products', json({ products: ids.map((id) => ({ id })) }));

  it.each<[check: string, fault: string, fault: ShopBFault, expected: Expected]>([
    ['webservice', 'an HTML page instead of JSON', at('shops', { kind: 'html' }), problem('captcha')],
    [
      'webservice',
      'XML instead of JSON',
      at('shops', response(200, 'text/xml', '<prestashop/>')),
      problem('Something writes into the response'),
    ],
    [
      'webservice',
      'a redirect',
      at('shops', { kind: 'redirect', location: 'https://www.shop.example/?url=shops' }),
      problem('not the one that the shop knows'),
    ],
    [
      'webservice',
      'an unknown address',
      at('shops', { kind: 'response', status: 404, body: '' }),
      problem('does not know the address of the webservice'),
    ],
    ['webservice', 'a firewall', at('shops', response(403, 'text/html', '<h1>Forbidden</h1>')), problem('refuses the call')],
    [
      'webservice',
      'errors with 200',
      at('shops', json({ errors: [{ code: 1, message: 'x' }] })),
      problem('A module changes the responses'),
    ],
    ...(['languages', 'currencies', 'configurations'] as const).flatMap((resource): [string, string, ShopBFault, Expected][] => {
      const check = resource === 'configurations' ? 'time-zone' : resource;
      const evidence = (rest: string): string => `List of ${resource}: The shop responded with ${rest}`;
      const page = '<!DOCTYPE html><h1>Who are you?</h1>';
      return [
        [check, 'an HTML page in front', at(resource, { kind: 'html' }), problem('A web page stands in front', evidence('status 200'))],
        [check, 'a firewall in front', at(resource, response(403, 'text/html', page)), problem('A firewall in front', evidence('403'))],
        [
          check,
          'a password page in front',
          at(resource, response(401, 'text/html', page)),
          problem('a password of its own', evidence('401')),
        ],
        [check, 'a page of an overloaded host', at(resource, { kind: 'status', status: 503 }), problem('in maintenance', evidence('503'))],
        [
          check,
          'no key arrives',
          at(resource, response(401, 'text/html', '401 Unauthorized\n')),
          { ...problem('did not receive the API key'), advice: 'pass the Authorization header on' },
        ],
      ];
    }),
    [
      'webservice',
      'a password page in front',
      at('shops', response(401, 'text/html', '<h1>Authorization Required</h1>')),
      problem('a password of its own', 'The shop responded with 401 and an HTML page.'),
    ],
    ['currencies', 'a breakdown', at('currencies', { kind: 'status', status: 502 }), problem('broke down')],
    ['time-zone', 'a breakdown', at('configurations', { kind: 'status', status: 502 }), problem('broke down')],
    ['languages', 'a breakdown that no record needs', at('languages', { kind: 'response', status: 500, body: '' }), { verdict: 'good' }],
    [
      'rights',
      'an HTML page in front of addresses',
      at('addresses', { kind: 'html' }),
      problem('A web page stands in front', 'List of addresses'),
    ],
    ['rights', 'an HTML page that another check reports', at('currencies', { kind: 'html' }), { verdict: 'good' }],
    ['webservice', 'no shop', at('shops', json([])), problem('access to no shop')],
    ['webservice', 'a breakdown', at('shops', { kind: 'response', status: 500, body: '' }), problem('broke down')],
    ['webservice', 'a byte order mark', at('shops', { kind: 'byte-order-mark' }), { verdict: 'notice' }],
    ['currencies', 'no codes', at('currencies', json({ currencies: [{ id: 1, iso_code: '' }] })), { verdict: 'problem' }],
    [
      'time-zone',
      'an unknown zone',
      at('configurations', json({ configurations: [{ id: 1, name: 'PS_TIMEZONE', value: 'Mars/Base' }] })),
      { verdict: 'notice', evidence: 'The shop reports an unknown zone.' },
    ],
    ...(['customers', 'products', 'orders'] as const).flatMap((list): [string, string, ShopBFault, Expected][] => [
      [`read-${list}`, 'a failure', { kind: 'status', status: 500, path: list, page: 1 }, { verdict: 'problem' }],
      [`read-${list}`, 'a byte order mark', at(list, { kind: 'byte-order-mark' }), { verdict: 'notice' }],
    ]),
    [
      'id-listing',
      'a list that is too large',
      { kind: 'status', status: 500, path: 'orders', page: 0 },
      { verdict: 'notice', evidence: 'Not for orders.' },
    ],
    ['paging', 'an ignored limit', products(1, 2, 3), { verdict: 'problem', evidence: 'Not for products.' }],
    ['paging', 'an ignored sort', products(2, 1), { verdict: 'problem', evidence: 'Not for products.' }],
  ])('%s: %s', async (check, _name, fault, expected) => {
    expect(await finding(check, fault)).toMatchObject(says(expected));
  });

  it.each<[check: string, fault: string, options: DemoShopBOptions, expected: Expected]>([
    [
      'webservice',
      'a host that strips the Authorization header',
      { authorizationDropped: true },
      { cause: 'keeps the Authorization header back', advice: 'CGIPassAuth' },
    ],
    ['shops', 'several', { shops: 2 }, { verdict: 'notice', evidence: 'There are 2.' }],
    ['languages', 'no right, which is not needed', { rights: without('languages') }, { verdict: 'good' }],
    ['languages', 'no right, nor one on settings', { rights: without('languages', 'configurations') }, { verdict: 'notice' }],
    ['rights', 'no right on languages', { rights: without('languages') }, { verdict: 'good' }],
    ['rights', 'no right on credit slips', { rights: without('order_slip') }, { verdict: 'good', evidence: 'refunds are not known' }],
    ['time-zone', 'no right', { rights: without('configurations') }, { verdict: 'notice', evidence: 'The shop does not report it.' }],
  ])('%s: %s', async (check, _name, options, expected) => {
    await begin(options);
    expect(await finding(check)).toMatchObject(says(expected));
  });

  it('languages: an HTML page in front of the settings that are read without a right on languages', async () => {
    await begin({ rights: without('languages') });
    expect(await finding('languages', at('configurations', { kind: 'html' }))).toMatchObject(says(problem('A web page stands in front')));
  });

  it.each([
    ...(['customers', 'products', 'orders', 'currencies', 'addresses'] as const).map((resource) => ['problem', resource] as const),
    ...(['categories', 'configurations', 'countries', 'order_states', 'states'] as const).map((resource) => ['notice', resource] as const),
  ])('rights: a %s without %s (error 26)', async (verdict, resource) => {
    await begin({ rights: without(resource) });
    const found = await finding('rights');
    expect(found).toMatchObject(says({ verdict, evidence: `It may not read ${resource}.` }));
    if (verdict === 'problem') expect(found.advice).toContain('tick "View (GET)"');
    else expect(found.cause).toMatch(/: .+\.$/);
  });

  it('webservice: disabled (error 22), which skips the checks that need it', async () => {
    shop.switchWebservice(false);
    const found = await look();
    expect(found.get('webservice')).toMatchObject(
      says({
        verdict: 'problem',
        evidence: '503, error 22',
        cause: "The shop's webservice is switched off.",
        advice: 'Advanced Parameters > Webservice',
      }),
    );
    const { problem: problems, 'left out': leftOut } = verdicts(found);
    expect([problems, leftOut.length]).toEqual([['webservice'], 13]);
  });

  it('webservice: an unknown key (errors 20 and 21)', async () => {
    expect((await look({}, newApiKey())).get('webservice')).toMatchObject(says(problem('does not accept the API key')));
  });

  it('stable-order: another order', async () => {
    const turned = shop.ids('orders').slice(0, 50).reverse();
    const once = { ...json({ orders: turned.map((id) => ({ id })) }), path: 'orders', times: 2 } as const;
    expect(await finding('stable-order', once)).toMatchObject({ verdict: 'problem', evidence: 'Another order for orders.' });
  });

  it.each<[fault: string, faults: ShopBFault[], expected: Expected]>([
    ['none', [], { verdict: 'good', evidence: `It responds, in version ${newest}.` }],
    [
      'an old version',
      [{ ...json({ module_version: '0.0.9' }), path: 'changes' }],
      { verdict: 'notice', cause: 'older than 0.1.0', advice: `service-connector-commerce-b-${newest}.zip, where` },
    ],
    ['another key', [{ kind: 'status', status: 401, path: 'changes' }], { verdict: 'notice', cause: 'another key' }],
    ['no module', [{ kind: 'status', status: 404, path: 'changes' }], { verdict: 'notice', evidence: 'returned 404', cause: 'is off' }],
    ['a web page', [{ kind: 'html', path: 'changes' }], { verdict: 'notice', evidence: 'returned 200, and names no version' }],
  ])('plugin: %s', async (_fault, faults, expected) => {
    await begin({ module: true });
    shop.setFaults(faults);
    const found = await look({}, shop.credentials.api_key, shop.credentials);
    expect(found.get('plugin')).toMatchObject(says(expected));
    expectAdviceWhereNeeded(found);
  });

  it('webhooks: a secret means that the module names changed records', async () => {
    const found = (await look({}, shop.credentials.api_key, { webhook_secret: 'plover-hook' })).get('webhooks');
    expect(found).toMatchObject({
      verdict: 'good',
      evidence: expect.stringMatching(/^The module of this service may name changed records/) as string,
    });
    expect(JSON.stringify(found)).not.toContain('plover');
  });

  it('speed: a slow page', async () => {
    shop.setFaults([{ kind: 'latency', ms: 60, path: 'orders' }]);
    expect((await look({ commerceB: { slowPageMs: 50 } })).get('speed')).toMatchObject({ verdict: 'notice' });
  });

  it('with a cause and advice for each notice and problem only', async () => {
    await begin({ rights: without('orders', 'languages'), shops: 2 });
    expectAdviceWhereNeeded(await look());
  });
});

describe('findings never hold a secret', () => {
  const apiKey = 'PLOVER1F7APLOVER2B8CPLOVER3D9E00';

  it.each([
    ['repeats it in an error', { kind: 'response', status: 401, body: JSON.stringify({ errors: [{ code: 20, message: apiKey }] }) }],
    ['redirects with it', { kind: 'redirect', location: `https://${apiKey}.example/?ws_key=${apiKey}` }],
    [
      'returns it',
      json({ shops: [{ id: 1 }], configurations: [{ name: 'PS_TIMEZONE', value: apiKey }], currencies: [{ id: 1, iso_code: apiKey }] }),
    ],
    ['cuts the connection', { kind: 'cut' }],
  ] as [string, ShopBFault][])('if a shop %s', async (_name, fault) => {
    await begin({ apiKey });
    shop.setFaults([fault]);
    const text = JSON.stringify([...(await look())]);
    expect(text.toLowerCase()).not.toContain('plover');
    expect(text).not.toContain(Buffer.from(`${apiKey}:`).toString('base64').slice(0, 30));
  });
});
