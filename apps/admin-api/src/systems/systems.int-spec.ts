import { deriveDefaultSyncRules } from '@sync/domain';
import { AdminScene } from '../testing/admin-scene';

const at = '/api/admin/systems';
const values = { slug: 'loyalty-platform', name: 'Loyalty platform', capabilities: ['orders', 'customers'] };

let scene: AdminScene;
beforeAll(async () => (scene = await AdminScene.set()));
afterAll(() => scene.api.stop());

const ask = (method: string, path = '', body?: unknown) =>
  scene.api.ask<{ id: string }>(method, `${at}${path}`, { token: scene.admin.token, body });
const conflict = { status: 409, body: { type: '/problems/conflict' } };

describe('/api/admin/systems', () => {
  it('creates, changes and deletes a direct system, and records each', async () => {
    const { status, body } = await ask('POST', '', values);
    expect([status, body]).toMatchObject([201, { ...values, is_direct: true }]);
    expect(await ask('POST', '', values)).toMatchObject(conflict);
    const changed = await ask('PATCH', `/${body.id}`, { name: 'Loyalty' });
    expect(changed).toMatchObject({ status: 200, body: { ...values, name: 'Loyalty' } });
    expect(await ask('DELETE', `/${body.id}`)).toMatchObject({ status: 204 });
    expect(await ask('GET', `/${body.id}`)).toMatchObject({ status: 404 });
    expect((await scene.audited(scene.admin, body.id)).map(({ action, object_id }) => [action, object_id])).toEqual(
      ['system.create', 'system.change', 'system.delete'].map((action) => [action, body.id]),
    );
  });

  it('lists all systems by slug, page by page, also for a support user without any', async () => {
    const { token } = await scene.support([]);
    const first = await scene.api.get<{ data: { slug: string }[]; next_cursor: string }>(`${at}?limit=3`, token);
    const rest = await scene.api.get<{ data: { slug: string }[] }>(`${at}?limit=3&cursor=${first.body.next_cursor}`, token);
    const slugs = [...first.body.data, ...rest.body.data].map(({ slug }) => slug);
    expect([...slugs].sort()).toEqual(['commerce_a', 'commerce_b', 'mailing_platform', 'user-platform']);
  });

  it('a new capability derives the rules of every tenant of the system again; one that an active rule gives cannot go', async () => {
    const [tenantId, other] = [await scene.tenant(), await scene.tenant()];
    const shopId = scene.systemId('commerce_b');
    await scene.api.query(`update systems set capabilities = '{orders,customers}' where id = $1`, [shopId]);
    for (const id of [tenantId, other]) {
      await scene.connection({ tenantId: id });
      await scene.connection({ tenantId: id, status: 'error' });
      await scene.connection({ tenantId: id, system: 'mailing_platform' });
    }
    expect(await ask('PATCH', `/${shopId}`, { capabilities: ['orders', 'customers', 'products'] })).toMatchObject({ status: 200 });
    const tasks = await scene.api.query<{ payload: { tenantId: string } }>(`select payload from tasks where name = 'derive-sync-rules'`);
    expect(tasks.map(({ payload }) => payload.tenantId).sort()).toEqual([tenantId, other].sort());
    await deriveDefaultSyncRules(scene.api.database.dataSource, tenantId);
    expect(await ask('PATCH', `/${shopId}`, { capabilities: ['orders', 'products'] })).toMatchObject(conflict);
    await scene.api.query('update sync_rules set is_active = false');
    expect(await ask('PATCH', `/${shopId}`, { capabilities: ['orders', 'products'] })).toMatchObject({ status: 200 });
  });

  it('a system with connections stays, and so do those that every installation has', async () => {
    const { body } = await ask('POST', '', { ...values, slug: 'crm' });
    await scene.api.query(
      `insert into system_connections (id, tenant_id, system_id, name, status) values (gen_random_uuid(), $1, $2, 'Own', 'active')`,
      [await scene.tenant(), body.id],
    );
    expect(await ask('DELETE', `/${body.id}`)).toMatchObject(conflict);
    expect(await ask('DELETE', `/${scene.systemId('user-platform')}`)).toMatchObject(conflict);
  });

  it.each([
    [{ ...values, slug: 'Not A Slug' }, '/slug'],
    [{ ...values, slug: undefined }, '/slug'],
    [{ ...values, capabilities: ['orders', 'orders'] }, '/capabilities'],
  ])('%j is 422 at %s', async (body, pointer) => {
    expect((await ask('POST', '', body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });
});
