import { deriveDefaultSyncRules } from '@sync/domain';
import { DemoShopB } from '@sync/demo-shops';
import type { Actor } from '../testing/admin-api-under-test';
import { AdminScene } from '../testing/admin-scene';

const reason = 'The company closed this shop.';

let scene: AdminScene;
let shop: DemoShopB;
let tenantId: string;
let support: Actor;
let id: string;
beforeAll(async () => {
  scene = await AdminScene.set();
  shop = await DemoShopB.start({ customers: 1, orders: 1, products: 1 });
});
beforeEach(async () => {
  tenantId = await scene.tenant();
  support = await scene.support([tenantId], 'commerce_b');
  const body = { tenant_id: tenantId, system_slug: 'commerce_b', base_url: shop.url, credentials: shop.credentials };
  ({ id } = (await scene.api.ask<{ id: string }>('POST', '/api/admin/connections', { token: scene.admin.token, body })).body);
});
afterAll(async () => {
  await shop.stop();
  await scene.api.stop();
});

const ask = (method: string, path: string, { body, as = scene.admin }: { body?: unknown; as?: Actor } = {}) =>
  scene.api.ask<{ data: { id: string }[] }>(method, `/api/admin/connections/${id}${path}`, { token: as.token, body });
const become = (status: string) =>
  scene.api.query(
    `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
    [id, status],
  );
const lastMove = async () =>
  (
    await scene.api.query('select to_status, actor from connection_transitions where system_connection_id = $1 order by id desc limit 1', [
      id,
    ])
  )[0];
const row = async () => (await scene.api.query('select * from system_connections where id = $1', [id]))[0];

describe('a user who sees all of a connection', () => {
  it('disconnects and reconnects it; timeline and audit log name the user', async () => {
    expect(await ask('POST', '/disconnect', { as: support })).toMatchObject({
      status: 200,
      body: { status: 'disconnected', tenant: { id: tenantId } },
    });
    expect(await lastMove()).toEqual({ to_status: 'disconnected', actor: `administrator:${support.id}` });
    expect(await ask('POST', '/reconnect', { as: support })).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await scene.audited(support)).toMatchObject([
      {
        action: 'connection.disconnect',
        object_id: id,
        tenant_id: tenantId,
        before: { status: 'active' },
        after: { status: 'disconnected' },
      },
      { action: 'connection.reconnect', before: { status: 'disconnected' }, after: { status: 'active' } },
    ]);
    expect((await ask('GET', '/timeline', { as: support })).body.data).toMatchObject([
      { to_status: 'active', actor: `administrator:${support.id}`, actor_name: expect.any(String), actor_role: 'support' },
      { to_status: 'disconnected' },
      { from_status: 'pending' },
      { from_status: null },
    ]);
    const log = await scene.api.get<{ data: object[] }>(`/api/admin/audit-log?object_id=${id}&limit=1`, scene.admin.token);
    const name = `Commerce B, ${new URL(shop.url).host}`;
    expect(log.body.data).toMatchObject([
      { actor_role: 'support', object_name: name, connection: { id, name }, tenant_id: tenantId, tenant_name: expect.any(String) },
    ]);
  });

  it('syncs it, and asking again gets the open runs', async () => {
    await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null });
    await deriveDefaultSyncRules(scene.api.database.dataSource, tenantId);
    const first = await ask('POST', '/syncs', { as: support, body: { capabilities: ['orders'] } });
    expect(first).toMatchObject({ status: 202, body: { data: [{ capability: 'orders', status: 'queued' }] } });
    expect((await ask('POST', '/syncs', { as: support, body: { capabilities: ['orders'] } })).body).toEqual(first.body);
    expect((await scene.audited(support))[0]).toMatchObject({
      action: 'connection.sync',
      after: { capabilities: ['orders'], mode: 'delta' },
    });
    await become('disconnected');
    expect((await ask('POST', '/syncs', { as: support })).status).toBe(409);
  });

  it('reads and saves its settings', async () => {
    expect((await ask('GET', '/configuration', { as: support })).body).toMatchObject({ configuration: { frequency: 'daily' } });
    const body = { configuration: { frequency: 'hourly' } };
    const inCapitals = `/api/admin/connections/${id.toUpperCase()}/configuration`;
    expect(await scene.api.ask('PATCH', inCapitals, { token: support.token, body })).toMatchObject({
      status: 200,
      body: { configuration: { frequency: 'hourly' } },
    });
    expect(await scene.audited(support)).toMatchObject([
      {
        action: 'connection.configure',
        object_id: id,
        before: { configuration: { frequency: 'daily' } },
        after: { configuration: { frequency: 'hourly' } },
      },
    ]);
    expect((await ask('PATCH', '/configuration', { as: support, body: { configuration: { frequency: 'never' } } })).status).toBe(422);
  });
});

describe('a super administrator', () => {
  it('replaces credentials that the shop confirms; wrong ones change nothing', async () => {
    const before = await row();
    expect((await ask('PUT', '/credentials', { body: { credentials: { api_key: 'WRONG' } } })).body).toMatchObject({
      type: '/problems/verification-failed',
    });
    expect(await row()).toEqual(before);
    const renewed = await ask('PUT', '/credentials', { body: { credentials: shop.credentials } });
    expect(renewed).toMatchObject({ status: 200, body: { id, status: 'active' } });
    expect((await row())!['credentials']).not.toBe(before!['credentials']);
    const entries = await scene.audited(scene.admin, id);
    expect(entries.at(-1)).toMatchObject({ action: 'connection.renew_credentials' });
    expect(JSON.stringify([renewed.text, entries])).not.toContain(shop.credentials.api_key);
  });

  it.each(['active', 'pending', 'error', 'disconnected', 'inactive'])(
    'uninstalls a connection that is %s with a reason: nothing of it is left',
    async (status) => {
      await become(status);
      expect((await ask('POST', '/uninstall', { body: {} })).body).toMatchObject({ status: 422, errors: [{ pointer: '/reason' }] });
      expect(await ask('POST', '/uninstall', { body: { reason } })).toMatchObject({ status: 204, text: '' });
      expect(await row()).toBeUndefined();
      expect((await scene.audited(scene.admin, id)).at(-1)).toMatchObject({
        action: 'connection.uninstall',
        tenant_id: tenantId,
        reason,
        before: { status },
        after: { status: 'uninstalled' },
      });
      expect((await ask('POST', '/uninstall', { body: { reason } })).status).toBe(404);
    },
  );

  it('erases a retired connection with its records, and no other', async () => {
    const erase = () => ask('POST', '/erase', { body: { reason } });
    for (const status of ['active', 'pending', 'error', 'disconnected']) {
      await become(status);
      expect(await erase()).toMatchObject({
        status: 409,
        body: { detail: `Only a retired connection can be erased; this one is ${status}.` },
      });
    }
    await become('inactive');
    await scene.api.query(
      `insert into customers (shop_id, id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email)
       values ($1, gen_random_uuid(), gen_random_uuid(), 0, '1', 'commerce_b', '2026', '2026', '[]', '[]', 'a@example.com')`,
      [id],
    );
    const results = await Promise.all(Array.from({ length: 4 }, erase));
    expect(results.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await row()).toBeUndefined();
    expect(await scene.api.query('select from customers where shop_id = $1', [id])).toEqual([]);
    expect((await scene.audited(scene.admin, id)).filter(({ action }) => action === 'connection.erase')).toMatchObject([{ reason }]);
  });

  it('leaves no entry in the audit log for a change that is refused', async () => {
    const before = await scene.audited(scene.admin, id);
    expect((await ask('POST', '/reconnect')).status).toBe(409);
    await become('inactive');
    expect((await ask('POST', '/disconnect')).status).toBe(409);
    expect(await scene.audited(scene.admin, id)).toEqual(before);
  });
});
