import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Observation, PlatformIntegration, ShopCheck } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { IntegrationRegistry } from '../integration-registry';
import type { ResolveHost } from '../store-http/address-guard';
import { connectionTo } from '../testing/connections';
import { examine, verdicts } from '../testing/doctor';
import { ReplayingShop } from '../testing/replaying-shop';
import { selfSignedCertificate } from '../testing/self-signed-certificate';
import type { Finding } from './examine-shop';
import { good } from './observations';
import { samePlaces } from './same-places';

let shop: ReplayingShop;
const servers: Server[] = [];

beforeEach(async () => {
  shop = await ReplayingShop.start();
  shop.answerBody('<h1>Shop</h1>', { 'Content-Type': 'text/html' });
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

describe('private range', () => {
  it('good: an https address', async () => {
    expect(await finding('address', 'https://127.0.0.1:1')).toMatchObject({ verdict: 'good' });
  });

  it('a plain one that was allowed is a notice', async () => {
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
  ])('%j is a problem, and nothing else is looked at', async (baseUrl) => {
    const found = await examine(connectionTo(baseUrl), { storeHostAllowlist: [] });
    const { problem, ...others } = verdicts(found);
    expect(problem).toEqual(['address']);
    expect([others.good, others.notice]).toEqual([[], []]);
    expect(others['left out'].length).toBeGreaterThan(5);
    expect(JSON.stringify([...found])).not.toContain('hunter2');
    expect(shop.connections).toBe(0);
  });
});

describe('DNS', () => {
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

  it('good: the name is known and public', async () => {
    expect(await name(resolving('192.0.2.1'))).toMatchObject({ verdict: 'problem' });
    expect(await name(resolving('1.1.1.1'))).toMatchObject({ verdict: 'good' });
  });

  it('a private range behind a public name, and the address itself is not told', async () => {
    const found = await name(resolving('1.1.1.1', '10.9.8.7'));
    expect(found).toMatchObject({ verdict: 'problem', evidence: expect.stringContaining('not on the public internet') });
    expect(JSON.stringify(found)).not.toContain('10.9');
  });

  it.each([
    ['ENOTFOUND', 'mistyped'],
    ['EAI_AGAIN', 'does not answer'],
  ])('%s', async (code, cause) => {
    expect(await name(failing(code))).toMatchObject({
      verdict: 'problem',
      evidence: expect.stringContaining(code),
      cause: expect.stringContaining(cause),
    });
  });
});

describe('reachable', () => {
  it('good: a web server answers, whatever it says', async () => {
    shop.answerBody('', {}, 500);
    expect(await finding('reachable')).toMatchObject({
      verdict: 'good',
      evidence: expect.stringMatching(/^It answered with 500 after \d+ ms\.$/),
    });
  });

  it('nothing listens', async () => {
    const { baseUrl } = shop;
    await shop.stop();
    expect(await finding('reachable', baseUrl)).toMatchObject({ verdict: 'problem', cause: 'Nothing listens at this port.' });
    shop = await ReplayingShop.start();
  });

  it('a connection that is cut', async () => {
    shop.answer = (_request, response) => response.destroy();
    expect(await finding('reachable')).toMatchObject({ verdict: 'problem', cause: expect.stringContaining('cut on the way') });
  });
});

describe('TLS', () => {
  it('a certificate that nobody vouches for', async () => {
    const port = await portOf(createTlsServer(selfSignedCertificate()));
    const found = await examine(connectionTo(`https://127.0.0.1:${port}`));
    expect(found.get('reachable')).toMatchObject({ verdict: 'good' });
    expect(found.get('certificate')).toMatchObject({ verdict: 'problem', cause: expect.stringContaining('vouches for itself') });
    expect(verdicts(found).problem).toEqual(['certificate']);
  });

  it('a server that does not speak it', async () => {
    const port = await portOf(createServer());
    expect(await finding('certificate', `https://127.0.0.1:${port}`)).toMatchObject({
      verdict: 'problem',
      cause: expect.stringContaining('TLS'),
    });
  });

  it('is not asked for of a plain address', async () => {
    expect(await finding('certificate')).toBeUndefined();
  });
});

describe('redirect target', () => {
  const redirect = (location: string): void => {
    shop.answer = (_request, response) => response.writeHead(301, { Location: location }).end();
  };

  it.each(['/en/', ''])('good: it leads to %j', async (location) => {
    redirect(location);
    expect(await finding('own-address')).toMatchObject({ verdict: 'good' });
  });

  it('another address: told without path and query', async () => {
    redirect('https://www.shop.example/login?session=1');
    expect(await finding('own-address')).toMatchObject({
      verdict: 'notice',
      evidence: 'The start page leads to https://www.shop.example.',
    });
  });
});

describe('clock skew', () => {
  const clock = async (seconds: number): Promise<Finding | undefined> => {
    shop.answerBody('', { Date: new Date(Date.now() + seconds * 1000).toUTCString() });
    return finding('clock');
  };

  it.each([
    [0, 'good'],
    [-120, 'notice'],
    [120, 'notice'],
    [-900, 'problem'],
    [900, 'problem'],
  ])('%i s: %s', async (seconds, verdict) => {
    expect(await clock(seconds)).toMatchObject({ verdict });
  });
});

describe('a check that goes wrong', () => {
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
    const told: Finding[] = [];
    const connection = { ...connectionTo(shop.baseUrl), credentials: new Secret({ key: secret }) };
    const findings = await integrations.examineShop.run(connection, (finding) => told.push(finding));
    integrations.close();
    expect(told).toEqual(findings);
    return findings.slice(-checks.length);
  }

  it('is a problem, with nothing of what it raised', async () => {
    const [found] = await look(check('stray', () => Promise.reject(new TypeError(`cannot use ${secret}`))));
    expect(found).toMatchObject({ name: 'stray', verdict: 'problem', evidence: 'The check itself failed.' });
  });

  it('leaves out what needs it, and what needs that', async () => {
    const findings = await look(
      check('first', () => Promise.reject(new Error('x'))),
      check('second', async () => good('Fine.'), ['first']),
      check('third', async () => good('Fine.'), ['second']),
      check('fourth', async () => good('Fine.')),
    );
    expect(findings.map(({ verdict }) => verdict)).toEqual(['problem', 'left out', 'left out', 'good']);
  });

  it('and says a credential, in whatever case: it is not told', async () => {
    const [found] = await look(check('leak', async () => good(`The key is ${secret}, or ${secret.toLowerCase()}.`)));
    expect(found?.evidence).toBe('The key is [secret], or [secret].');
  });
});

describe('a platform without checks of its own', () => {
  it('is looked at from outside', async () => {
    const found = await examine({ ...connectionTo(shop.baseUrl), driver: 'mailing_platform' });
    expect([...found.keys()]).toEqual(['address', 'name', 'reachable', 'own-address', 'clock']);
  });
});

describe('the order of a list', () => {
  it.each([
    [[], [], true],
    [['1', '2', '3'], ['1', '2', '3'], true],
    [['1', '2', '3'], ['9', '1', '2'], true],
    [['1', '2', '3'], ['2', '1', '3'], false],
    [['1', '2', '3', '4'], ['7', '8', '9', '4'], false],
    [['1'], [], false],
  ])('%j, then %j: the same is %s', (first, again, same) => {
    expect(samePlaces(first, again)).toBe(same);
  });
});
