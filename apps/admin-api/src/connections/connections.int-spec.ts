import { AdminScene } from '../testing/admin-scene';

interface Listed {
  data: { id: string }[];
  next_cursor: string | null;
}

const at = '/api/admin/connections';
const statusOnly = ['created_at', 'disconnected_at', 'grace_deadline', 'id', 'name', 'status', 'system', 'tenant'];

let scene: AdminScene;
beforeAll(async () => (scene = await AdminScene.set()));
afterAll(() => scene.api.stop());

const get = <T = Listed>(query: string, token = scene.admin.token) => scene.api.get<T>(`${at}${query}`, token);
const idsOf = async (query: string, token?: string) => (await get(query, token)).body.data.map(({ id }) => id);

describe('GET /api/admin/connections', () => {
  it('shows a super administrator all of every connection, also of an unclaimed one and of one without a system', async () => {
    const tenantId = await scene.tenant('Amber Bay');
    const owned = await scene.connection({ tenantId, status: 'disconnected' });
    const unclaimed = await scene.connection({ status: 'pending' });
    const awaited = await scene.connection({ tenantId, system: null, baseUrl: null, status: 'pending' });
    const { body } = await get<{ data: object[] }>('?limit=3');
    expect(body.data).toMatchObject([
      { id: awaited, tenant: { id: tenantId, name: 'Amber Bay' }, system: null, base_url: null },
      { id: unclaimed, tenant: null, tenant_id: null, system: { slug: 'commerce_b' } },
      {
        id: owned,
        tenant: { id: tenantId },
        base_url: `https://shop-${owned}.example`,
        meta: {},
        capabilities: [],
        status: 'disconnected',
      },
    ]);
    for (const id of [owned, unclaimed, awaited])
      expect((await get(`/${id}`)).body).toEqual(body.data.find((one) => (one as { id: string }).id === id));
  });

  it('shows a support user the status of accessible tenants, all of supported systems there, and nothing else', async () => {
    const [tenantId, foreign] = [await scene.tenant(), await scene.tenant()];
    const shown = await scene.connection({ tenantId });
    const status = await scene.connection({ tenantId, system: 'commerce_a', status: 'disconnected' });
    const direct = await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null });
    const hidden = [
      await scene.connection({ tenantId: foreign }),
      await scene.connection({}),
      await scene.connection({ tenantId, system: null }),
    ];
    const { token } = await scene.support([tenantId], 'commerce_b');
    const { body } = await get<{ data: Record<string, unknown>[] }>('', token);
    expect(body.data.map(({ id }) => id)).toEqual([direct, status, shown]);
    expect(body.data[2]).toMatchObject({ id: shown, tenant: { id: tenantId }, base_url: `https://shop-${shown}.example` });
    const tenant = { id: tenantId, name: 'Quiet Harbour 4821' };
    const system = { slug: 'commerce_a', name: 'Commerce A' };
    expect(body.data[1]).toMatchObject({
      id: status,
      tenant,
      system,
      name: 'Commerce A',
      status: 'disconnected',
      grace_deadline: expect.any(String) as unknown,
    });
    for (const one of body.data.slice(0, 2)) {
      expect(Object.keys(one).sort()).toEqual(statusOnly);
      expect((await get(`/${String(one['id'])}`, token)).body).toEqual(one);
    }
    for (const id of hidden) expect((await get(`/${id}`, token)).status).toBe(404);
  });

  it('two connections that differ in what is secret only look alike to a support user, byte for byte, in every list and search', async () => {
    const tenantId = await scene.tenant('Twin Ridge');
    const { token } = await scene.support([tenantId], 'commerce_b');
    const id = await scene.connection({ tenantId, system: 'commerce_a', account: 'one' });
    const requests = [
      '',
      `/${id}`,
      '?search=twin',
      '?search=one',
      '?search=https',
      '?search=other',
      '?system=commerce_a',
      '?status=active',
      `?tenant_id=${tenantId}`,
      '/count?search=other',
      '?sort=name',
      '?sort=-last_synced_at',
    ];
    const more = [`/${id}/timeline`, `/${id}/configuration`, `/${id}/preview-tokens`];
    const texts = () => Promise.all([...requests, ...more].map(async (query) => (await scene.api.get(`${at}${query}`, token)).text));
    const before = await texts();
    await scene.api.query(
      `update system_connections set name = 'Other', base_url = 'https://other.example', store_base = 'https://other.example', external_user_id = 'other',
         meta = '{"a":1}', configuration = '{"frequency":"weekly"}', last_connected_at = now(), updated_at = now(),
         status_reason = '{"code":"x","message":"y","since":"z"}' where id = $1`,
      [id],
    );
    await scene.api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status) values (gen_random_uuid(), $1, 'orders', 'full', 'running')`,
      [id],
    );
    expect(await texts()).toEqual(before);
    expect(await idsOf('?search=other.example')).toEqual([id]);
  });

  it('pages newest first through filters and searches, which need three characters', async () => {
    const tenantId = await scene.tenant('Coral 100%');
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.unshift(await scene.connection({ tenantId, status: number % 2 ? 'error' : 'active' }));
    const first = await get(`?search=ral 100%25&limit=2`);
    const second = await get(`?search=ral 100%25&limit=3&cursor=${first.body.next_cursor!}`);
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(ids);
    expect(second.body.next_cursor).toBeNull();
    expect(await idsOf(`?tenant_id=${tenantId}&status=error&system=commerce_b`)).toEqual([ids[1], ids[3]]);
    expect((await get('?search=ab')).body).toMatchObject({ status: 422, errors: [{ pointer: '/search' }] });
  });

  it('of shops leaves out direct systems and handshakes whose token has expired, sorts page by page, and says how many there are', async () => {
    const [zebra, apple] = [await scene.tenant('Zebra Lake'), await scene.tenant('Apple Lake')];
    const [older, newer, other] = [
      await scene.connection({ tenantId: zebra }),
      await scene.connection({ tenantId: zebra, status: 'error' }),
      await scene.connection({ tenantId: apple }),
    ];
    const product = await scene.connection({ tenantId: apple, system: 'mailing_platform', baseUrl: null });
    const awaited = await scene.connection({ tenantId: apple, system: null, baseUrl: null, status: 'pending' });
    const abandoned = await scene.connection({ tenantId: apple, system: null, baseUrl: null, status: 'pending' });
    await scene.api.query(
      `insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
       select id, id, sha256(id::text::bytea), now() + hours * interval '1 hour' from unnest($1::uuid[], array[1, -1]) as token (id, hours)`,
      [[awaited, abandoned]],
    );
    expect((await idsOf('?kind=shops')).slice(0, 4)).toEqual([awaited, other, newer, older]);
    const ofBoth = 'search=lake';
    expect(await idsOf(`?${ofBoth}&kind=products`)).toEqual([product]);
    expect(await idsOf(`?${ofBoth}&kind=shops&sort=tenant`)).toEqual([other, awaited, older, newer]);
    const first = await get(`?${ofBoth}&kind=shops&sort=-status&limit=1`);
    expect(first.body.data).toMatchObject([{ id: awaited }]);
    expect(await idsOf(`?${ofBoth}&kind=shops&sort=-status&cursor=${first.body.next_cursor!}`)).toEqual([newer, other, older]);
    const { token } = await scene.support([apple], 'commerce_b');
    const counts = [get(`/count?${ofBoth}&kind=shops`), get(`/count?${ofBoth}`), get(`/count?${ofBoth}`, token)] as const;
    expect((await Promise.all(counts)).map(({ body }) => body)).toEqual([4, 6, 2].map((count) => ({ count, has_more: false })));
    expect((await get('?sort=secret')).status).toBe(422);
  });
});

describe('PATCH /api/admin/connections/{id}', () => {
  it('changes name and meta, keeps what is absent, and records what changed', async () => {
    const tenantId = await scene.tenant();
    const id = await scene.connection({ tenantId });
    const edit = (body: unknown) => scene.api.ask('PATCH', `${at}/${id}`, { token: scene.admin.token, body });
    expect(await edit({ name: 'Tea shop' })).toMatchObject({ status: 200, body: { name: 'Tea shop', meta: {} } });
    expect(await edit({ meta: { toString: 'kept' }, status: 'inactive' })).toMatchObject({
      status: 200,
      body: { name: 'Tea shop', meta: { toString: 'kept' }, status: 'active' },
    });
    expect((await edit({})).status).toBe(200);
    expect(await scene.audited(scene.admin, id)).toMatchObject([
      { action: 'connection.change', tenant_id: tenantId, before: { name: `Shop of ${id}` }, after: { name: 'Tea shop' } },
      { action: 'connection.change', before: { meta: {} }, after: { meta: { toString: 'kept' } } },
    ]);
    for (const wrong of [{ name: null }, { name: '' }, { meta: null }, { meta: { a: 'x'.repeat(20_000) } }])
      expect((await edit(wrong)).status).toBe(422);
  });
});
