import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import type { Finding, Observation, PlatformIntegration, ShopCheck } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import type { ResolveHost } from '../store-http/address-guard';
import { connectionTo } from '../testing/connections';
import { examine, says, verdicts, type Expected } from '../testing/doctor';
import { ReplayingShop } from '../testing/replaying-shop';
import { selfSignedCertificate } from '../testing/self-signed-certificate';
import { otherwise } from './check';
import { sameOrder } from './list-checks';

let shop: ReplayingShop;
const servers: Server[] = [];

beforeEach(async () => {
  shop = await ReplayingShop.start();
  shop.respondWithBody('<h1>Shop</h1>', { 'Content-Type': 'text/html' });
});

afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await shop.stop();
});

async function finding(name: string, baseUrl = shop.baseUrl, settings: Parameters<typeof examine>[1] = {}): Promise<Finding | undefined> {
  return (await examine(connectionTo(baseUrl), settings)).get(name);
}

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('address', () => {
  it('is good with https', async () => {
    expect(await finding('address', 'https://127.0.0.1:1')).toMatchObject({ verdict: 'good' });
  });

  it('is a notice with plain http', async () => {
    expect(await finding('address')).toMatchObject({ verdict: 'notice', cause: expect.stringContaining('unencrypted') });
  });

  it.each([
    'http://10.0.0.1',
    'https://169.254.169.254',
    'http://shop.example',
    'ftp://shop.example',
    'https://user:hunter2@shop.example',
    'garbage',
    '',
  ])('is a problem that skips all other checks: %j', async (baseUrl) => {
    const found = await examine(connectionTo(baseUrl), { storeHostAllowlist: [] });
    const { problem, ...others } = verdicts(found);
    expect(problem).toEqual(['address']);
    expect([others.good, others.notice]).toEqual([[], []]);
    expect(others['left out'].length).toBeGreaterThan(5);
    expect(JSON.stringify([...found])).not.toContain('hunter2');
    expect(shop.connections).toBe(0);
  });
});

describe('name', () => {
  const resolving =
    (...addresses: string[]): ResolveHost =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }));
  const failing =
    (code: string): ResolveHost =>
    () =>
      Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
  const name = (resolveHost: ResolveHost): Promise<Finding | undefined> =>
    finding('name', 'https://shop.example', { storeHostAllowlist: [], resolveHost, connectTimeoutMs: 50 });

  it('is good if the name resolves to a public address', async () => {
    expect(await name(resolving('192.0.2.1'))).toMatchObject({ verdict: 'problem' });
    expect(await name(resolving('1.1.1.1'))).toMatchObject({ verdict: 'good' });
  });

  it('is a problem if any address is private, which is not revealed', async () => {
    const found = await name(resolving('1.1.1.1', '10.9.8.7'));
    expect(found).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('not on the public internet') });
    expect(JSON.stringify(found)).not.toContain('10.9');
  });

  it.each([
    ['ENOTFOUND', 'mistyped'],
    ['EAI_AGAIN', 'does not respond'],
  ])('is a problem at %s', async (code, cause) => {
    expect(await name(failing(code))).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining(code),
      cause: expect.stringContaining(cause),
    });
  });
});

describe('reachable', () => {
  it('is good with any response', async () => {
    shop.respondWithBody('', {}, 500);
    expect(await finding('reachable')).toMatchObject({
      verdict: 'good',
      evidence: expect.stringMatching(/^It responded with 500 after \d+ ms\.$/),
    });
  });

  it('is a problem if nothing listens', async () => {
    const { baseUrl } = shop;
    await shop.stop();
    expect(await finding('reachable', baseUrl)).toMatchObject({ verdict: 'problem', cause: 'Nothing listens at this port.' });
    shop = await ReplayingShop.start();
  });

  it('is a problem if the connection is cut', async () => {
    shop.respond = (_request, response) => response.destroy();
    expect(await finding('reachable')).toMatchObject({ verdict: 'problem', cause: expect.stringContaining('cut on the way') });
  });
});

