import { initialise, link, type EmbeddingSystem } from '../testing/actors';
import { serviceAndShop, type ServiceAndShop } from '../testing/service-and-shop';

interface Session {
  id: string;
  tenant_id: string;
  token: string;
  expires_at: string;
}

const at = '/api/widget/sessions';

let api: ServiceAndShop['api'];
let shop: ServiceAndShop['shop'];
let owner: EmbeddingSystem;
serviceAndShop((scene) => ({ api, shop } = scene));
beforeEach(async () => {
  owner = await initialise(api);
});

const start = (body?: unknown, token = owner.token) => api.ask<Session>('POST', at, { token, body });
const session = async () => (await start()).body.token;
const list = (token: string) => api.get<{ data: { id: string; actions: string[] }[] }>('/api/widget/connections', token);

describe('the session of a page', () => {
  it.each([
    [undefined, 3_600],
    [{ lifetime_seconds: 60 }, 60],
  ])('of %j ends after %d seconds', async (body, seconds) => {
    const started = await start(body);
    expect(started).toMatchObject({ status: 201, body: { tenant_id: owner.tenantId, token: expect.stringMatching(/^sca_/) as unknown } });
    expect(Math.abs(Date.parse(started.body.expires_at) - Date.now() - seconds * 1_000)).toBeLessThan(10_000);
    await api.query('update access_tokens set expires_at = now() where id = $1', [started.body.id]);
    expect((await list(started.body.token)).status).toBe(401);
  });

  it.each([0, 59, 3_601, 1.5, '60', null])('of %j seconds is 422', async (lifetime_seconds) => {
    expect((await start({ lifetime_seconds })).body).toMatchObject({ status: 422, errors: [{ pointer: '/lifetime_seconds' }] });
  });

  it('lists, links, pauses, resumes and removes shops of the company, and shows their settings until it ends', async () => {
    const { token, expires_at } = (await start({ lifetime_seconds: 600 })).body;
    const handshake = (await api.connect<{ connection_id: string }>({}, token)).body.connection_id;
    expect((await api.get(`/api/widget/connections/${handshake}/status`, token)).body).toMatchObject({ status: 'pending' });
    const { id } = await link(api, { ...owner, token }, shop);
    expect((await list(token)).body.data).toMatchObject([{ id, actions: ['disconnect', 'uninstall'] }]);
    const shopAt = `/api/widget/connections/${id}`;
    for (const expiry of [undefined, '2999-01-01T00:00:00Z']) {
      const { body } = await api.ask('POST', `${shopAt}/widget-tokens`, { token, body: { expires_at: expiry } });
      expect(body).toMatchObject({ expires_at });
    }
    const changes = [
      await api.ask('POST', `${shopAt}/disconnect`, { token }),
      await api.ask('POST', `${shopAt}/reconnect`, { token }),
      await api.ask('DELETE', shopAt, { token }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 204]);
  });

  it('reads no records, starts no session, changes no token and reaches no other company', async () => {
    const token = await session();
    const asked = [
      await api.get('/api/records/orders', token),
      await api.get('/api/system-connections', token),
      await api.get('/api/access-tokens', token),
      await api.get('/api/widget/configuration', token),
      await start(undefined, token),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const { id } = await link(api, await initialise(api), shop);
    expect((await api.ask('DELETE', `/api/widget/connections/${id}`, { token })).status).toBe(404);
  });

  it('for webhooks changes, tests and lists the endpoints of the company, and does nothing else', async () => {
    const { token, id: sessionId } = (await start({ page: 'webhooks' })).body;
    const hooks = '/api/widget/webhook-endpoints';
    const created = await api.ask<{ id: string; secret: string }>('POST', hooks, { token, body: { url: 'https://erp.example/hooks' } });
    expect(created.body.secret).toMatch(/^whsec_/);
    const one = `${hooks}/${created.body.id}`;
    expect((await api.ask('PATCH', one, { token, body: { status: 'paused' } })).body).toMatchObject({ status: 'paused' });
    const tested = await api.ask<{ delivery_id: string }>('POST', `${one}/test`, { token });
    const deliveries = await api.get<{ data: unknown[] }>(`${one}/deliveries`, token);
    expect(deliveries.body.data).toMatchObject([{ id: tested.body.delivery_id, event_type: 'endpoint.test' }]);
    expect((await api.ask('POST', `${one}/deliveries/${tested.body.delivery_id}/resend`, { token })).status).toBe(202);
    const [listed] = (await api.get<{ data: object[] }>(hooks, token)).body.data;
    expect(listed).toEqual((await api.get(`/api/webhook-endpoints/${created.body.id}`, owner.token)).body);

    const stranger = (await start({ page: 'webhooks' }, (await initialise(api)).token)).body.token;
    expect((await api.get(hooks, stranger)).body).toMatchObject({ data: [] });
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${tested.body.delivery_id}/resend`],
    ] as const)
      expect([
        method,
        path,
        (await api.ask(method, one + path, { token: stranger, body: method === 'PATCH' ? {} : undefined })).status,
      ]).toEqual([method, path, 404]);

    const asked = [
      await api.get('/api/webhook-endpoints', token),
      await api.ask('POST', `/api/webhook-endpoints/${created.body.id}/rotate-secret`, { token }),
      await list(token),
      await start({ page: 'webhooks' }, token),
      await api.get(hooks, await session()),
      await api.get(hooks, owner.token),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await api.ask('DELETE', one, { token })).status).toBe(204);
    expect((await api.ask('DELETE', `/api/access-tokens/${sessionId}`, { token: owner.token })).status).toBe(204);
    expect((await api.get(hooks, token)).status).toBe(401);
  });

  it.each(['page', null, 5])('for the page %j is 422', async (page) => {
    expect((await start({ page })).body).toMatchObject({ status: 422, errors: [{ pointer: '/page' }] });
  });

  it('is never refused: the newest 20 last, and they take no place of other tokens', async () => {
    const started = await Promise.all(Array.from({ length: 22 }, () => start()));
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([201]));
    const count = 'select count(*)::int from access_tokens where system_connection_id = $1';
    expect(await api.value(count, [owner.connectionId])).toBe(21);
    expect((await list((await start()).body.token)).status).toBe(200);
    const rotated = await api.ask('POST', '/api/access-tokens/current/rotate', { token: owner.token, body: { overlap_seconds: 60 } });
    expect(rotated.status).toBe(201);
  });

  it.each([
    ['is revoked alone', 'session', 401],
    ['ends with the token of the company', 'company', 401],
    ['ends when that token is replaced', 'rotation', 401],
  ])('%s', async (_title, what, status) => {
    const { id, token } = (await start()).body;
    if (what === 'session') await api.ask('DELETE', `/api/access-tokens/${id}`, { token: owner.token });
    if (what === 'company') await api.ask('DELETE', '/api/access-tokens/current', { token: owner.token });
    if (what === 'rotation') await api.ask('POST', '/api/access-tokens/current/rotate', { token: owner.token });
    expect((await list(token)).status).toBe(status);
  });
});
