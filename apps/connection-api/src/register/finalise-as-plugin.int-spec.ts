import { initialise, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';

const fixedProblem = {
  type: '/problems/verification-failed',
  status: 422,
  detail: 'The credentials could not be verified.',
  instance: '/api/system-connections/register',
};

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let connectionId: string;
let connectionToken: string;
serviceAndShop(async (scene) => {
  ({ api, shop } = scene);
  owner = await initialise(api);
  ({ connectionId, connectionToken } = await startHandshake(api, owner.token));
});

const finalise = (headers?: Record<string, string>) =>
  api.register<{ widget_token: string; configuration: unknown }>({ ...shop.registration, connection_token: connectionToken }, headers);

describe('register B: a plugin finalises a handshake that a tenant started', () => {
  it('keeps what the plugin says of itself; what the shop answers later counts more, and an administrator cannot change it', async () => {
    const installation = '01960000-0000-4000-8000-000000000001';
    const said = {
      name: 'service-connector',
      version: '0.1.0',
      platform_version: '9.1',
      php_version: '8.3',
      installation_id: installation,
    };
    const body = { ...shop.registration, connection_token: connectionToken, plugin: said };
    expect((await api.register<{ meta: unknown }>(body)).body.meta).toEqual({ plugin: said });
    const meta = async () => (await api.query('select meta from system_connections where id = $1', [connectionId]))[0]?.meta as unknown;
    await api.query(`update system_connections set status = 'error', meta = meta || '{"note":1}' where id = $1`, [connectionId]);
    const reconnect = () => api.ask('POST', `/api/system-connections/${connectionId}/reconnect`, { token: owner.token });
    expect((await reconnect()).status).toBe(200);
    expect(await meta()).toEqual({ plugin: said, note: 1 });
    await api.query(`update system_connections set status = 'error' where id = $1`, [connectionId]);
    shop.plugin = { ...said, version: '0.2.0', php_version: 8, platform_version: 'x'.repeat(51), more: [1] };
    expect((await reconnect()).status).toBe(200);
    expect(await meta()).toEqual({ plugin: { ...said, version: '0.2.0', php_version: null, platform_version: null }, note: 1 });
  });

  it.each([
    ['text', '/plugin'],
    [{ version: '1' }, '/plugin/name'],
    [{ name: 'x', version: '1'.repeat(51) }, '/plugin/version'],
    [{ name: 'x', version: '1', installation_id: 'me' }, '/plugin/installation_id'],
  ])('refuses what no plugin says of itself: %j', async (plugin, pointer) => {
    const body = { ...shop.registration, connection_token: connectionToken, plugin };
    expect(await api.register(body)).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown },
    });
  });

  it('responds with 200 and the active, verified connection; the token is used up', async () => {
    const { status, body } = await finalise();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: connectionId,
      connection_id: connectionId,
      tenant_id: owner.tenantId,
      status: 'active',
      system: { slug: 'commerce_a' },
      base_url: shop.url,
      external_user_id: shop.url,
      configuration: { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' },
      last_connected_at: expect.any(String) as string,
    });
    const [connection] = await api.query('select * from system_connections where base_url = $1', [shop.url]);
    expect(connection).toMatchObject({ credentials: expect.stringMatching(/^v1\./) as string, status: 'active' });
    expect(await api.value('select used_at is not null from connection_tokens where system_connection_id = $1', [connectionId])).toBe(true);
    expect(shop.checks).toEqual([{ connection_token: shop.secret, connection_id: connectionId }]);
  });

  it.each([
    [{}, 'outgoing'],
    [{ direction: 'both' }, 'both'],
  ])('sets the defaults of unset fields when the pending connection was configured as %j before', async (saved, direction) => {
    await api.query('update system_connections set configuration = $2 where id = $1', [connectionId, saved]);
    const { body } = await finalise();
    expect(body).toMatchObject({ configuration: { direction, data_types: ['customers', 'orders', 'products'], frequency: 'daily' } });
  });

  it('of a platform that the handshake was not started for is refused before its shop is asked; one of that platform finalises', async () => {
    const start = async (connection?: unknown) =>
      (await api.connect<{ connection_id: string; connection_token: string }>({ connection }, owner.token)).body;
    const bound = await start('commerce_b');
    const refused = await api.register({ ...shop.registration, connection_token: bound.connection_token });
    expect([refused.status, refused.body]).toEqual([
      422,
      { ...fixedProblem, title: expect.any(String) as string, reason: 'other_platform' },
    ]);
    expect(shop.checks).toEqual([]);
    expect((await api.get(`/api/widget/connections/${bound.connection_id}/status`, owner.token)).body).toMatchObject({
      status: 'pending',
      name: 'Commerce B',
      system: null,
      last_attempt: { code: 'other_platform' },
    });
    for (const connection of ['commerce_a', null, undefined]) {
      const { connection_token } = await start(connection);
      expect((await api.register({ ...shop.registration, connection_token })).status).toBe(200);
    }
    for (const connection of ['mailing_platform', 'commerce_z', 5, 'x'.repeat(101)])
      expect((await api.connect({ connection }, owner.token)).body).toMatchObject({ status: 422, errors: [{ pointer: '/connection' }] });
  });

  it('also returns a widget token for the plugin, which survives, and of concurrent requests only the winner has one', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => finalise()));
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners.map(({ body }) => body)).toEqual([
      expect.objectContaining({ id: connectionId, widget_token: expect.stringMatching(/^sca_[A-Za-z0-9_-]{43}$/) as string }),
    ]);
    const { widget_token } = winners[0]!.body;
    expect((await api.get('/api/widget/configuration', widget_token)).status).toBe(200);
    expect((await api.ask('POST', '/api/widget/connection/disconnect', { token: widget_token })).status).toBe(200);
    expect(await api.query('select name, expires_at from access_tokens where system_connection_id = $1', [connectionId])).toEqual([
      { name: 'plugin-widget', expires_at: null },
    ]);
  });

  it('records the task that derives sync rules and starts the first sync, and one that checks the key, with the request id', async () => {
    await finalise({ 'x-request-id': 'finalise-1' });
    expect(
      await api.query('select name, payload, request_id from tasks where system_connection_id = $1 order by name', [connectionId]),
    ).toEqual([
      { name: 'check-access', payload: { systemConnectionId: connectionId }, request_id: 'finalise-1' },
      { name: 'derive-sync-rules', payload: { tenantId: owner.tenantId, thenSync: connectionId }, request_id: 'finalise-1' },
    ]);
  });

  it('fails verification 20 times with the fixed 422: nothing is stored, the token stays valid', async () => {
    const before = await api.query('select * from system_connections where id = $1', [connectionId]);
    shop.status = 500;
    for (let turn = 0; turn < 20; turn += 1) expect((await finalise()).body).toMatchObject(fixedProblem);
    expect(await api.query('select * from system_connections where id = $1', [connectionId])).toEqual(before);
    expect(await api.value('select used_at from connection_tokens where system_connection_id = $1', [connectionId])).toBeNull();
    shop.status = null;
    expect((await finalise()).status).toBe(200);
  });

  it('says why the shop was not verified to the plugin that was invited, and to no other', async () => {
    const { registration } = shop;
    const refused = async (connection_token?: string) => (await api.register({ ...registration, connection_token })).body;
    const why = async () => (await refused(connectionToken)) as { reason: string };
    shop.respondWith(301, { location: 'https://www.tea.example:8443/wp-json/canary?token=canary' });
    expect(await refused(connectionToken)).toEqual({
      ...fixedProblem,
      title: expect.any(String) as string,
      reason: 'redirected',
      location_origin: 'https://www.tea.example:8443',
    });
    expect(await refused()).toEqual({ ...fixedProblem, title: expect.any(String) as string });
    shop.respondWith(404);
    expect(await why()).toMatchObject({ reason: 'not_found' });
    shop.respondWith(401);
    expect(await why()).toMatchObject({ reason: 'refused' });
    await shop.stop();
    expect(await why()).toMatchObject({ reason: 'unreachable' });
    expect(await refused('scc_' + 'x'.repeat(43))).not.toHaveProperty('reason');
  });
});