describe('certificate', () => {
  it('is a problem if self-signed', async () => {
    const port = await portOf(createTlsServer(selfSignedCertificate()));
    const found = await examine(connectionTo(`https://127.0.0.1:${port}`));
    expect(found.get('reachable')).toMatchObject({ verdict: 'good' });
    expect(found.get('certificate')).toMatchObject({ verdict: 'problem', cause: expect.stringContaining('vouches for itself') });
    expect(verdicts(found).problem).toEqual(['certificate']);
  });

  it('is a problem if the server does not speak TLS', async () => {
    const port = await portOf(createServer());
    expect(await finding('certificate', `https://127.0.0.1:${port}`)).toMatchObject({
      verdict: 'problem',
      cause: expect.stringContaining('TLS'),
    });
  });

  it('is not checked with plain http', async () => {
    expect(await finding('certificate')).toBeUndefined();
  });
});

describe('own-address', () => {
  const redirect = (location: string): void => {
    shop.respond = (_request, response) => response.writeHead(301, { Location: location }).end();
  };

  it.each(['/en/', ''])('is good with a redirect to %j', async (location) => {
    redirect(location);
    expect(await finding('own-address')).toMatchObject({ verdict: 'good' });
  });

  it('is a notice that names the other origin without path and query', async () => {
    redirect('https://www.shop.example/login?session=1');
    expect(await finding('own-address')).toMatchObject({
      verdict: 'notice',
      evidence: 'The start page leads to https://www.shop.example.',
    });
  });
});

describe('clock', () => {
  const clock = async (seconds: number): Promise<Finding | undefined> => {
    shop.respondWithBody('', { Date: new Date(Date.now() + seconds * 1000).toUTCString() });
    return finding('clock');
  };

  it.each([
    [0, 'good'],
    [-120, 'notice'],
    [120, 'notice'],
    [-900, 'problem'],
    [900, 'problem'],
  ])('off by %i s is %s', async (seconds, verdict) => {
    expect(await clock(seconds)).toMatchObject({ verdict });
  });
});

describe('cache', () => {
  type TestShop = DemoShopA | DemoShopB;
  const even = (size: number) => ({ customers: size, products: size, orders: size });
  const platforms = [
    {
      driver: 'commerce_a' as const,
      start: (size: number): Promise<TestShop> => DemoShopA.start(even(size)),
      place: 'Exclude the REST API (/wp-json/wc/v3/) from the cache',
    },
    {
      driver: 'commerce_b' as const,
      start: (size: number): Promise<TestShop> => DemoShopB.start(even(size)),
      place: 'Exclude the web service (/api/) from the cache',
    },
  ];

  const ignoresQueries = (demo: TestShop): void => demo.setFaults([{ kind: 'cache' }]);
  const nothing = (): void => undefined;
  const alike = (lists: string): Expected => ({ verdict: 'problem', evidence: `Different queries got the same response for ${lists}.` });
  const different: Expected = { verdict: 'good', evidence: 'Different queries get different responses.' };
  const empty: Expected = { verdict: 'good', evidence: 'The lists are empty' };

  describe.each(platforms)('of $driver', ({ driver, start, place }) => {
    it.each<[claim: string, size: number, prepare: (demo: TestShop) => void, expected: Expected]>([
      ['is a problem if it ignores the query: two pages have one body', 60, ignoresQueries, alike('customers, products, orders')],
      ['is a problem if it ignores the query of lists of one record', 1, ignoresQueries, alike('customers, products, orders')],
      ['is a problem if only some lists pass it', 60, (demo) => demo.setFaults([{ kind: 'cache', path: 'orders' }]), alike('orders')],
      ['is good if each page and each query has a body of its own', 60, nothing, different],
      ['is good with one page', 50, nothing, different],
      ['is good with one record', 1, nothing, different],
      ['is good with empty lists', 0, nothing, empty],
      ['is good with empty lists behind it', 0, ignoresQueries, empty],
    ])('%s', async (_claim, size, prepare, expected) => {
      const demo = await start(size);
      try {
        prepare(demo);
        const found = (await examine({ ...connectionTo(demo.url, { ...demo.credentials }), driver })).get('cache');
        expect(found).toMatchObject(says(expected));
        if (expected.verdict === 'problem') expect(found).toMatchObject(says({ cause: 'records are missing', advice: place }));
      } finally {
        await demo.stop();
      }
    });
  });

  it('is good with equal small lists, and a problem if it ignores a part of the query', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => ({ id: 50 - index }));
    const serve = (all: object[], { ignored }: { ignored?: 'page' | 'per_page' } = {}): void => {
      shop.respond = ({ url: { searchParams } }, response) => {
        const size = ignored === 'per_page' ? 50 : Number(searchParams.get('per_page'));
        const page = ignored === 'page' ? 1 : Number(searchParams.get('page'));
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'X-WP-TotalPages': '2' })
          .end(JSON.stringify(all.slice((page - 1) * size, page * size)));
      };
    };
    serve(rows.slice(48));
    expect(await finding('cache')).toMatchObject(says(different));
    for (const ignored of ['page', 'per_page'] as const) {
      serve(rows, { ignored });
      expect(await finding('cache')).toMatchObject(says(alike('customers, products, orders')));
    }
  });
});

