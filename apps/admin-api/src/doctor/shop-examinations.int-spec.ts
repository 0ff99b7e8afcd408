import { DemoShopB } from '@sync/demo-shops';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdminScene } from '../testing/admin-scene';

interface Examination {
  findings: { name: string; verdict: string; advice: string | null }[];
  is_complete: boolean;
}

let scene: AdminScene;
let shop: DemoShopB;
let silent: Server;
beforeAll(async () => {
  scene = await AdminScene.set();
  shop = await DemoShopB.start({ customers: 1, orders: 1, products: 1 });
  // It responds to nothing but its start page.
  silent = createServer(({ url }, response) => (url === '/' ? response.end('A shop') : undefined)).listen(0, '127.0.0.1');
});
afterAll(async () => {
  await shop.stop();
  silent.closeAllConnections();
  silent.close();
  await scene.api.stop();
});

const examine = (body: object) =>
  scene.api.ask<Examination>('POST', '/api/admin/shop-examinations', {
    token: scene.admin.token,
    body: { system_slug: 'commerce_b', base_url: `${shop.url}/`, credentials: shop.credentials, ...body },
  });
const problems = ({ body }: { body: Examination }) =>
  body.findings.flatMap(({ name, verdict, advice }) => (verdict === 'problem' ? [[name, advice]] : []));

describe('POST /api/admin/shop-examinations', () => {
  it('says what is wrong with an address and credentials, and what to do, without storing or repeating them', async () => {
    const canary = 'canary-of-a-key';
    const before = await scene.api.value('select count(*)::int from doctor_runs');
    expect(problems(await examine({}))).toEqual([]);
    const wrongKey = await examine({ credentials: { api_key: canary } });
    expect(problems(wrongKey)).toEqual([['webservice', expect.stringContaining('compare the key') as unknown]]);
    expect(wrongKey.body.is_complete).toBe(true);
    const nowhere = await examine({ base_url: 'http://10.0.0.1', credentials: { api_key: canary } });
    expect(problems(nowhere)).toEqual([['address', expect.stringContaining('public https address') as unknown]]);
    expect(wrongKey.text + nowhere.text).not.toContain(canary);
    expect(await scene.api.value('select count(*)::int from doctor_runs')).toBe(before);
  });

  it('responds in time with what was found of a shop that hangs', async () => {
    const started = performance.now();
    const { port } = silent.address() as AddressInfo;
    const { status, body } = await examine({ base_url: `http://127.0.0.1:${port}` });
    expect([status, body.is_complete, performance.now() - started < 16_000]).toEqual([200, false, true]);
    expect(body.findings.map(({ name }) => name)).toContain('reachable');
  });

  it('refuses a direct system', async () => {
    const { body } = await examine({ system_slug: 'mailing_platform' });
    expect(body).toMatchObject({ status: 422, errors: [{ pointer: '/system_slug' }] });
  });
});
