import { DemoShopB, newApiKey, type DemoShopBOptions, type ShopBFault, type ShopResource } from '@sync/demo-shops';
import type { IntegrationConnection } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import type { IntegrationSettings } from '../../integration-registry';
import type { Finding } from '../../shop-doctor/finding';
import { connectionId } from '../../testing/connections';
import { examine, verdicts } from '../../testing/doctor';

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
let shop: DemoShopB;

async function begin(options: DemoShopBOptions): Promise<void> {
  await shop.stop();
  shop = await DemoShopB.start({ ...sizes, ...options });
}

beforeEach(async () => {
  shop = await DemoShopB.start(sizes);
});

afterEach(() => shop.stop());

function look(settings: IntegrationSettings = {}, api_key = shop.credentials.api_key): Promise<Map<string, Finding>> {
  const connection: IntegrationConnection = {
    id: connectionId,
    driver: 'commerce_b',
    baseUrl: shop.url,
    credentials: new Secret({ api_key }),
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
    expect(found.size).toBe(18);
  });

  it('may be empty and have one language', async () => {
    await begin({ customers: 0, products: 0, orders: 0, languages: ['de'] });
    expect(verdicts(await look())).toMatchObject({ notice: ['address'], problem: [], 'left out': [] });
  });

  it('gets a cause and advice with each notice and problem only', async () => {
    await begin({ rights: without('orders', 'languages'), shops: 2 });
    for (const { verdict, cause, advice } of (await look()).values()) {
      const says = verdict === 'notice' || verdict === 'problem';
      expect([cause, advice].map((text) => text !== null && text !== '')).toEqual([says, says]);
    }
  });
});

describe('webservice', () => {
  it('is good and names the version', async () => {
    expect(await finding('webservice')).toMatchObject({ verdict: 'good', evidence: expect.stringContaining('version 8.2.1') });
  });

  it('is a problem if disabled (error 22)', async () => {
    shop.switchWebservice(false);
    expect(await finding('webservice')).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining('503, error 22'),
      cause: "The shop's webservice is switched off.",
      advice: expect.stringContaining('Advanced Parameters > Webservice'),
    });
  });

  it('is a problem with an unknown key (errors 20 and 21)', async () => {
    expect((await look({}, newApiKey())).get('webservice')).toMatchObject({
      verdict: 'problem',
      cause: expect.stringContaining('does not accept the API key'),
    });
  });

  it('is a problem if the host strips the Authorization header', async () => {
    await begin({ authorizationDropped: true });
    expect(await finding('webservice')).toMatchObject({
      cause: expect.stringContaining('keeps the Authorization header back'),
      advice: expect.stringContaining('CGIPassAuth'),
    });
  });

  it.each([
    ['an HTML page instead of JSON', { kind: 'html' }, 'captcha'],
    [
      'XML instead of JSON',
      { kind: 'response', status: 200, headers: { 'Content-Type': 'text/xml' }, body: '<prestashop/>' },
      'Something writes into the response',
    ],
    ['a redirect', { kind: 'redirect', location: 'https://www.shop.example/?url=shops' }, 'not the one that the shop knows'],
    ['an unknown address', { kind: 'response', status: 404, body: '' }, 'does not know the address of the webservice'],
    [
      'a firewall',
      { kind: 'response', status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Forbidden</h1>' },
      'refuses the call',
    ],
    ['errors with 200', json({ errors: [{ code: 1, message: 'x' }] }), 'A module changes the responses'],
    ['no shop', json([]), 'access to no shop'],
    ['a breakdown', { kind: 'response', status: 500, body: '' }, 'broke down'],
  ] as [string, ShopBFault, string][])('%s', async (_name, fault, cause) => {
    const found = await finding('webservice', { ...fault, path: 'shops' });
    expect(found).toMatchObject({ verdict: 'problem', cause: expect.stringContaining(cause) });
  });

  it('is a notice with a byte order mark', async () => {
    expect(await finding('webservice', { kind: 'byte-order-mark', path: 'shops' })).toMatchObject({ verdict: 'notice' });
  });

  it('skips the checks that need it', async () => {
    shop.switchWebservice(false);
    const { problem, 'left out': leftOut } = verdicts(await look());
    expect(problem).toEqual(['webservice']);
    expect(leftOut).toHaveLength(12);
  });
});

