import { DemoShopB } from '@sync/demo-shops';
import { AdminScene } from '../testing/admin-scene';

interface Created {
  id: string;
  status: string;
  connection_token: string | null;
}

const at = '/api/admin/connections';
const unknown = '01960000-0000-7000-8000-00000000beef';

let scene: AdminScene;
let shop: DemoShopB;
let tenantId: string;
beforeAll(async () => {
  scene = await AdminScene.set();
  shop = await DemoShopB.start({ customers: 1, orders: 1, products: 1 });
});
beforeEach(async () => (tenantId = await scene.tenant()));
afterAll(async () => {
  await shop.stop();
  await scene.api.stop();
});

const create = (body: object) =>
  scene.api.ask<Created>('POST', at, { token: scene.admin.token, body: { tenant_id: tenantId, system_slug: 'commerce_b', ...body } });
const link = (body: object = {}) => create({ base_url: `${shop.url}/`, credentials: shop.credentials, ...body });
const moves = (id: string) =>
  scene.api.query('select to_status, reason, actor from connection_transitions where system_connection_id = $1 order by id', [id]);
const connections = () => scene.api.value('select count(*)::int from system_connections where tenant_id = $1', [tenantId]);

describe('POST /api/admin/connections', () => {
  it('without an address: a pending connection that only a plugin of the chosen system finalises, with a token, shown once', async () => {
    const { status, body } = await create({});
    expect([status, body]).toMatchObject([
      201,
      {
        tenant: { id: tenantId },
        system: null,
        base_url: null,
        status: 'pending',
        name: 'Commerce B',
        expires_at: expect.any(String) as unknown,
      },
    ]);
    expect(body.connection_token).toMatch(/^scc_[A-Za-z0-9_-]{43}$/);
    const [stored] = await scene.api.query<{ hash: Buffer }>(
      'select token_hash as hash from connection_tokens where system_connection_id = $1',
      [body.id],
    );
    expect(stored!.hash).toHaveLength(32);
    expect(await scene.api.value('select awaited_system_id from system_connections where id = $1', [body.id])).toBe(
      scene.systemId('commerce_b'),
    );
    const actor = `administrator:${scene.admin.id}`;
    expect(await moves(body.id)).toEqual([{ to_status: 'pending', reason: 'tenant initiation', actor }]);
    const [entry] = await scene.audited(scene.admin, body.id);
    expect(entry).toMatchObject({ action: 'connection.create', tenant_id: tenantId, after: { status: 'pending' } });
    expect(JSON.stringify(entry)).not.toContain(body.connection_token);
  });

  it('with address and credentials: verified now and active without a plugin, with rules and a first sync to follow', async () => {
    const { status, body, text } = await link();
    expect([status, body]).toMatchObject([
      201,
      {
        tenant: { id: tenantId },
        system: { slug: 'commerce_b' },
        base_url: shop.url,
        status: 'active',
        configuration: { frequency: 'daily' },
        connection_token: null,
        last_connected_at: expect.any(String) as unknown,
      },
    ]);
    expect(text).not.toContain(shop.credentials.api_key);
    const actor = `administrator:${scene.admin.id}`;
    expect(await moves(body.id)).toMatchObject([
      { to_status: 'pending', actor },
      { to_status: 'active', actor },
    ]);
    expect(
      await scene.api.query(`select payload from tasks where name = 'derive-sync-rules' and system_connection_id = $1`, [body.id]),
    ).toEqual([{ payload: { tenantId, thenSync: body.id } }]);
    expect(JSON.stringify(await scene.audited(scene.admin, body.id))).not.toContain(shop.credentials.api_key);
    expect(await scene.audited(scene.admin, body.id)).toMatchObject([{ action: 'connection.create', after: { status: 'active' } }]);
  });

  it('the same shop again, by two spellings and five times at once: one connection is active, the others are retired', async () => {
    const created = await Promise.all([link(), link({ base_url: `${shop.url}/api` }), link(), link(), link()]);
    expect(created.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(
      await scene.api.query('select status, count(*)::int from system_connections where tenant_id = $1 group by status order by status', [
        tenantId,
      ]),
    ).toEqual([
      { status: 'active', count: 1 },
      { status: 'inactive', count: 4 },
    ]);
  });

  it('credentials that the shop refuses and an address that may not be called are the same 422, and nothing is stored', async () => {
    const refused = [
      await link({ credentials: { api_key: 'wrong' } }),
      await link({ base_url: 'http://10.0.0.1' }),
      await link({ base_url: 'x' }),
    ];
    for (const { status, body } of refused) expect([status, body]).toMatchObject([422, { type: '/problems/verification-failed' }]);
    expect(await connections()).toBe(0);
  });

  it.each([
    ['an unknown tenant', { tenant_id: unknown }, '/tenant_id'],
    ['no tenant', { tenant_id: undefined }, '/tenant_id'],
    ['an unknown system', { system_slug: 'commerce_z' }, '/system_slug'],
    [
      'a direct system with an address',
      { system_slug: 'mailing_platform', base_url: 'https://x.example', credentials: {} },
      '/system_slug',
    ],
    ['an address without credentials', { base_url: 'https://shop.example' }, '/credentials'],
    ['credentials without an address', { credentials: {} }, '/base_url'],
  ])('%s is 422, and nothing is stored', async (_title, body, pointer) => {
    expect((await create(body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(await connections()).toBe(0);
  });
});
