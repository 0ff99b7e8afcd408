import { request } from 'node:http';
import { initialise, link, register, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { Shop } from '../testing/shop';

const unknownId = '01960000-0000-7000-8000-00000000dead';

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let stranger: EmbeddingSystem;
let linked: { id: string; widgetToken: string };

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  shop = await Shop.start();
  owner = await initialise(api);
  stranger = await initialise(api);
  linked = await link(api, owner, shop);
});
afterAll(async () => {
  await shop.stop();
  await api.stop();
});

/** Every route that requires a bearer token. */
const routes: [method: string, path: (id: string) => string, body: unknown][] = [
  ['GET', () => '/api/system-connections', undefined],
  ['GET', (id) => `/api/system-connections/${id}`, undefined],
  ['GET', (id) => `/api/system-connections/${id}/syncs`, undefined],
  ['POST', (id) => `/api/system-connections/${id}/syncs`, {}],
  ['POST', (id) => `/api/system-connections/${id}/disconnect`, undefined],
  ['POST', (id) => `/api/system-connections/${id}/reconnect`, undefined],
  ['DELETE', (id) => `/api/system-connections/${id}`, undefined],
  ['GET', (id) => `/api/system-connections/${id}/configuration`, undefined],
  ['PATCH', (id) => `/api/system-connections/${id}/configuration`, { configuration: {} }],
  ['PUT', (id) => `/api/system-connections/${id}/credentials`, { credentials: {} }],
  ['GET', (id) => `/api/system-connections/${id}/timeline`, undefined],
  ['GET', (id) => `/api/system-connections/${id}/widget-tokens`, undefined],
  ['POST', (id) => `/api/system-connections/${id}/widget-tokens`, {}],
  ['DELETE', (id) => `/api/system-connections/${id}/widget-tokens/${unknownId}`, undefined],
  ['GET', () => '/api/records/customers', undefined],
  ['GET', () => '/api/records/orders', undefined],
  ['GET', () => '/api/records/products', undefined],
  ['GET', (id) => `/api/widget/connections/${id}/status`, undefined],
  ['GET', () => '/api/widget/configuration', undefined],
  ['PATCH', () => '/api/widget/configuration', { configuration: {} }],
  ['POST', () => '/api/system-connections/connect', { connection_token: 'x' }],
];

