import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NameServer } from '@sync/demo-shops';
import { CircuitOpenException, RequestNotSentException } from '@sync/integration-contract';
import { refuses } from '../../breaker/testing/breaker-calls';
import { IntegrationRegistry } from '../../integration-registry';
import { connectionTo, exportOf, failureOf } from '../../testing/connections';
import { ReplayingShop } from '../../testing/replaying-shop';
import { ShopNames, type ShopNamesSettings } from './shop-names';

let server: NameServer;
let folder: string;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  server = await NameServer.start();
  folder = await mkdtemp(join(tmpdir(), 'names-'));
});

afterEach(async () => {
  for (const closable of opened.splice(0)) closable.close();
  server.stop();
  await rm(folder, { recursive: true });
});

function names(settings: ShopNamesSettings = {}): ShopNames {
  const created = new ShopNames({ nameServers: [server.address], hostsPath: join(folder, 'hosts'), ...settings });
  opened.push(created);
  return created;
}

const addressesOf = async (shopNames: ShopNames, name: string) => (await shopNames.resolve(name)).map(({ address }) => address);

async function asked(name: string): Promise<void> {
  while (server.timesAsked(name) === 0) await new Promise(setImmediate);
}

describe('the addresses of a name', () => {
  it('are those of both families, and of the hosts file or the text itself without a question', async () => {
    await writeFile(join(folder, 'hosts'), '# ours\n10.0.0.7 Shop-A shop-a.internal # old\n::7 shop-a\nnonsense shop-b\n');
    server.entries.set('shop.example', { addresses: ['192.0.2.1', '2001:db8::1', '192.0.2.2'] });
    const shopNames = names();
    expect(await shopNames.resolve('Shop.example.')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await addressesOf(shopNames, 'shop-a')).toEqual(['10.0.0.7', '::7']);
    expect(await addressesOf(shopNames, 'localhost')).toEqual(['127.0.0.1', '::1']);
    expect(await addressesOf(shopNames, '192.0.2.9')).toEqual(['192.0.2.9']);
    expect(await addressesOf(shopNames, '2001:db8::9')).toEqual(['2001:db8::9']);
    expect(new Set(server.questions)).toEqual(new Set(['shop.example A', 'shop.example AAAA']));
  });

  it('do not wait long for a family that gets no response', async () => {
    server.entries.set('shop.example', { addresses: ['192.0.2.1'], silentFor: 'AAAA' });
    expect(await addressesOf(names({ lookupTimeoutMs: 60_000, otherFamilyMs: 10 }), 'shop.example')).toEqual(['192.0.2.1']);
  });

  it.each([
    ['does not exist', 'unknown', 'NoSuchName', 'ENOTFOUND'],
    ['has no address', { addresses: [] }, 'NoSuchName', 'ENOTFOUND'],
    ['has a broken server', 'broken', 'NameLookupFailed', 'ESERVFAIL'],
    ['has a silent server', null, 'NameLookupFailed', 'ETIMEOUT'],
  ] as const)('fail if the name %s', async (_what, entry, name, code) => {
    server.entries.set('shop.example', entry);
    expect(await failureOf(names({ lookupTimeoutMs: 300 }).resolve('shop.example'))).toMatchObject({ name, code });
  });

  it('are remembered for their TTL within bounds, unknown names shortly, failures not at all', async () => {
    const shopNames = names({ lookupTimeoutMs: 300 });
    const timesAsked = async (name: string, laterMs: number) => {
      const now = performance.now();
      const clock = jest.spyOn(performance, 'now');
      try {
        for (const offset of [0, laterMs]) {
          clock.mockReturnValue(now + offset);
          await shopNames.resolve(name).catch(() => undefined);
        }
        return server.timesAsked(name);
      } finally {
        clock.mockRestore();
      }
    };
    for (const [name, ttl] of [
      ['none', 0],
      ['minute', 60],
      ['year', 31_536_000],
    ] as const)
      server.entries.set(`${name}.example`, { addresses: ['192.0.2.1'], ttl });
    server.entries.set('unknown.example', 'unknown');
    server.entries.set('broken.example', 'broken');
    expect([await timesAsked('none.example', 4_000), await timesAsked('none.example', 9_000)]).toEqual([1, 2]);
    expect(await timesAsked('minute.example', 55_000)).toBe(1);
    expect(await timesAsked('year.example', 310_000)).toBe(2);
    expect(await timesAsked('unknown.example', 4_000)).toBe(1);
    const before = server.timesAsked('broken.example');
    expect(await timesAsked('broken.example', 0)).toBeGreaterThan(before + 1);
  });
});

