import { initialise, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { connectionMembers } from '../testing/connection-members';

let api: ConnectionApiUnderTest;
beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
});
afterAll(() => api.stop());

describe('A. Direct-system initialisation', () => {
  it.each(['mailing_platform', 'user-platform'])('%s: 201 with tenant_id, token and the connection representation', async (system_slug) => {
    const { status, body } = await api.connect({ system_slug, external_user_id: 'company-7' });
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(['connection', 'tenant_id', 'token']);
    expect(body.token).toMatch(/^sca_[A-Za-z0-9_-]{43}$/);
    expect(Object.keys(body.connection as object).sort()).toEqual(connectionMembers);
    expect(body.connection).toMatchObject({
      tenant_id: body.tenant_id,
      system: { slug: system_slug, capabilities: ['customers', 'orders', 'products'] },
      external_user_id: 'company-7',
      base_url: null,
      status: 'active',
      configuration: null,
      capabilities: [],
      last_connected_at: expect.any(String) as string,
      disconnected_at: null,
      grace_deadline: null,
    });
  });

  it('a tenant with a generated name is created, and an access token that never expires is issued', async () => {
    const { tenantId, connectionId } = await initialise(api);
    expect(await api.value('select name from tenants where id = $1', [tenantId])).toMatch(/^\w+ \w+ \d{4}$/);
    const tokens = await api.query('select expires_at, name, last_used_at from access_tokens where system_connection_id = $1', [
      connectionId,
    ]);
    expect(tokens).toEqual([{ expires_at: null, name: 'direct-initialisation', last_used_at: null }]);
  });

  it('default SyncRules are derived', async () => {
    const { tenantId, connectionId } = await initialise(api);
    expect(await api.query('select name, payload, state from tasks where system_connection_id = $1', [connectionId])).toEqual([
      { name: 'derive-sync-rules', payload: { tenantId, thenSync: null }, state: 'pending' },
    ]);
  });

  it('always a new tenant: knowing an external_user_id gives nobody an existing one', async () => {
    const body = { system_slug: 'mailing_platform', external_user_id: 'the same' };
    const [first, second] = [await api.connect(body), await api.connect(body)];
    expect(first.body.tenant_id).not.toBe(second.body.tenant_id);
  });

  it.each(['commerce_a', 'commerce_b', 'unknown', '', 'Mailing_Platform', 5, null, [], {}, undefined])(
    'system_slug %p is no direct system: 422',
    async (system_slug) => {
      const answer = await api.connect({ system_slug });
      expect(answer.body).toMatchObject({ status: 422, type: '/problems/validation-failed', errors: [{ pointer: '/system_slug' }] });
    },
  );

  it('external_user_id: absent, null, empty or any text of at most 255 characters', async () => {
    const stored = async (external_user_id?: unknown) => {
      const { status, body } = await api.connect<{ connection: { external_user_id: string | null } }>({
        system_slug: 'user-platform',
        external_user_id,
      });
      return status === 201 ? body.connection.external_user_id : status;
    };
    expect(await stored()).toBeNull();
    expect(await stored(null)).toBeNull();
    expect(await stored('')).toBeNull();
    expect(await stored('Ünï ‮مرحبا 🛒')).toBe('Ünï ‮مرحبا 🛒');
    expect(await stored('x'.repeat(255))).toHaveLength(255);
    for (const wrong of ['x'.repeat(256), 5, ['a'], { a: 1 }, true, 'a\u0000b', '\ud83d']) expect(await stored(wrong)).toBe(422);
    expect(await stored('x'.repeat(1_000_000))).toBe(413);
  });

  it('no client-address rate limit applies unless one is set', async () => {
    for (let turn = 0; turn < 15; turn += 1) await initialise(api);
  });

  it('the id of the tenant comes from the service: a tenant_id in the body is ignored', async () => {
    const other = await initialise(api);
    const { body } = await api.connect({ system_slug: 'mailing_platform', tenant_id: other.tenantId });
    expect(body.tenant_id).not.toBe(other.tenantId);
  });
});

describe('B. Tenant-initiated start', () => {
  let owner: EmbeddingSystem;
  beforeAll(async () => {
    owner = await initialise(api);
  });

  it.each([undefined, {}, ''])('body %p: 201 with connection_token, expires_at and connection_id', async (body) => {
    const answer = await api.connect(body, owner.token);
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(['connection_id', 'connection_token', 'expires_at']);
  });

  it("a brand-new pending connection holding only tenant_id (the caller's tenant) is created, and nothing is invalidated", async () => {
    const first = await startHandshake(api, owner.token);
    const second = await startHandshake(api, owner.token);
    expect(second.connectionId).not.toBe(first.connectionId);
    const [stored] = await api.query('select * from system_connections where id = $1', [second.connectionId]);
    expect(stored).toMatchObject({
      tenant_id: owner.tenantId,
      system_id: null,
      base_url: null,
      credentials: null,
      configuration: null,
      external_user_id: null,
      last_connected_at: null,
      status: 'pending',
    });
    expect(await api.value('select used_at from connection_tokens where system_connection_id = $1', [first.connectionId])).toBeNull();
  });

  it('the representation has system: null until a plugin supplies system_slug (rules 1 and 2)', async () => {
    const { connectionId } = await startHandshake(api, owner.token);
    const { body } = await api.get(`/api/system-connections/${connectionId}`, owner.token);
    expect(body).toMatchObject({ system: null, base_url: null, capabilities: [], status: 'pending' });
  });

  it('system_slug and base_url are not validated and are ignored if sent, as is tenant_id', async () => {
    const other = await initialise(api);
    const { status, body } = await api.connect({ system_slug: 5, base_url: 'http://10.0.0.1', tenant_id: other.tenantId }, owner.token);
    expect(status).toBe(201);
    const [stored] = await api.query('select tenant_id, system_id, base_url from system_connections where id = $1', [body.connection_id]);
    expect(stored).toEqual({ tenant_id: owner.tenantId, system_id: null, base_url: null });
  });

  it('{tenant_id} without a bearer and without system_slug is 401', async () => {
    const answer = await api.connect({ tenant_id: owner.tenantId });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('a bad bearer is 401 and never falls through to A', async () => {
    const count = () => api.value('select count(*)::int from tenants');
    const before = await count();
    for (const authorization of ['Bearer nonsense', 'Bearer', 'Basic eDp5', `Bearer sca_${'A'.repeat(43)}`, 'nonsense']) {
      const answer = await api.connect({ system_slug: 'mailing_platform' }, undefined, { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    expect(await count()).toBe(before);
  });
});
