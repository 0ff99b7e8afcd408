import { AdminApiUnderTest, type Actor } from '../testing/admin-api-under-test';

const base = '/api/admin';

describe('access to the admin API', () => {
  let api: AdminApiUnderTest;
  let support: Actor;

  beforeAll(async () => {
    api = await AdminApiUnderTest.start();
    support = await api.actor('support');
  });
  afterAll(() => api.stop());

  const signIn = (body: object, headers: Record<string, string> = {}) => api.ask('POST', `${base}/sessions`, { body, headers });
  const cookieOf = (response: { headers: Headers }) => (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const ownCookie = async () => cookieOf(await signIn({ login: support.login, password: support.password }));
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'panel.example' };
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };

  it.each([
    ['plain http on this machine', {}, 'admin_session', 'Path=/api/admin; HttpOnly; SameSite=Strict'],
    ['https on this machine', { 'x-forwarded-proto': 'https' }, '__Host-admin_session', 'Path=/; HttpOnly; Secure; SameSite=Strict'],
    ['https behind a gateway', https, '__Host-admin_session', 'Path=/; HttpOnly; Secure; SameSite=Strict'],
    ['plain http elsewhere', { 'x-forwarded-host': 'panel.example' }, '__Host-admin_session', 'Path=/; HttpOnly; Secure; SameSite=Strict'],
  ])('signs a browser in with a cookie that scripts cannot read: %s', async (_, headers: Record<string, string>, name, attributes) => {
    const response = await signIn({ login: support.login, password: support.password }, headers);
    expect(response).toMatchObject({ status: 201, body: { kind: 'cookie', token: null, user_id: support.id } });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie.replace(/=sas_[\w-]{43}; Max-Age=43(1\d\d|200); /, ' ')).toBe(`${name} ${attributes}`);
    const me = await api.get(`${base}/me`, undefined, { ...headers, cookie: cookieOf(response) });
    expect(me.body).toMatchObject({ id: support.id });
  });

  it.each([
    ['without the prefix over https', https, 'admin_session'],
    ['with the prefix over plain http on this machine', {}, '__Host-admin_session'],
  ])('a cookie %s is not accepted, because another page can plant it', async (_, headers: Record<string, string>, name) => {
    const response = await signIn({ login: support.login, password: support.password }, headers);
    const token = cookieOf(response).replace(/^[^=]+=/, '');
    const as = async (cookie: string) => (await api.get(`${base}/me`, undefined, { ...headers, cookie })).status;
    expect([await as(cookieOf(response)), await as(`${name}=${token}`)]).toEqual([200, 401]);
    expect(await as(`${name}=sas_${'a'.repeat(43)}; ${cookieOf(response)}`)).toBe(200);
  });

  it('a token works only the way it was issued for, so a stolen cookie is no bearer', async () => {
    const cookie = await ownCookie();
    expect((await api.get(`${base}/me`, cookie.replace('admin_session=', ''))).status).toBe(401);
    expect((await api.get(`${base}/me`, undefined, { cookie: `admin_session=${support.token}` })).status).toBe(401);
  });

  it.each([
    ['a page of this origin', sameOrigin, 204],
    ['a page of this origin, in an old browser', { origin: 'own' }, 204],
    ['a client that is no browser and says so', { 'x-requested-with': 'curl' }, 204],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site that adds a header', { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site, in an old browser', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['an unknown sender', {}, 403],
  ])('a change with a cookie, sent by %s', async (_, headers, status) => {
    const cookie = await ownCookie();
    const origin = 'origin' in headers && headers.origin === 'own' ? { origin: api.url } : {};
    const sent = await api.ask('DELETE', `${base}/sessions/current`, {
      headers: { ...headers, ...origin, cookie } as Record<string, string>,
    });
    expect(sent.status).toBe(status);
    expect((await api.get(`${base}/me`, undefined, { cookie })).status).toBe(status === 204 ? 401 : 200);
  });

  it.each([
    ['on this machine', {}, /^admin_session=; Max-Age=0; Path=\/api\/admin;/],
    ['behind a gateway', https, /^__Host-admin_session=; Max-Age=0; Path=\/; HttpOnly; Secure;/],
  ])('signing out clears the cookie %s', async (_, more: Record<string, string>, cleared) => {
    const cookie = cookieOf(await signIn({ login: support.login, password: support.password }, more));
    const response = await api.ask('DELETE', `${base}/sessions/current`, { headers: { ...sameOrigin, ...more, cookie } });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(cleared)]);
  });
});

describe('a user with a duty', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => (api = await AdminApiUnderTest.start({ environment: { ADMIN_REQUIRE_TOTP: '1' } })));
  afterAll(() => api.stop());

  const reaches = async (token: string) => {
    const kinds = new Set<unknown>();
    for (const path of ['/users', '/audit-log', '/sessions']) {
      const { status, body } = await api.get(base + path, token);
      kinds.add(status === 200 ? 'all' : body.type);
    }
    return [...kinds];
  };

  it('first changes the generated password, then sets up the second factor where it is required; before that only /me and signing out work', async () => {
    const { id, login, password } = await api.actor('super_admin');
    await api.query('update users set must_change_password = true where id = $1', [id]);
    const token = await api.bearer(login, password);
    const me = async () => (await api.get(`${base}/me`, token)).body;
    expect(await me()).toMatchObject({ duty: 'change-password' });
    expect(await reaches(token)).toEqual(['/problems/password-change-required']);
    const change = { current_password: password, new_password: 'correct horse battery' };
    expect((await api.ask('PUT', `${base}/me/password`, { token, body: change })).status).toBe(204);
    expect(await me()).toMatchObject({ duty: 'enrol-totp', must_change_password: false });
    expect(await reaches(token)).toEqual(['/problems/totp-required']);
    const { body } = await api.ask<{ secret: string; otpauth_url: string }>('POST', `${base}/me/totp`, {
      token,
      body: { own_password: change.new_password },
    });
    expect(body.otpauth_url).toContain(body.secret);
    const { TOTP } = await import('otpauth');
    const code = new TOTP({ secret: body.secret }).generate();
    expect((await api.ask('POST', `${base}/me/totp/confirm`, { token, body: { code } })).status).toBe(204);
    expect(await me()).toMatchObject({ duty: null, has_totp: true });
    expect(await reaches(token)).toEqual(['all']);
    expect((await api.ask('DELETE', `${base}/sessions/current`, { token })).status).toBe(204);
  });
});
