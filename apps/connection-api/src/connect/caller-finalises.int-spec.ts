import { initialise, register, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { connectionMembers } from '../testing/connection-members';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
serviceAndShop((scene) => ({ api, shop } = scene));

describe('connect C: a caller finalises a handshake that a plugin started', () => {
  let owner: EmbeddingSystem;
  beforeEach(async () => {
    owner = await initialise(api);
  });

  it("responds with 201 and the connection: active, the caller's tenant, external_user_id from verification; the token is used up", async () => {
    const { connectionToken } = await register(api, shop);
    const { status, body } = await api.connect(
      { connection_token: connectionToken, tenant_id: '00000000-0000-7000-8000-000000000000' },
      owner.token,
    );
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(connectionMembers);
    expect(body).toMatchObject({
      tenant_id: owner.tenantId,
      status: 'active',
      system: { slug: 'commerce_a', name: 'Commerce A', capabilities: ['customers', 'orders', 'products'] },
      base_url: shop.url,
      external_user_id: shop.url,
      last_connected_at: expect.any(String) as string,
    });
    expect(await api.value('select used_at is not null from connection_tokens where system_connection_id = $1', [body.id])).toBe(true);
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).body).toMatchObject({
      status: 422,
      type: '/problems/invalid-connection-token',
    });
  });

  it('its token is no bearer, and needs one: both are 401, and it stays valid', async () => {
    const { connectionToken } = await register(api, shop);
    expect((await api.connect({ connection_token: connectionToken })).status).toBe(401);
    expect((await api.connect({}, connectionToken)).status).toBe(401);
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(201);
  });

  it('fails verification 20 times with the fixed 422: nothing changes, the token stays valid', async () => {
    const { connectionToken } = await register(api, shop);
    const stored = () =>
      api.query(
        'select c.*, t.used_at from system_connections c join connection_tokens t on t.system_connection_id = c.id where base_url = $1',
        [shop.url],
      );
    const before = await stored();
    shop.status = 401;
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await api.connect({ connection_token: connectionToken }, owner.token)).body).toMatchObject({
        status: 422,
        type: '/problems/verification-failed',
        detail: 'The credentials could not be verified.',
        instance: '/api/system-connections/connect',
      });
    }
    expect(await stored()).toEqual(before);
    shop.status = null;
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(201);
  });

  it.each([
    ['cut', (token: string) => token.slice(0, -1)],
    ['padded', (token: string) => `${token}=`],
    ['surrounded by whitespace', (token: string) => ` ${token}`],
    ['in another case', (token: string) => token.toUpperCase()],
    ['10 kB long', () => 'scc_'.padEnd(10_000, 'a')],
    ['null', () => null],
    ['empty', () => ''],
    ['unknown', () => `scc_${'A'.repeat(43)}`],
    ['an access token', () => owner.token],
  ])('422 for a connection token that is %s', async (_, spoil) => {
    const { connectionToken } = await register(api, shop);
    expect((await api.connect({ connection_token: spoil(connectionToken) }, owner.token)).status).toBe(422);
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(201);
  });

  it.each([
    ['used', `update connection_tokens set used_at = now() where system_connection_id = $1`],
    ['expired', `update connection_tokens set expires_at = now() - interval '1 second' where system_connection_id = $1`],
    ['expiring at this instant', `update connection_tokens set expires_at = now() where system_connection_id = $1`],
    ['of a soft-deleted connection', 'update system_connections set deleted_at = now() where id = $1'],
    ['of an active connection', `update system_connections set status = 'active' where id = $1`],
    ['of a connection without credentials', 'update system_connections set credentials = null where id = $1'],
  ])('422 for a token %s, without calling the shop', async (_, statement) => {
    const { connectionToken } = await register(api, shop);
    await api.query(statement, [await api.value('select id from system_connections where base_url = $1', [shop.url])]);
    const calls = shop.checks.length;
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).body).toMatchObject({
      status: 422,
      type: '/problems/invalid-connection-token',
    });
    expect(shop.checks).toHaveLength(calls);
  });

  it.each([
    ['the token expires', `update connection_tokens set expires_at = now() where system_connection_id = $1`],
    ['the plugin registers again', `update system_connections set credentials = 'v1.other' where id = $1`],
    ['another tenant claims the connection', `update system_connections set status = 'active' where id = $1`],
  ])('during verification %s: 422 and nothing is stored', async (_, statement) => {
    const { connectionToken } = await register(api, shop);
    const id = await api.value('select id from system_connections where base_url = $1', [shop.url]);
    shop.beforeResponse = () => api.query(statement, [id]);
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(422);
    expect(await api.query('select tenant_id, last_connected_at from system_connections where id = $1', [id])).toEqual([
      { tenant_id: null, last_connected_at: null },
    ]);
    expect(await api.value('select used_at from connection_tokens where system_connection_id = $1', [id])).toBeNull();
  });

  it('during verification the keys are rotated: 201, as if they had not been', async () => {
    const { connectionToken } = await register(api, shop);
    shop.beforeResponse = () => api.rotateKeys();
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(201);
    await api.query(`update system_connections set credentials = null where credentials like 'v1.next.%'`);
  });

  it('stores nothing when the commit fails after verification', async () => {
    const { connectionToken } = await register(api, shop);
    await api.query('alter table tasks add constraint closed check (false) not valid');
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBeGreaterThanOrEqual(500);
    await api.query('alter table tasks drop constraint closed');
    expect(await api.query('select status, tenant_id from system_connections where base_url = $1', [shop.url])).toEqual([
      { status: 'pending', tenant_id: null },
    ]);
    expect((await api.connect({ connection_token: connectionToken }, owner.token)).status).toBe(201);
  });

  it('sends the shop no credentials that do not open: the fixed 422', async () => {
    const { connectionToken } = await register(api, shop);
    await api.query(`update system_connections set credentials = 'v1.test.AAAA.AAAA.AAAA' where base_url = $1`, [shop.url]);
    const { body } = await api.connect({ connection_token: connectionToken }, owner.token);
    expect(body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
    expect(shop.checks).toHaveLength(1);
  });
});
