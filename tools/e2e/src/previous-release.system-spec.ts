import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { createDataSource } from '@sync/identity';
import type { DataSource } from 'typeorm';
import { Random } from './storm/random';
import { Storm } from './storm/storm';
import type { TenantPlan } from './storm/storm-plan';
import { StormyService } from './storm/stormy-service';
import { upgradeUnderLoad } from './storm/upgrade-under-load';
import { initialise, link } from './testing/actors';
import { AdminCalls } from './testing/administrator';
import { deliveryOf, exchange } from './testing/exchange';
import { buildRelease, git, newestTag } from './testing/previous-release';
import { ServiceUnderTest } from './testing/service-under-test';
import { smallestJourney } from './testing/smallest-journey';

const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
/** Before the first release: this build. */
let bundles: string | undefined;

beforeAll(() => {
  if (newestTag !== undefined) bundles = buildRelease(newestTag, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the previous release on this schema', () => {
  let service: ServiceUnderTest | undefined;

  afterAll(async () => {
    await service?.stop();
  });

  if (newestTag === undefined) {
    it('does not exist before the first tag, so the initial schema may still change', () => {
      expect(git('tag', '--list', 'v*').toString()).toBe('');
    });
    return;
  }

  it(`${newestTag} links a shop, exports it, takes its webhook and serves its records`, async () => {
    service = await ServiceUnderTest.start({ bundles });
    await smallestJourney(service);
  });
});

/** Rejects unless the service accepts the webhook. */
async function deliver(shop: DemoShopA, deliveryUrl: string): Promise<void> {
  const [id = 0] = shop.ids('customers');
  const { status, text } = await exchange(deliveryUrl, deliveryOf(shop.webhooks.request({ deliveryUrl }, 'customer.updated', id)));
  if (status !== 200) throw new Error(`A webhook got ${status}: ${text}`);
}

describe('an upgrade from the previous release', () => {
  const busyShop: TenantPlan = {
    name: 'busy shop',
    // Its exports need not end beside others'.
    role: 'attacker',
    shops: 1,
    pageMs: 20,
    sizes: { customers: 60, products: 60, orders: 120 },
    webhooks: { deliveries: 200, overMs: 8_000 },
  };
  let service: StormyService;
  let storm: Storm | null = null;
  let newShop: DemoShopA;
  let dataSource: DataSource;

  beforeAll(async () => {
    newShop = await DemoShopA.start({ customers: 5, products: 5, orders: 5 });
    service = await StormyService.start({ onRedis: false, workers: 1, bundles });
    await service.apps.launch('admin-api', { bundles });
    dataSource = await createDataSource({ url: service.postgresUrl, poolSize: 1, applicationName: 'upgrade' }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await service.stop();
    await storm?.end();
    await newShop.stop();
  });

  it('with new keys, each app side by side with its next version, beside handshakes, exports, webhooks and an administrator: no 5xx, nothing is lost, nothing comes twice', async () => {
    const balanced = ['connection-api', 'admin-api', 'webhook-ingress'] as const;
    const balancers = await Promise.all(balanced.map((app) => service.balance(app)));
    const admin = new AdminCalls((...asked) => service.askApp('admin-api', ...asked), dataSource);
    const administrator = await admin.administrator('ada');
    storm = await Storm.over(service, [busyShop], new Random(1));
    await storm.rage();
    const newestKeyFirst = { ENCRYPTION_KEYS: (service.environment.ENCRYPTION_KEYS ?? '').split(',').reverse().join(',') };
    const { connectionId } = await link(service, await initialise(service), newShop);
    const { exits, acted, wrongs } = await upgradeUnderLoad(service, { settings: newestKeyFirst }, [
      async () => link(service, await initialise(service), newShop),
      () => admin.work(administrator),
      () => deliver(newShop, service.webhookUrl(connectionId)),
    ]);
    await storm.calmDown();
    const verdict = await storm.verdict();
    expect([...wrongs, ...verdict.wrongs, ...verdict.tenants.flatMap((tenant) => tenant.wrongs)]).toEqual([]);
    expect(balancers.flatMap(({ failed }) => failed)).toEqual([]);
    expect(Math.min(...balancers.map(({ shared }) => shared))).toBeGreaterThan(1);
    expect(exits).toEqual(Array(4).fill({ code: 0, signal: null }));
    expect(Math.min(...acted)).toBeGreaterThan(2);
    const keys = await service.rows(
      `select distinct split_part(credentials, '.', 2) as key from system_connections where credentials is not null`,
    );
    expect(keys).toEqual([{ key: 'next' }]);
  }, 300_000);
});
