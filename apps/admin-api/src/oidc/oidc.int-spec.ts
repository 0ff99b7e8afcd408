import { freePort } from '@sync/embedded-services';
import { AdminApiUnderTest, type Actor } from '../testing/admin-api-under-test';
import { OidcProviderProcess } from '../testing/oidc-provider';

const base = '/api/admin/oidc';

/** A browser: keeps the cookies of each origin, and follows redirects one by one. */
class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  async open(address: string): Promise<Response> {
    const { origin } = new URL(address);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
}

describe('signing in through an identity provider', () => {
  let api: AdminApiUnderTest;
  let provider: OidcProviderProcess;
  let user: Actor;
  let redirectUrl: string;

  beforeAll(async () => {
    // The provider knows the address beforehand; the test follows it to the port that the API takes.
    redirectUrl = `http://127.0.0.1:${await freePort()}${base}/callback`;
    provider = await OidcProviderProcess.start(redirectUrl);
    const { id, secret } = OidcProviderProcess.client;
    api = await AdminApiUnderTest.start({
      environment: {
        ADMIN_OIDC_ISSUER: provider.issuer,
        ADMIN_OIDC_CLIENT_ID: id,
        ADMIN_OIDC_CLIENT_SECRET: secret,
        ADMIN_OIDC_REDIRECT_URL: redirectUrl,
        ADMIN_REQUIRE_TOTP: '1',
      },
    });
    user = await api.actor('super_admin');
    await api.query(`update users set login = 'ada@example.com', must_change_password = true where id = $1`, [user.id]);
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  /** Until the provider sends the browser back. */
  async function untilBack(browser: Browser, hint: string): Promise<string> {
    const begun = await browser.open(`${api.url}${base}/sign-in`);
    let address = `${begun.headers.get('location') ?? ''}&login_hint=${encodeURIComponent(hint)}`;
    while (!address.startsWith(redirectUrl)) {
      const response = await browser.open(address);
      address = new URL(response.headers.get('location') ?? redirectUrl, address).href;
    }
    return `${api.url}${base}/callback${new URL(address).search}`;
  }

  const signIn = async (hint: string, browser = new Browser()) => browser.open(await untilBack(browser, hint));
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .find((set) => set.startsWith('admin_session=sas_'))
      ?.split(';', 1)[0] ?? '';

  it('begins a session of the user with that verified address, and links both permanently: password and second factor are the concern of the provider', async () => {
    const response = await signIn('ada@example.com');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/']);
    const me = await api.get('/api/admin/me', undefined, { cookie: cookieOf(response) });
    expect(me.body).toMatchObject({ id: user.id, duty: null });
    expect((await api.get('/api/admin/users', undefined, { cookie: cookieOf(response) })).status).toBe(200);
    await api.query(`update users set login = 'ada-l@example.com' where id = $1`, [user.id]);
    expect(cookieOf(await signIn('ada@example.com'))).not.toBe('');
    const linked = await api.query(`select from audit_log where action = 'user.oidc_link' and object_id = $1`, [user.id]);
    expect(linked).toHaveLength(1);
  });

  it.each([
    ['an address that no user has', 'unknown@example.com'],
    ['an address that the provider has not verified', 'unverified@example.com'],
    ['the address of a user who is linked to another identity', 'ada-l@example.com'],
    ['the address of a disabled user', 'disabled@example.com'],
  ])('%s is refused', async (_, hint) => {
    const logins = { 'unverified@example.com': false, 'disabled@example.com': true };
    for (const [login, isDisabled] of Object.entries(logins))
      await api.query(
        `insert into users (id, login, name, role, disabled_at) values (gen_random_uuid(), $1, 'A', 'support', case when $2 then now() end)
         on conflict do nothing`,
        [login, isDisabled],
      );
    const response = await signIn(hint);
    expect([response.status, cookieOf(response)]).toEqual([401, '']);
    expect(await response.json()).toMatchObject({ type: '/problems/sign-in-refused' });
  });

  it('a link is undone by its user, and then no sign-in works until a super administrator opens the account again', async () => {
    const [grace, admin] = [await api.actor('support'), await api.actor('super_admin')];
    const own_code = await api.enrol(admin);
    await api.query(`update users set login = 'grace@example.com' where id = $1`, [grace.id]);
    expect((await signIn('grace@example.com')).status).toBe(302);
    const undo = (body: object) => api.ask('DELETE', '/api/admin/me/oidc', { token: grace.token, body });
    expect((await undo({})).body).toMatchObject({ status: 422, errors: [{ pointer: '/own_password' }] });
    expect((await undo({ own_password: grace.password })).status).toBe(204);
    expect((await api.get('/api/admin/me', grace.token)).body).toMatchObject({ oidc_link: 'closed' });
    expect((await signIn('grace@example.com')).status).toBe(401);
    const open = (id: string, proof: object) =>
      api.ask('PATCH', `/api/admin/users/${id}`, { token: admin.token, body: { oidc_link: 'open', ...proof } });
    expect((await open(grace.id, {})).body).toMatchObject({ status: 422, errors: [{ pointer: '/own_password' }] });
    expect((await open(grace.id, { own_password: admin.password, own_code })).body).toMatchObject({ oidc_link: 'open' });
    expect((await signIn('grace@example.com')).status).toBe(302);
    await api.query(`update users set oidc_link_closed = true where id = $1`, [admin.id]);
    expect((await open(admin.id, {})).body).toMatchObject({ status: 403, type: '/problems/forbidden' });
  });

  it('a way back works once, in the browser that began, with its own state', async () => {
    const browser = new Browser();
    const back = await untilBack(browser, 'ada@example.com');
    expect((await new Browser().open(back)).status).toBe(401);
    const stranger = new Browser();
    await untilBack(stranger, 'ada@example.com');
    expect((await stranger.open(back)).status).toBe(401);
    expect((await browser.open(back)).status).toBe(302);
    expect((await browser.open(back)).status).toBe(401);
  });

  it('says to the sign-in page whether it is configured; without configuration its other routes do not exist', async () => {
    expect((await api.get(base)).body).toEqual({ enabled: true });
    const plain = await AdminApiUnderTest.start();
    expect((await plain.get(base)).body).toEqual({ enabled: false });
    for (const path of ['/sign-in', '/callback']) expect((await plain.get(base + path)).status).toBe(404);
    await plain.stop();
  });

  it('is 503 while the provider does not respond, and the rest of the service works', async () => {
    const away = await AdminApiUnderTest.start({
      environment: {
        ADMIN_OIDC_ISSUER: 'http://127.0.0.1:9/',
        ADMIN_OIDC_CLIENT_ID: 'x',
        ADMIN_OIDC_CLIENT_SECRET: 'x',
        ADMIN_OIDC_REDIRECT_URL: redirectUrl,
      },
    });
    expect((await away.get(`${base}/sign-in`)).status).toBe(503);
    expect((await away.get('/health/ready')).status).toBe(200);
    await away.stop();
  });
});
