import { startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import type { Shop } from '../testing/shop';

const base = '/api/system-connections';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;
let pluginToken: string;
const { row, become, logged, derivations } = linkedConnection((scene) => ({ api, shop, owner, id, token: pluginToken } = scene));

const ask = (method: string, path: string, { of = id, body, token = owner.token }: { of?: string; body?: unknown; token?: string } = {}) =>
  api.ask(method, `${base}/${of}${path}`, { token, body });
const conflict = { status: 409, body: { type: '/problems/conflict' } };

describe('a caller and the shops of its tenant', () => {
  it.each([base, '/api/widget/connections'])(
    'disconnects, reconnects and uninstalls a shop at %s, and is named as the actor',
    async (at) => {
      const move = (method: string, path: string) => api.ask(method, `${at}/${id}${path}`, { token: owner.token });
      expect(await move('POST', '/disconnect')).toMatchObject({ status: 200, body: { id, status: 'disconnected' } });
      const before = await row();
      shop.status = 401;
      expect((await move('POST', '/reconnect')).body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
      expect(await row()).toEqual(before);
      shop.status = null;
      const checks = shop.checks.length;
      expect(await move('POST', '/reconnect')).toMatchObject({ status: 200, body: { id, status: 'active', disconnected_at: null } });
      expect(shop.checks).toHaveLength(checks + 1);
      expect((await derivations()).at(-1)).toEqual({ payload: { tenantId: owner.tenantId, thenSync: id } });
      await move('POST', '/widget-tokens');
      expect(await move('DELETE', '')).toMatchObject({ status: 204, text: '' });
      expect(await row()).toBeUndefined();
      expect(await api.query('select from access_tokens where system_connection_id = $1', [id])).toEqual([]);
      const actor = `caller:${owner.connectionId}`;
      expect(await logged()).toMatchObject([
        { from_status: 'active', to_status: 'disconnected', reason: 'disconnection', actor },
        { from_status: 'disconnected', to_status: 'active', reason: 'reconnection', actor },
        { to_status: 'uninstalled', actor },
      ]);
      expect((await move('POST', '/disconnect')).status).toBe(404);
    },
  );

  it('cancels its own handshake by uninstalling the pending connection', async () => {
    const { connectionId, connectionToken } = await startHandshake(api, owner.token);
    expect((await ask('DELETE', '', { of: connectionId })).status).toBe(204);
    expect((await api.register({ ...shop.registration, connection_token: connectionToken })).status).toBe(422);
  });

  it('reads and changes the configuration, and the sync rules are derived again', async () => {
    const { status, body } = await ask('GET', '/configuration');
    expect([status, body]).toMatchObject([
      200,
      { schema: { fields: expect.any(Array) as unknown }, configuration: { frequency: 'daily' } },
    ]);
    const saved = await ask('PATCH', '/configuration', { body: { configuration: { frequency: 'hourly' } } });
    expect(saved).toMatchObject({ status: 200, body: { configuration: { frequency: 'hourly', direction: 'outgoing' } } });
    expect((await derivations()).at(-1)).toEqual({ payload: { tenantId: owner.tenantId, thenSync: null } });
    const invalid = await ask('PATCH', '/configuration', { body: { configuration: { frequency: 'never' } } });
    expect(invalid.body).toMatchObject({ status: 422, errors: [{ pointer: '/configuration/frequency' }] });
  });

  it('sees who moved the shop, when and why, newest first, page by page', async () => {
    await api.ask('POST', '/api/widget/connection/disconnect', { token: pluginToken });
    await ask('POST', '/reconnect');
    const first = await ask('GET', '/timeline?limit=3');
    expect(first.body).toMatchObject({
      data: [
        { from_status: 'disconnected', to_status: 'active', reason: 'reconnection', actor: `caller:${owner.connectionId}` },
        { from_status: 'active', to_status: 'disconnected', reason: 'disconnection', actor: `widget:${id}` },
        { from_status: 'pending', to_status: 'active', reason: 'caller finalisation', actor: `caller:${owner.connectionId}` },
      ],
    });
    const rest = await ask('GET', `/timeline?cursor=${String((first.body as { next_cursor: string }).next_cursor)}`);
    expect(rest.body).toMatchObject({ data: [{ from_status: null, to_status: 'pending', actor: 'plugin' }], next_cursor: null });
  });

  it.each([
    ['disconnected', 'POST', '/disconnect', 'A connection that is disconnected cannot be disconnected.'],
    ['active', 'POST', '/reconnect', 'A connection that is active cannot be reconnected.'],
    ['pending', 'POST', '/reconnect', 'A connection that is pending cannot be reconnected.'],
    ['inactive', 'POST', '/reconnect', 'A connection that is inactive cannot be reconnected.'],
    ['inactive', 'PUT', '/credentials', 'A connection that is inactive cannot be given new credentials.'],
    ['pending', 'PUT', '/credentials', 'A connection that is pending cannot be given new credentials.'],
  ])('%s: %s %s is 409, names the status and changes nothing', async (status, method, path, detail) => {
    await become(status);
    const before = await row();
    const body = path === '/credentials' ? { credentials: shop.credentials } : undefined;
    expect((await ask(method, path, { body })).body).toMatchObject({ ...conflict.body, detail });
    expect(await row()).toEqual(before);
  });
});

describe('PUT /api/system-connections/{id}/credentials', () => {
  const renewed = { connection_token: 'new-secret', consumer_key: 'ck_new', consumer_secret: 'cs_new' };
  const renew = (credentials: unknown = renewed) => ask('PUT', '/credentials', { body: { credentials } });
  const sealed = () => api.value<string>('select credentials from system_connections where id = $1', [id]);

  it.each(['active', 'error', 'disconnected'])(
    '%s: new credentials that the shop confirms are stored; id, records and cursors stay, and the shop is active',
    async (status) => {
      await become(status);
      await api.query(
        `insert into sync_runs (id, system_connection_id, capability, mode, status) values (gen_random_uuid(), $1, 'orders', 'full', 'succeeded')`,
        [id],
      );
      const before = await sealed();
      const { connection_token, ...key } = renewed;
      Object.assign(shop, { secret: connection_token, key });
      const response = await renew();
      expect(response).toMatchObject({ status: 200, body: { id, status: 'active', disconnected_at: null } });
      expect(response.text).not.toMatch(/new-secret|ck_new|cs_new/);
      expect(shop.checks.at(-1)).toEqual({ connection_token: 'new-secret', connection_id: id });
      expect(await sealed()).not.toBe(before);
      expect(await api.value('select count(*)::int from sync_runs where system_connection_id = $1', [id])).toBe(1);
      expect((await logged()).at(-1)).toMatchObject({ reason: 'credential renewal', actor: `caller:${owner.connectionId}` });
      expect((await ask('POST', '/disconnect')).status).toBe(200);
      expect((await ask('POST', '/reconnect')).status).toBe(200);
    },
  );

  it('credentials that the shop refuses, and those of another account, are 422 and the old ones stay', async () => {
    const before = await row();
    expect((await renew()).body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
    shop.secret = 'new-secret';
    await api.query(`update system_connections set external_user_id = 'another account' where id = $1`, [id]);
    expect((await renew()).body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
    expect(await row()).toEqual({
      ...before,
      external_user_id: 'another account',
      searched: `${String(before?.name).toLowerCase()}\n${shop.url}\nanother account`,
    });
  });
});

describe('the widget life cycle and a direct connection', () => {
  it.each([
    ['POST', '/api/widget/connection/disconnect'],
    ['POST', '/api/widget/connection/reconnect'],
    ['DELETE', '/api/widget/connection'],
  ])('%s %s refuses its token with 409, says what to use instead, and changes nothing', async (method, path) => {
    const response = await api.ask<{ detail: string }>(method, path, { token: owner.token });
    expect(response).toMatchObject(conflict);
    expect(response.body.detail).toMatch(/\/api\/system-connections\/\{id\}.*DELETE \/api\/access-tokens\/current/);
    expect((await row(owner.connectionId))!['status']).toBe('active');
  });
});
