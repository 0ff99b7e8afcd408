import { deriveDefaultSyncRules } from '@sync/domain';
import { hashToken } from '@sync/identity';
import { AdminScene } from '../testing/admin-scene';

interface Created {
  id: string;
  access_token: string;
}

const at = '/api/admin/connections';

let scene: AdminScene;
let tenantId: string;
beforeAll(async () => (scene = await AdminScene.set()));
beforeEach(async () => (tenantId = await scene.tenant()));
afterAll(() => scene.api.stop());

const create = (system_slug = 'mailing_platform') =>
  scene.api.ask<Created>('POST', at, { token: scene.admin.token, body: { tenant_id: tenantId, system_slug } });
const shown = async (id: string) =>
  (await scene.api.get<{ sync_obstacle: string | null; capabilities: string[] }>(`${at}/${id}`, scene.admin.token)).body;
const hasTarget = async () =>
  (await scene.api.get<{ has_target: boolean }>(`/api/admin/tenants/${tenantId}`, scene.admin.token)).body.has_target;
const derivations = () =>
  scene.api.query<{ payload: { tenantId: string; thenSync: string | null } }>(
    `select payload from tasks where name = 'derive-sync-rules' and payload ->> 'tenantId' = $1 order by id`,
    [tenantId],
  );

describe('POST /api/admin/connections with a direct system', () => {
  it('connects the tenant at once, without credentials, and shows the first access token only this once', async () => {
    const { status, body } = await create();
    expect([status, body]).toMatchObject([
      201,
      { tenant: { id: tenantId }, system: { slug: 'mailing_platform' }, status: 'active', connection_token: null, expires_at: null },
    ]);
    expect(body.access_token).toMatch(/^sca_[A-Za-z0-9_-]{43}$/);
    expect(
      await scene.api.query('select name, token_hash, expires_at from access_tokens where system_connection_id = $1', [body.id]),
    ).toEqual([{ name: 'direct-initialisation', token_hash: hashToken(body.access_token), expires_at: null }]);
    const later = await scene.api.get(`${at}/${body.id}`, scene.admin.token);
    expect(later.text).not.toContain('access_token');
    const [entry] = await scene.api.query<{ action: string; address: string }>('select * from audit_log where object_id = $1', [body.id]);
    expect(entry).toMatchObject({ action: 'connection.create', tenant_id: tenantId, after: { status: 'active' }, address: '127.0.0.1' });
    expect(JSON.stringify(entry)).not.toContain(body.access_token);
    expect(await derivations()).toEqual([{ payload: { tenantId, thenSync: null } }]);
  });

  it('lets a shop that was linked before sync: until then the shop and the refused sync say what is missing', async () => {
    const shop = await scene.connection({ tenantId });
    const sync = () => scene.api.ask('POST', `${at}/${shop}/syncs`, { token: scene.admin.token });
    expect(await sync()).toMatchObject({
      status: 422,
      body: {
        errors: [{ pointer: '/capabilities', code: 'no_target', detail: expect.stringContaining('Connect a product first') as unknown }],
      },
    });
    expect([await shown(shop), await hasTarget()]).toMatchObject([{ sync_obstacle: 'no_target' }, false]);

    expect((await create()).status).toBe(201);
    expect(await derivations()).toEqual([{ payload: { tenantId, thenSync: shop } }]);
    expect([await shown(shop), await hasTarget()]).toMatchObject([{ sync_obstacle: 'no_rule' }, true]);
    await deriveDefaultSyncRules(scene.api.database.dataSource, tenantId);
    expect(await shown(shop)).toMatchObject({ sync_obstacle: null, capabilities: ['customers', 'orders', 'products'] });
    expect((await sync()).status).toBe(202);
  });

  it('is 409 while the tenant has a connection to this system, also when five ask at once; another system is no second one', async () => {
    const created = await Promise.all([create(), create(), create(), create(), create()]);
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await create('user-platform')).status).toBe(201);
    await scene.api.query(`update system_connections set status = 'inactive' where tenant_id = $1`, [tenantId]);
    expect((await create()).status).toBe(201);
  });
});
