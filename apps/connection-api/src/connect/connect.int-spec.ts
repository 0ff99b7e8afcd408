import { initialise, startHandshake, type EmbeddingSystem } from '../testing/actors';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { connectionMembers } from '../testing/connection-members';

let api: ConnectionApiUnderTest;
beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
});
afterAll(() => api.stop());

describe('connect A: initialising a direct system', () => {
  it.each(['mailing_platform', 'user-platform'])('%s: 201 with tenant_id, token and connection', async (system_slug) => {
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

  it('creates a tenant with a generated name, an access token that never expires, and the task that derives sync rules', async () => {
    const { tenantId, connectionId } = await initialise(api);
    expect(await api.value('select name from tenants where id = $1', [tenantId])).toMatch(/^\w+ \w+ \d{4}$/);
    const tokens = await api.query('select expires_at, name, last_used_at from access_tokens where system_connection_id = $1', [
      connectionId,
    ]);
    expect(tokens).toEqual([{ expires_at: null, name: 'direct-initialisation', last_used_at: null }]);
    expect(await api.query('select name, payload, state from tasks where system_connection_id = $1', [connectionId])).toEqual([
      { name: 'derive-sync-rules', payload: { tenantId, thenSync: null }, state: 'pending' },
    ]);
  });

  it('creates a new tenant even for a known external_user_id and tenant_id', async () => {
    const body = { system_slug: 'mailing_platform', external_user_id: 'the same' };
    const first = await api.connect(body);
    const second = await api.connect({ ...body, tenant_id: first.body.tenant_id });
    expect(first.body.tenant_id).not.toBe(second.body.tenant_id);
  });

  it.each(['commerce_a', 'commerce_b', 'unknown', '', 'Mailing_Platform', null, undefined])(
    '422 for system_slug %p, which is not a direct system',
    async (system_slug) => {
      const response = await api.connect({ system_slug });
      expect(response.body).toMatchObject({ status: 422, type: '/problems/validation-failed', errors: [{ pointer: '/system_slug' }] });
    },
  );

  it('422 names the direct systems, and a member that was sent in place of a missing one', async () => {
    const details = await Promise.all(
      [{ system_slug: 'mailing' }, { sytem_slug: 'mailing_platform' }].map(async (body) => (await api.connect(body)).body.detail),
    );
    expect(details).toEqual([
      'system_slug must be a direct system: mailing_platform, user-platform',
      'system_slug is missing; did you mean sytem_slug?',
    ]);
  });

  it('external_user_id may be absent, null, empty or any text of up to 255 characters', async () => {
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
  });

  it.each([
    ['Tea House Ltd', 'Tea House Ltd'],
    ['  Tea House Ltd ', 'Tea House Ltd'],
    [' ', expect.stringMatching(/^\w+ \w+ \d{4}$/)],
    [null, expect.stringMatching(/^\w+ \w+ \d{4}$/)],
    ['x'.repeat(201), 422],
    [7, 422],
  ])('tenant_name %p names the new tenant; without one its name is generated', async (tenant_name, expected) => {
    const { status, body } = await api.connect<{ tenant_id: string }>({ system_slug: 'user-platform', tenant_name });
    const [tenant] = status === 201 ? await api.query<{ name: string }>('select name from tenants where id = $1', [body.tenant_id]) : [];
    expect(tenant?.name ?? status).toEqual(expected);
  });
});

describe('connect B: a tenant starts a handshake', () => {
  let owner: EmbeddingSystem;
  beforeAll(async () => {
    owner = await initialise(api);
  });

  it.each([undefined, {}, ''])('body %p: 201 with connection_token, expires_at and connection_id', async (body) => {
    const response = await api.connect(body, owner.token);
    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['connection_id', 'connection_token', 'expires_at']);
  });

  it("creates a pending connection that holds nothing but the caller's tenant; earlier handshakes stay valid", async () => {
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
    const shown = await api.get(`/api/system-connections/${second.connectionId}`, owner.token);
    expect(shown.body).toMatchObject({ system: null, base_url: null, capabilities: [], status: 'pending' });
  });

  it('409 for the 21st pending connection of a tenant; of 20 concurrent requests for the last place one wins', async () => {
    const { token, tenantId } = await initialise(api);
    for (let place = 1; place < 20; place += 1) await startHandshake(api, token);
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.connect<{ connection_id: string }>({}, token)));
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    const detail = expect.stringMatching(/^The tenant has 20 pending connections, the maximum\./) as string;
    for (const { body } of refused) expect(body).toMatchObject({ status: 409, type: '/problems/conflict', detail });
    const pending = `select count(*)::int from system_connections where tenant_id = $1 and status = 'pending'`;
    expect(await api.value(pending, [tenantId])).toBe(20);
    const created = responses.find(({ status }) => status === 201);
    await api.query(`delete from system_connections where id = $1`, [created?.body.connection_id]);
    expect((await api.connect({}, token)).status).toBe(201);
  });

  it('ignores system_slug, base_url and tenant_id', async () => {
    const other = await initialise(api);
    const { status, body } = await api.connect({ system_slug: 5, base_url: 'http://10.0.0.1', tenant_id: other.tenantId }, owner.token);
    expect(status).toBe(201);
    const [stored] = await api.query('select tenant_id, system_id, base_url from system_connections where id = $1', [body.connection_id]);
    expect(stored).toEqual({ tenant_id: owner.tenantId, system_id: null, base_url: null });
  });

  it('401 for {tenant_id} without a bearer and without system_slug', async () => {
    const response = await api.connect({ tenant_id: owner.tenantId });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('401 for an invalid bearer, which never falls through to variant A', async () => {
    const count = () => api.value('select count(*)::int from tenants');
    const before = await count();
    for (const authorization of ['Bearer nonsense', 'Bearer', 'Basic eDp5', `Bearer sca_${'A'.repeat(43)}`, 'nonsense']) {
      const response = await api.connect({ system_slug: 'mailing_platform' }, undefined, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    expect(await count()).toBe(before);
  });
});
