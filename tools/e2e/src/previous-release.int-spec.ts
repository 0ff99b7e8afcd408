import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DemoShopA } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { initialise, link } from './testing/actors';
import { exchangePatiently, json } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

const root = resolve('.');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 512 * 2 ** 20 });

/** The tag of the newest release; undefined before the first one. */
const [newestTag] = git('tag', '--list', 'v*', '--sort=-version:refname').toString().split('\n').filter(Boolean);

/** Builds the apps of a tag with today's packages. Returns their folder. */
function buildRelease(tag: string, folder: string): string {
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', tag) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['tools/build/build.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'dist/apps');
}

describe('the previous release on this schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
  let service: ServiceUnderTest | undefined;
  let shop: DemoShopA | undefined;

  afterAll(async () => {
    await service?.stop();
    await shop?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  if (newestTag === undefined) {
    it('does not exist before the first tag, so the initial schema may still change', () => {
      expect(git('tag', '--list', 'v*').toString()).toBe('');
    });
    return;
  }

  it(`${newestTag} links a shop, exports it, takes its webhook and serves its records`, async () => {
    service = await ServiceUnderTest.start({ bundles: buildRelease(newestTag, folder) });
    const ingress = await service.startIngress();
    await service.startWorker();
    shop = await DemoShopA.start({ customers: 60, products: 60, orders: 60 });
    const caller = await initialise(service);
    const { connectionId } = await link(service, caller, shop);
    const customers = async () =>
      json<{ data: { first_name: string }[] }>(
        await (service as ServiceUnderTest).ask('GET', '/api/records/customers?limit=1000', { token: caller.token }),
      ).data;
    await until(async () => (await customers()).length === 60);

    const [id] = shop.ids('customers');
    shop.change('customers', id as number, { first_name: 'Changed' });
    const path = `/api/webhooks/${connectionId}`;
    const { headers, body } = shop.webhooks.request({ deliveryUrl: `${ingress.url}${path}` }, 'customer.updated', id as number);
    expect((await exchangePatiently(ingress.url, { method: 'POST', path, headers: Object.entries(headers), body })).status).toBe(200);
    await until(async () => (await customers()).some(({ first_name }) => first_name === 'Changed'));
  });
});
