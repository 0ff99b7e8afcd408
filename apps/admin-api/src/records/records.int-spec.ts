import { AdminScene } from '../testing/admin-scene';

describe('/api/admin/connections/{id}/records', () => {
  let scene: AdminScene;
  let tenantId: string;
  let shop: string;

  beforeAll(async () => {
    scene = await AdminScene.set();
    tenantId = await scene.tenant();
    shop = await scene.connection({ tenantId });
    const direct = await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null });
    await scene.api.query(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values (gen_random_uuid(), $1, $2, $3, '{orders,customers}', true, true)`,
      [tenantId, shop, direct],
    );
    await scene.api.query(
      `insert into customers (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email, deleted_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 1, n::text, 'commerce_b', '', '', '[]', '[]', 'erika@example.test', case when n = 3 then now() end
       from generate_series(1, 3) n`,
      [shop],
    );
  });
  afterAll(() => scene.api.stop());

  const path = (connection = shop) => `/api/admin/connections/${connection}/records`;
  const refetch = (address: string, token = scene.admin.token) =>
    scene.api.ask<{ task_id: string }>('POST', `${address}/refetch`, { token });

  it('are counted by kind and looked up by their id at the shop, deleted ones too', async () => {
    const { token } = scene.admin;
    expect((await scene.api.get(path(), token)).body).toEqual({
      data: [
        { kind: 'customers', count: 2, is_limited: false },
        { kind: 'products', count: 0, is_limited: false },
        { kind: 'orders', count: 0, is_limited: false },
      ],
    });
    expect(await scene.api.get(`${path()}/customers/1`, token)).toMatchObject({
      status: 200,
      body: { source_id: '1', email: 'erika@example.test', system_connection_id: shop, deleted_at: null },
    });
    expect((await scene.api.get(`${path()}/customers/3`, token)).body).toMatchObject({ deleted_at: expect.any(String) as string });
    for (const address of ['customers/4', 'orders/1', 'invoices/1', 'customers/%00'])
      expect((await scene.api.get(`${path()}/${address}`, token)).status).toBe(404);
  });

  it('one is read from the shop again by a task, with an entry', async () => {
    const response = await refetch(`${path()}/orders/A%2F7`);
    expect(response.status).toBe(202);
    expect(await scene.api.query('select name, payload, system_connection_id from tasks where id = $1', [response.body.task_id])).toEqual([
      {
        name: 'refetch-records',
        payload: { systemConnectionId: shop, capability: 'orders', sourceIds: ['A/7'] },
        system_connection_id: shop,
      },
    ]);
    const entry = { action: 'connection.refetch_record', tenant_id: tenantId, after: { kind: 'orders', source_id: 'A/7' } };
    expect(await scene.audited(scene.admin, shop)).toMatchObject([entry]);
    const watched = `/api/admin/connections/${shop}/refetches/${response.body.task_id}`;
    const watch = async () => (await scene.api.get(watched, scene.admin.token)).body;
    expect(await watch()).toEqual({ task_id: response.body.task_id, status: 'pending', error: null });
    await scene.api.query(`update tasks set state = 'failed', last_error = 'The shop does not respond.'`);
    expect(await watch()).toMatchObject({ status: 'failed', error: 'The shop does not respond.' });
    const elsewhere = watched.replace(shop, await scene.connection({ tenantId }));
    expect((await scene.api.get(elsewhere, scene.admin.token)).status).toBe(404);
    expect((await refetch(`${path()}/products/7`)).status).toBe(422);
    const ended = await scene.connection({ tenantId, status: 'disconnected' });
    expect((await refetch(`${path(ended)}/orders/7`)).status).toBe(409);
  });
});