describe('rights (code 26)', () => {
  it('are good with all of them', async () => {
    await begin({ rights: everything });
    expect(await finding('rights')).toMatchObject({ verdict: 'good' });
  });

  it.each(['customers', 'products', 'orders', 'currencies'] as const)('are a problem without %s', async (resource) => {
    await begin({ rights: without(resource) });
    expect(await finding('rights')).toMatchObject({
      verdict: 'problem',
      evidence: `It may not read ${resource}.`,
      advice: expect.stringContaining('tick "View (GET)"'),
    });
  });

  it.each(['addresses', 'categories', 'configurations', 'countries', 'languages', 'order_states', 'states'] as const)(
    'are a notice without %s',
    async (resource) => {
      await begin({ rights: without(resource) });
      expect(await finding('rights')).toMatchObject({
        verdict: 'notice',
        evidence: `It may not read ${resource}.`,
        cause: expect.stringMatching(/: .+\.$/),
      });
    },
  );
});

describe('shop settings', () => {
  it('are good with one shop, a notice with several', async () => {
    expect(await finding('shops')).toMatchObject({ verdict: 'good' });
    await begin({ shops: 2 });
    expect(await finding('shops')).toMatchObject({ verdict: 'notice', evidence: 'There are 2.' });
  });

  it('are good with languages, a notice without', async () => {
    expect(await finding('languages')).toMatchObject({ verdict: 'good', evidence: expect.stringContaining('It has 2') });
    await begin({ rights: without('languages') });
    expect(await finding('languages')).toMatchObject({ verdict: 'notice' });
  });

  it('are good with currencies, a problem without codes', async () => {
    expect(await finding('currencies')).toMatchObject({ verdict: 'good', evidence: expect.stringContaining('EUR') });
    expect(await finding('currencies', { ...json({ currencies: [{ id: 1, iso_code: '' }] }), path: 'currencies' })).toMatchObject({
      verdict: 'problem',
    });
  });

  it('are good with a known time zone, a notice otherwise', async () => {
    expect(await finding('time-zone')).toMatchObject({ verdict: 'good', evidence: 'It is Europe/Berlin.' });
    const odd = json({ configurations: [{ id: 1, name: 'PS_TIMEZONE', value: 'Mars/Base' }] });
    expect(await finding('time-zone', { ...odd, path: 'configurations' })).toMatchObject({
      verdict: 'notice',
      evidence: 'The shop reports an unknown zone.',
    });
    await begin({ rights: without('configurations') });
    expect(await finding('time-zone')).toMatchObject({ verdict: 'notice', evidence: 'The shop does not report it.' });
  });
});

describe('lists', () => {
  it.each(['customers', 'products', 'orders'] as const)(
    'of %s are good, a problem on failure, a notice with a byte order mark',
    async (capability) => {
      expect(await finding(`read-${capability}`)).toMatchObject({
        verdict: 'good',
        evidence: expect.stringMatching(/^50 after \d+ ms\.$/),
      });
      expect(await finding(`read-${capability}`, { kind: 'status', status: 500, path: capability, page: 1 })).toMatchObject({
        verdict: 'problem',
      });
      expect(await finding(`read-${capability}`, { kind: 'byte-order-mark', path: capability })).toMatchObject({ verdict: 'notice' });
    },
  );

  it('of all ids are good, or a notice if too large', async () => {
    expect(await finding('id-listing')).toMatchObject({ verdict: 'good', evidence: 'customers 60, products 55, orders 70.' });
    expect(await finding('id-listing', { kind: 'status', status: 500, path: 'orders', page: 0 })).toMatchObject({
      verdict: 'notice',
      evidence: 'Not for orders.',
    });
  });

  it('are a problem if limit or sort is ignored', async () => {
    expect(await finding('paging')).toMatchObject({ verdict: 'good' });
    for (const ids of [
      [1, 2, 3],
      [2, 1],
    ])
      expect(await finding('paging', { ...json({ products: ids.map((id) => ({ id })) }), path: 'products' })).toMatchObject({
        verdict: 'problem',
        evidence: 'Not for products.',
      });
  });

  it('are a problem with an unstable order', async () => {
    expect(await finding('stable-order')).toMatchObject({ verdict: 'good' });
    const turned = json({
      orders: [...shop.ids('orders')]
        .slice(0, 50)
        .reverse()
        .map((id) => ({ id })),
    });
    const once = { ...turned, path: 'orders', times: 2 } as const;
    expect(await finding('stable-order', once)).toMatchObject({ verdict: 'problem', evidence: 'Another order for orders.' });
  });

  it('are a notice if slow', async () => {
    expect(await finding('speed')).toMatchObject({ verdict: 'good' });
    shop.setFaults([{ kind: 'latency', ms: 60, path: 'orders' }]);
    expect((await look({ commerceB: { slowPageMs: 50 } })).get('speed')).toMatchObject({ verdict: 'notice' });
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