describe.each(routes.map(([method, path, body]) => [method, path('{id}'), path, body] as const))('%s %s', (method, _name, path, body) => {
  const ask = (headers: Record<string, string>, query = '') => api.ask(method, path(linked.id) + query, { body, headers });

  it('401 without a bearer, with WWW-Authenticate: Bearer', async () => {
    const response = await ask({});
    expect(response.body).toMatchObject({ status: 401, type: '/problems/unauthorized' });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('401 with a challenge for anything that is not a known token', async () => {
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      'bearer x',
      'Basic eDp5',
      `Bearer sca_${'A'.repeat(43)}`,
      `Bearer ${owner.token} x`,
      `Token ${owner.token}`,
      `Bearer  ${owner.token}`,
      owner.token,
    ];
    for (const authorization of wrong) {
      const response = await ask({ authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('401 for a token in the query, in a cookie or in another header', async () => {
    const response = await ask({}, `?token=${owner.token}&access_token=${owner.token}`);
    expect(response.status).toBe(401);
    expect(response.text).not.toContain(owner.token);
    expect(
      (await ask({ cookie: `token=${owner.token}`, 'x-access-token': owner.token, 'proxy-authorization': `Bearer ${owner.token}` })).status,
    ).toBe(401);
  });

  it('401 for two Authorization headers, even if both are valid', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = ['host', '127.0.0.1', 'authorization', `Bearer ${owner.token}`, 'authorization', `Bearer ${owner.token}`];
      if (body !== undefined)
        headers.push('content-type', 'application/json', 'content-length', String(Buffer.byteLength(JSON.stringify(body))));
      const outgoing = request(api.url + path(linked.id), { method, headers, setHost: false }, (response) =>
        resolve(response.resume().statusCode),
      );
      outgoing.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
    expect(status).toBe(401);
  });

  it('ignores headers that name another tenant, user or path', async () => {
    const spoofed = {
      'x-tenant-id': owner.tenantId,
      'x-user-id': owner.connectionId,
      'x-original-url': '/health/live',
      'x-http-method-override': 'GET',
    };
    const responses = [
      await ask({ authorization: `Bearer ${stranger.token}` }),
      await ask({ authorization: `Bearer ${stranger.token}`, ...spoofed }),
    ];
    expect(responses[1]?.text).toBe(responses[0]?.text);
  });
});

describe('the tenant of a request comes from its token alone', () => {
  const withIds = routes.filter(([, path]) => path('a') !== path('b'));

  it.each(withIds.map(([method, path, body]) => [method, path('{id}'), path, body] as const))(
    "%s %s responds to another tenant's id as to an unknown one",
    async (method, _name, path, body) => {
      const [foreign, unknown] = [linked.id, unknownId].map((id) => api.ask(method, path(id), { token: stranger.token, body }));
      const responses = [await foreign!, await unknown!];
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
      expect(responses[0]?.text.replace(linked.id, unknownId)).toBe(responses[1]?.text);
    },
  );

  it('a tenant_id in the body does not change it', async () => {
    const { body } = await api.connect<{ connection_id: string }>({ tenant_id: owner.tenantId }, stranger.token);
    expect(await api.value('select tenant_id from system_connections where id = $1', [body.connection_id])).toBe(stranger.tenantId);
  });
});

describe('403 for a valid token whose connection has the wrong status', () => {
  const callerRoutes = routes.filter(([, path]) => !path('').includes('/widget/'));

  it.each(['pending', 'error', 'disconnected', 'inactive', 'uninstalled'])(
    'on caller routes while the connection is %s',
    async (status) => {
      const caller = await initialise(api);
      await api.query(
        `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
        [caller.connectionId, status],
      );
      for (const [method, path, body] of callerRoutes) {
        const response = await api.ask(method, path(linked.id), { token: caller.token, body });
        expect(response.body).toMatchObject({ status: 403, type: '/problems/forbidden' });
      }
      expect((await api.connect({}, caller.token)).status).toBe(403);
    },
  );

  it('401 for the token of a soft-deleted connection', async () => {
    const caller = await initialise(api);
    await api.query('update system_connections set deleted_at = now() where id = $1', [caller.connectionId]);
    for (const [method, path, body] of routes)
      expect((await api.ask(method, path(linked.id), { token: caller.token, body })).status).toBe(401);
  });

  it('on caller routes for the widget token of an unclaimed connection', async () => {
    const other = await Shop.start();
    const { widgetToken } = await register(api, other);
    for (const [method, path, body] of callerRoutes)
      expect((await api.ask(method, path(linked.id), { token: widgetToken, body })).status).toBe(403);
    await other.stop();
  });
});

describe('last_used_at', () => {
  const lastUsed = (token: string) =>
    api.value<Date | null>(`select last_used_at from access_tokens where token_hash = sha256(convert_to($1, 'utf8'))`, [token]);

  it('is updated by every successful request', async () => {
    const caller = await initialise(api);
    const { connectionId } = await startHandshake(api, caller.token);
    const longAgo = new Date('2020-01-01T00:00:00Z');
    for (let turn = 0; turn < 3; turn += 1) {
      await api.query('update access_tokens set last_used_at = $2 where system_connection_id = $1', [caller.connectionId, longAgo]);
      expect((await api.get(`/api/widget/connections/${connectionId}/status`, caller.token)).status).toBe(200);
      expect(Number(await lastUsed(caller.token))).toBeGreaterThan(Number(longAgo));
    }
  });

  it.each([
    ['404', 'GET', `/api/system-connections/${unknownId}`, undefined],
    ['422', 'GET', '/api/system-connections?limit=0', undefined],
    ['422', 'PATCH', '/api/widget/configuration', { configuration: { no: 'field' } }],
    ['409', 'DELETE', '/api/widget/connection', undefined],
    ['422', 'POST', '/api/system-connections/connect', { connection_token: 'x' }],
    ['400', 'POST', '/api/system-connections/connect', '{'],
  ])('stays unchanged by a request that ends with %s: %s %s', async (status, method, path, body) => {
    const caller = await initialise(api);
    expect((await api.ask(method, path, { token: caller.token, body })).status).toBe(Number(status));
    expect(await lastUsed(caller.token)).toBeNull();
  });

  it('stays unchanged when the status of the connection rejects the request', async () => {
    const caller = await initialise(api);
    await api.query(`update system_connections set status = 'inactive' where id = $1`, [caller.connectionId]);
    expect((await api.get('/api/system-connections', caller.token)).status).toBe(403);
    expect(await lastUsed(caller.token)).toBeNull();
  });

  it('401 for an expired token', async () => {
    const caller = await initialise(api);
    await api.query('update access_tokens set expires_at = now() where system_connection_id = $1', [caller.connectionId]);
    expect((await api.get('/api/system-connections', caller.token)).status).toBe(401);
  });

  it('stores only the SHA-256 hash of an access token', async () => {
    expect(await api.value('select count(*)::int from access_tokens where token_hash = convert_to($1, $2)', [owner.token, 'utf8'])).toBe(0);
    expect(
      await api.value(`select count(*)::int from access_tokens where token_hash = sha256(convert_to($1, 'utf8'))`, [owner.token]),
    ).toBe(1);
  });
});