describe('a failing check', () => {
  const secret = 'Plover(1f7a)+x';
  const platformWith = (...checks: ShopCheck[]): PlatformIntegration => ({ driver: 'commerce_a', shopChecks: () => checks }) as never;
  const check = (name: string, look: () => Promise<Observation>, needs: string[] = []): ShopCheck => ({
    name,
    title: 'It holds',
    needs,
    look,
  });

  async function look(...checks: ShopCheck[]): Promise<Finding[]> {
    const integrations = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] }, [() => platformWith(...checks)]);
    const reported: Finding[] = [];
    const connection = { ...connectionTo(shop.baseUrl), credentials: new Secret({ key: secret }) };
    const findings = await integrations.examineShop.run(connection, (finding) => reported.push(finding));
    integrations.close();
    expect(reported).toEqual(findings);
    return findings.slice(-checks.length);
  }

  it('is a problem that does not quote the error', async () => {
    const [found] = await look(check('stray', () => Promise.reject(new TypeError(`cannot use ${secret}`))));
    expect(found).toMatchObject({ name: 'stray', verdict: 'problem', evidence: 'The check itself failed.' });
  });

  it('skips checks that need it, directly or indirectly', async () => {
    const findings = await look(
      check('first', () => Promise.reject(new Error('x'))),
      check('second', async () => otherwise.good('Fine.'), ['first']),
      check('third', async () => otherwise.good('Fine.'), ['second']),
      check('fourth', async () => otherwise.good('Fine.')),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(['problem', 'left out', 'left out', 'good']);
  });

  it('has credentials masked in any case', async () => {
    const [found] = await look(check('leak', async () => otherwise.good(`The key is ${secret}, or ${secret.toLowerCase()}.`)));
    expect(found?.evidence).toBe('The key is [secret], or [secret].');
  });
});

describe('a platform without checks of its own', () => {
  it('gets the general checks', async () => {
    const found = await examine({ ...connectionTo(shop.baseUrl), driver: 'mailing_platform' });
    expect([...found.keys()]).toEqual(['address', 'name', 'reachable', 'own-address', 'clock']);
  });
});

describe('sameOrder', () => {
  it.each([
    [[], [], true],
    [['1', '2', '3'], ['1', '2', '3'], true],
    [['1', '2', '3'], ['9', '1', '2'], true],
    [['1', '2', '3'], ['2', '1', '3'], false],
    [['1', '2', '3', '4'], ['7', '8', '9', '4'], false],
    [['1'], [], false],
  ])('compares %j and %j: %s', (first, again, same) => {
    expect(sameOrder(first, again)).toBe(same);
  });
});
