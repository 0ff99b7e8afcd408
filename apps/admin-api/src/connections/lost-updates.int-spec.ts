import { DemoShopB } from '@sync/demo-shops';
import { AdminScene } from '../testing/admin-scene';

let scene: AdminScene;
let shop: DemoShopB;
let path: string;
beforeAll(async () => {
  scene = await AdminScene.set();
  shop = await DemoShopB.start({ customers: 1, orders: 1, products: 1 });
  const body = {
    tenant_id: await scene.tenant(),
    system_slug: 'commerce_b',
    base_url: shop.url,
    credentials: shop.credentials,
  };
  const { id } = (await scene.api.ask<{ id: string }>('POST', '/api/admin/connections', { token: scene.admin.token, body })).body;
  path = `/api/admin/connections/${id}/configuration`;
});
afterAll(async () => {
  await shop.stop();
  await scene.api.stop();
});

const read = () => scene.api.get<{ configuration: object }>(path, scene.admin.token);
const save = (configuration: object, ifMatch: string) =>
  scene.api.ask('PATCH', path, { token: scene.admin.token, body: { configuration }, headers: { 'if-match': ifMatch } });

it('refuses an administrator whose form shows an earlier state, stores nothing, and audits only what was stored', async () => {
  const seen = (await read()).headers.get('etag') ?? '';
  const first = await save({ frequency: 'hourly' }, seen);
  expect(first.status).toBe(200);
  expect(await save({ frequency: 'weekly' }, seen)).toMatchObject({ status: 412, body: { type: '/problems/precondition-failed' } });
  const { headers, body } = await read();
  expect(body.configuration).toMatchObject({ frequency: 'hourly' });
  expect(headers.get('etag')).toBe(first.headers.get('etag'));
  const audited = await scene.audited(scene.admin);
  expect(audited.filter(({ action }) => action === 'connection.configure')).toMatchObject([
    { after: { configuration: { frequency: 'hourly' } } },
  ]);
});
