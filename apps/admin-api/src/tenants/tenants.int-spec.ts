import { AdminScene } from '../testing/admin-scene';

const at = '/api/admin/tenants';

let scene: AdminScene;
beforeAll(async () => (scene = await AdminScene.set()));
afterAll(() => scene.api.stop());

const ask = (method: string, path = '', body?: unknown) =>
  scene.api.ask<{ id: string }>(method, `${at}${path}`, { token: scene.admin.token, body });

describe('/api/admin/tenants', () => {
  it('creates, renames and deletes a tenant, and records each with what changed', async () => {
    const { status, body } = await ask('POST', '', { name: 'Keen Valley' });
    expect([status, body]).toMatchObject([201, { name: 'Keen Valley' }]);
    expect(await ask('PATCH', `/${body.id}`, { name: 'Keen Valley GmbH' })).toMatchObject({
      status: 200,
      body: { name: 'Keen Valley GmbH' },
    });
    expect(await ask('DELETE', `/${body.id}`)).toMatchObject({ status: 204, text: '' });
    expect((await ask('GET', `/${body.id}`)).status).toBe(404);
    const of = { actor: `administrator:${scene.admin.id}`, object_id: body.id, tenant_id: body.id };
    expect(await scene.audited(scene.admin, body.id)).toMatchObject([
      { ...of, action: 'tenant.create', before: null, after: { name: 'Keen Valley' } },
      { ...of, action: 'tenant.change', before: { name: 'Keen Valley' }, after: { name: 'Keen Valley GmbH' } },
      { ...of, action: 'tenant.delete', before: { name: 'Keen Valley GmbH' }, after: null },
    ]);
  });

  it('shows what a tenant stores and may store, and gives it a quota of its own, which ends the reason of its connections', async () => {
    const id = await scene.tenant();
    const shop = await scene.connection({ tenantId: id, status: 'active' });
    const reason = { code: 'quota_used_up', message: 'The quota is used up.', since: '2026-01-05T11:58:00.000Z' };
    await scene.api.query('update system_connections set status_reason = $2 where id = $1', [shop, JSON.stringify(reason)]);
    await scene.api.query('insert into stored_bytes (tenant_id, slot, bytes) values ($1, 0, 7000000000), ($1, 1, -1000)', [id]);
    const stored = { stored_bytes: 6_999_999_000 };
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ ...stored, allowed_bytes: 5 * 1024 ** 3, max_bytes: null });
    const max_bytes = 20 * 1024 ** 3;
    expect((await ask('PATCH', `/${id}`, { max_bytes })).body).toMatchObject({ ...stored, allowed_bytes: max_bytes, max_bytes });
    expect(await scene.api.value('select status_reason from system_connections where id = $1', [shop])).toBeNull();
    expect((await ask('PATCH', `/${id}`, { max_bytes: null })).body).toMatchObject({ allowed_bytes: 5 * 1024 ** 3, max_bytes: null });
    expect(await scene.audited(scene.admin, id)).toMatchObject([
      { action: 'tenant.change', before: { max_bytes: null }, after: { max_bytes } },
      { action: 'tenant.change', before: { max_bytes }, after: { max_bytes: null } },
    ]);
  });

  it('lists newest first, page by page, and finds a part of a name in any case; a support user finds its accessible ones', async () => {
    const ids = [];
    for (const name of ['North_Bay 1', 'north_bay 2', 'NORTHxBAY 3', 'North_Bay 4']) ids.push(await scene.tenant(name));
    const first = await scene.api.get<{ data: { id: string }[]; next_cursor: string }>(`${at}?search=th_ba&limit=2`, scene.admin.token);
    expect(first.body.data.map(({ id }) => id)).toEqual([ids[3], ids[1]]);
    const rest = await scene.api.get(`${at}?search=th_ba&limit=2&cursor=${first.body.next_cursor}`, scene.admin.token);
    expect(rest.body).toMatchObject({ data: [{ id: ids[0] }], next_cursor: null });
    const support = await scene.support([ids[1]!]);
    expect((await scene.api.get(`${at}?search=north`, support.token)).body).toMatchObject({ data: [{ id: ids[1] }] });
    expect([await scene.api.get(`${at}/${ids[1]}`, support.token), await scene.api.get(`${at}/${ids[0]}`, support.token)]).toMatchObject([
      { status: 200 },
      { status: 404 },
    ]);
  });

  it.each(['active', 'pending', 'error', 'disconnected', 'inactive'])(
    'a tenant with a connection that is %s stays: 409',
    async (status) => {
      const id = await scene.tenant();
      await scene.connection({ tenantId: id, status });
      expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 409, body: { type: '/problems/conflict' } });
      expect((await ask('GET', `/${id}`)).status).toBe(200);
    },
  );

  it('a tenant of which only erased remains are left is deleted with them, once they are erased', async () => {
    const id = await scene.tenant();
    const gone = await scene.connection({ tenantId: id, status: 'disconnected' });
    await scene.api.query('update system_connections set deleted_at = now() where id = $1', [gone]);
    expect((await ask('DELETE', `/${id}`)).status).toBe(409);
    await scene.api.query('update system_connections set erased_at = now() where id = $1', [gone]);
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    expect(await scene.api.query('select from system_connections where id = $1', [gone])).toEqual([]);
  });

  it('many deletions and one new connection at once: the tenant and its connection stay, or both never were', async () => {
    const id = await scene.tenant();
    const creation = { tenant_id: id, system_slug: 'commerce_b' };
    const [created, ...deleted] = await Promise.all([
      scene.api.ask('POST', '/api/admin/connections', { token: scene.admin.token, body: creation }),
      ...Array.from({ length: 5 }, () => ask('DELETE', `/${id}`)),
    ]);
    const statuses = deleted.map(({ status }) => status).sort();
    expect([201, 422]).toContain(created.status);
    expect(statuses).toEqual(created.status === 201 ? Array(5).fill(409) : [204, 404, 404, 404, 404]);
  });

  it('replaces the notification addresses of a tenant, and records how many they are', async () => {
    const id = await scene.tenant();
    const path = `/${id}/notification-addresses`;
    expect((await ask('GET', path)).body).toEqual({ addresses: [], mail_configured: true });
    const addresses = ['Operations@company.example', 'second@company.example'];
    expect(await ask('PUT', path, { addresses })).toMatchObject({ status: 200, body: { addresses, mail_configured: true } });
    expect((await ask('GET', path)).body).toEqual({ addresses, mail_configured: true });
    const entries = await scene.audited(scene.admin, id);
    expect(entries).toMatchObject([
      { action: 'tenant.change_notification_addresses', before: { notification_addresses: 0 }, after: { notification_addresses: 2 } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('company.example');
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    expect(await scene.api.query('select from notification_addresses where tenant_id = $1', [id])).toEqual([]);
  });

  it.each([{}, { name: '' }])('the name %j is 422', async (body) => {
    expect((await ask('POST', '', body)).body).toMatchObject({ status: 422, errors: [{ pointer: '/name' }] });
  });
});
