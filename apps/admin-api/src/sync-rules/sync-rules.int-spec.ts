import { AdminScene } from '../testing/admin-scene';

const path = '/api/admin/sync-rules';

describe('/api/admin/sync-rules', () => {
  let scene: AdminScene;
  let tenantId: string;
  let [shop, direct] = ['', ''];

  beforeAll(async () => (scene = await AdminScene.set()));
  afterAll(() => scene.api.stop());
  beforeEach(async () => {
    tenantId = await scene.tenant();
    [shop, direct] = [
      await scene.connection({ tenantId }),
      await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null }),
    ];
  });

  const rule = (fields: object = {}) => ({
    tenant_id: tenantId,
    source_connection_id: shop,
    target_connection_id: direct,
    data_domains: ['orders', 'customers'],
    ...fields,
  });
  const create = (body: object) => scene.api.ask<{ id: string }>('POST', path, { token: scene.admin.token, body });

  it('a rule made by hand is created, listed, switched and deleted, with an entry for each change', async () => {
    const created = await create(rule());
    expect(created).toMatchObject({
      status: 201,
      body: {
        ...rule({ data_domains: ['customers', 'orders'] }),
        ...{ is_active: true, is_default: false },
        tenant: { id: tenantId, name: 'Quiet Harbour 4821' },
        source: { id: shop, name: `Shop of ${shop}` },
        target: { id: direct, name: `Shop of ${direct}` },
      },
    });
    const { id } = created.body;
    const { token } = scene.admin;
    expect((await scene.api.get(`${path}?connection_id=${direct}&is_default=false`, token)).body).toEqual({
      data: [created.body],
      next_cursor: null,
    });
    for (const _repeated of [1, 2])
      expect(await scene.api.ask('PATCH', `${path}/${id}`, { token, body: { is_active: false } })).toMatchObject({
        status: 200,
        body: { is_active: false },
      });
    expect((await scene.api.get(`${path}?tenant_id=${tenantId}&is_active=true`, token)).body).toMatchObject({ data: [] });
    const remove = () => scene.api.ask('DELETE', `${path}/${id}`, { token });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    const entries = await scene.audited(scene.admin, id);
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['sync_rule.create', null, expect.objectContaining({ source_connection_id: shop, is_active: true })],
      ['sync_rule.change', { is_active: true }, { is_active: false }],
      ['sync_rule.delete', expect.objectContaining({ target_connection_id: direct, is_active: false }), null],
    ]);
  });

  it('a rule that is made or activated lets the schedule look at the syncs of its source at once', async () => {
    const due = () => scene.api.query('select from scheduled_syncs where system_connection_id = $1 and due_at <= now()', [shop]);
    const later = () => scene.api.query(`update scheduled_syncs set due_at = now() + interval '1 day'`);
    const { id } = (await create(rule())).body;
    expect(await due()).toHaveLength(3);
    await later();
    for (const [is_active, looked] of [
      [false, 0],
      [true, 3],
    ] as const) {
      await scene.api.ask('PATCH', `${path}/${id}`, { token: scene.admin.token, body: { is_active } });
      expect(await due()).toHaveLength(looked);
    }
  });

  it('409 for the same rule again, and for deleting a default rule, which can be deactivated', async () => {
    const copies = await Promise.all(Array.from({ length: 5 }, () => create(rule())));
    expect(copies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const [stored] = await scene.api.query<{ id: string }>(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values (gen_random_uuid(), $1, $2, $3, '{orders}', true, true) returning id`,
      [tenantId, shop, direct],
    );
    const { token } = scene.admin;
    expect((await scene.api.ask('DELETE', `${path}/${stored?.id}`, { token })).status).toBe(409);
    expect((await scene.api.ask('PATCH', `${path}/${stored?.id}`, { token, body: { is_active: false } })).status).toBe(200);
  });

  it('422 unless both connections are of the tenant and the system of the source offers the data', async () => {
    const foreign = await scene.connection({ tenantId: await scene.tenant() });
    await scene.api.query(`update systems set capabilities = '{orders}' where slug = 'mailing_platform'`);
    for (const [fields, pointer] of [
      [{ source_connection_id: foreign }, '/source_connection_id'],
      [{ target_connection_id: foreign }, '/target_connection_id'],
      [{ target_connection_id: shop }, '/target_connection_id'],
      [{ source_connection_id: direct, target_connection_id: shop }, '/data_domains/1'],
      [{ data_domains: [] }, '/data_domains'],
      [{ data_domains: ['invoices'] }, '/data_domains/0'],
    ] as const)
      expect((await create(rule(fields))).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('support users read rules whose connections they see in full', async () => {
    const { id } = (await create(rule())).body;
    const [full, part] = [await scene.support([tenantId], 'commerce_b', 'mailing_platform'), await scene.support([tenantId], 'commerce_b')];
    for (const [{ token }, data, status] of [
      [full, [{ id }], 200],
      [part, [], 404],
    ] as const) {
      expect((await scene.api.get(path, token)).body).toMatchObject({ data, next_cursor: null });
      expect((await scene.api.get(`${path}/${id}`, token)).status).toBe(status);
    }
  });
});
