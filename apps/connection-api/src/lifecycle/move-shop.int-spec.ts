import { link, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { Shop } from '../testing/shop';

let api: ConnectionApiUnderTest;
let shop: Shop;
let moved: Shop;
let owner: EmbeddingSystem;
let [id, token] = ['', ''];
const { become, disconnect, row, logged, derivations } = linkedConnection((scene) => ({ api, shop, owner, id, token } = scene));
const installations = ['0196f5c2-1111-4111-8111-111111111111', '0196f5c2-2222-4222-8222-222222222222'];
const named = (installation_id = installations[0]) => ({ name: 'service-connector', version: '0.1.0', installation_id });

const move = (body: unknown = { base_url: moved.url, credentials: moved.credentials }) =>
  api.ask<{ id: string; status: string; name: string; base_url: string }>('POST', '/api/widget/connection/move', { token, body });

beforeEach(async () => {
  moved = await Shop.start('another-secret');
});
afterEach(() => moved.stop());

describe('POST /api/widget/connection/move', () => {
  it.each(['active', 'error', 'disconnected'])(
    '%s: the shop is active at its new address, under its id and its name there',
    async (status) => {
      await become(status);
      const response = await move();
      expect(response).toMatchObject({ status: 200, body: { id, status: 'active', base_url: moved.url } });
      expect(response.body.name).toBe(`Commerce A, ${new URL(moved.url).host}`);
      expect(moved.checks).toEqual([{ connection_token: 'another-secret', connection_id: id }]);
      expect(await row()).toMatchObject({ store_base: moved.url });
      expect(await logged()).toMatchObject([{ from_status: status, to_status: 'active', reason: 'address change', actor: `widget:${id}` }]);
      expect((await derivations()).at(-1)).toEqual({ payload: { tenantId: owner.tenantId, thenSync: id, isMoved: true } });
      // What is stored now works without the request.
      await disconnect();
      expect((await api.ask('POST', '/api/widget/connection/reconnect', { token })).status).toBe(200);
    },
  );

  it('keeps a name that a person chose', async () => {
    await api.query(`update system_connections set name = 'Our shop' where id = $1`, [id]);
    expect((await move()).body.name).toBe('Our shop');
  });

  it.each([
    ['the shop refuses', () => ({ base_url: moved.url, credentials: shop.credentials }), 422, 'refused'],
    ['nothing responds there', () => ({ base_url: 'http://127.0.0.1:1', credentials: moved.credentials }), 422, 'unreachable'],
    ['a member is missing', () => ({ base_url: moved.url }), 422, undefined],
  ])('%s: nothing changes, and the response says why', async (_, body, status, reason) => {
    const before = await row();
    const response = await move(body());
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ ...(reason && { reason }) });
    expect(await row()).toEqual(before);
  });

  it('refuses an installation that is not the one connected before', async () => {
    moved.plugin = named();
    expect((await move()).status).toBe(200);
    const before = await row();
    moved.plugin = named(installations[1]);
    expect(await move()).toMatchObject({ status: 422, body: { type: '/problems/verification-failed' } });
    expect(await row()).toEqual(before);
  });

  it('refuses an address at which the company has linked the shop already', async () => {
    await link(api, owner, moved);
    const before = await row();
    expect(await move()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Another connection') as unknown } });
    expect(await row()).toEqual(before);
  });

  it.each([
    ['a retired connection', () => become('inactive'), 403],
    ['the token of a direct connection', () => Promise.resolve((token = owner.token)), 409],
  ])('refuses %s', async (_, prepare, status) => {
    await prepare();
    expect((await move()).status).toBe(status);
  });
});