describe('slow name servers', () => {
  it('hold up neither another tenant, nor the thread pool, nor more than half of what unclaimed connections may use', async () => {
    server.entries.set('healthy.example', { addresses: ['192.0.2.1'] });
    const shopNames = names({ lookupTimeoutMs: 60_000, maxLookups: 20, maxLookupsPerTenant: 8 });
    const slow = [null, 'tenant-1'].flatMap((tenantId) =>
      Array.from({ length: 40 }, (_, index) => failureOf(shopNames.resolve(`slow-${index}-${tenantId}.example`, { tenantId }))),
    );
    const questions = () => new Set(server.questions.filter((question) => question.startsWith('slow'))).size;
    while (questions() < 2 * (10 + 8)) await new Promise(setImmediate);
    expect(await shopNames.resolve('healthy.example', { tenantId: 'tenant-2' })).toHaveLength(1);
    await readdir(folder);
    expect(questions()).toBe(2 * (10 + 8));
    shopNames.close();
    expect(new Set((await Promise.all(slow)).map((error) => (error as { code: string }).code))).toEqual(new Set(['ECANCELLED']));
  });

  it('release the slot of a lookup once all its callers have aborted, and one lookup serves all callers of a name', async () => {
    server.entries.set('next.example', { addresses: ['192.0.2.1'] });
    const shopNames = names({ lookupTimeoutMs: 60_000, maxLookupsPerTenant: 1 });
    const [one, two] = [new AbortController(), new AbortController()];
    const slow = [one, two].map(({ signal }) => failureOf(shopNames.resolve('slow.example', { tenantId: 'a', signal })));
    await asked('slow.example');
    const next = [1, 2, 3].map(() => shopNames.resolve('next.example', { tenantId: 'a' }));
    one.abort();
    expect(server.timesAsked('next.example')).toBe(0);
    two.abort();
    expect(await Promise.all(next)).toHaveLength(3);
    expect(server.timesAsked('next.example')).toBe(1);
    expect(await Promise.all(slow)).toMatchObject([{ code: 'ECANCELLED' }, { code: 'ECANCELLED' }]);
  });
});

describe('the circuit breaker', () => {
  it('stays closed if name servers are slow or broken, and opens for a shop whose name does not exist', async () => {
    const registry = new IntegrationRegistry({ nameServers: [server.address], connectTimeoutMs: 1_000 });
    opened.push(registry);
    const shopNamed = (name: string) => connectionTo(`https://${name}`, undefined, name);
    server.entries.set('broken.example', 'broken');
    server.entries.set('unknown.example', 'unknown');
    const integration = registry.byDriver('commerce_a');
    const probe = (name: string) => failureOf(integration.probeBulkExport(shopNamed(name), exportOf('orders')));
    for (const [name, code] of [
      ['slow.example', 'ETIMEOUT'],
      ['broken.example', 'ESERVFAIL'],
    ] as const) {
      const failures = await Promise.all(Array.from({ length: 10 }, () => probe(name)));
      for (const failure of failures) {
        expect(failure).toBeInstanceOf(RequestNotSentException);
        expect((failure as Error).message).toBe(
          `The request for orders page 1 was not sent: the name of the shop could not be looked up (${code}).`,
        );
      }
      expect(await refuses(registry.breakers, name)).toBe(false);
    }
    for (let time = 0; time < 5; time += 1) await probe('unknown.example');
    expect(await probe('unknown.example')).toBeInstanceOf(CircuitOpenException);
  });

  it('does not count requests that found no free connection to the shop', async () => {
    const shop = await ReplayingShop.start();
    shop.respond = () => undefined;
    const registry = new IntegrationRegistry({
      storeHostAllowlist: ['127.0.0.1'],
      maxSocketsPerHost: 4,
      commerceA: { pageDeadlineMs: 300 },
      breaker: { volumeThreshold: 1_000 },
    });
    opened.push(registry);
    const probes = Array.from({ length: 10 }, () =>
      failureOf(registry.byDriver('commerce_a').probeBulkExport(connectionTo(shop.baseUrl), exportOf('orders'))),
    );
    const failures = await Promise.all(probes);
    expect(failures.filter((failure) => failure instanceof RequestNotSentException)).toHaveLength(6);
    await shop.stop();
  });
});
