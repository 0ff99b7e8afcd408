import { v7 as uuidv7 } from 'uuid';
import { AdminApiUnderTest, type Actor } from '../testing/admin-api-under-test';

const base = '/api/admin/users';
const members = [
  'accessible_tenant_ids', 'created_at', 'disabled', 'has_totp', 'id', 'last_sign_in_at', 'login', 'must_change_password', 'name', 'oidc_link', 'role',
  'supported_system_ids', 'tenant_access', 'updated_at',
]; // prettier-ignore

describe('users over HTTP', () => {
  let api: AdminApiUnderTest;
  let admin: Actor;
  let tenantId: string;
  let systemId: string;

  beforeAll(async () => {
    api = await AdminApiUnderTest.start();
    admin = await api.actor('super_admin');
    tenantId = uuidv7();
    await api.query('insert into tenants (id, name) values ($1, $2)', [tenantId, 'Swift Hill 1234']);
    systemId = await api.value(`select id from systems where slug = 'commerce_a'`);
  });
  afterAll(() => api.stop());

  const ask = <T = Record<string, unknown>>(method: string, path = '', body?: unknown) =>
    api.ask<T>(method, base + path, { token: admin.token, body });
  const input = (more: object = {}) => ({ login: `user-${uuidv7()}`, name: 'Ada', role: 'support', ...more });
  const own = () => ({ own_password: admin.password });
  const create = async (more: object = {}) => (await ask<{ id: string; login: string; password: string }>('POST', '', input(more))).body;
  const unknown = uuidv7();

  it('are created with a generated password, shown once, and can sign in with it', async () => {
    const { status, body } = await ask<Record<string, unknown>>('POST', '', {
      ...input({ login: ' ADA@Example.com ' }),
      accessible_tenant_ids: [tenantId.toUpperCase()],
      supported_system_ids: [systemId],
    });
    expect([status, Object.keys(body).sort()]).toEqual([201, [...members, 'password'].sort()]);
    expect(body).toMatchObject({ login: 'ada@example.com', accessible_tenant_ids: [tenantId], supported_system_ids: [systemId] });
    const shown = await ask('GET', `/${String(body.id)}`);
    expect(Object.keys(shown.body).sort()).toEqual(members);
    await api.bearer('ada@example.com', String(body.password));
  });

  it.each([
    ['a missing login', { login: undefined }, '/login'],
    ['a login with a space', { login: 'ada lovelace' }, '/login'],
    ['a login of other letters', { login: 'аda' }, '/login'],
    ['an empty name', { name: '' }, '/name'],
    ['no UUID', { accessible_tenant_ids: ['x'] }, '/accessible_tenant_ids/0'],
    ['an unknown tenant', { accessible_tenant_ids: [unknown] }, '/accessible_tenant_ids/0'],
    ['an unknown system', { supported_system_ids: [unknown] }, '/supported_system_ids/0'],
    ['an unknown access', { tenant_access: 'some' }, '/tenant_access'],
    ['tenants beside the access to all', { tenant_access: 'all', accessible_tenant_ids: [unknown] }, '/accessible_tenant_ids'],
    ['the same id twice', { supported_system_ids: [unknown, unknown] }, '/supported_system_ids'],
  ])('%s is 422 and names the value', async (_, more, pointer) => {
    expect((await ask('POST', '', input(more))).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('a taken login is 409; another user does not have this session: 404; a change to null is 422', async () => {
    const { id, login } = await create();
    expect((await ask('POST', '', input({ login: login.toUpperCase() }))).status).toBe(409);
    expect((await ask('DELETE', `/${id}/sessions/${unknown}`)).status).toBe(404);
    expect((await ask('POST', `/${unknown}/password-reset`, own())).status).toBe(404);
    for (const member of ['name', 'role', 'tenant_access', 'accessible_tenant_ids'])
      expect((await ask('PATCH', `/${id}`, { [member]: null })).status).toBe(422);
  });

  it('a change of access takes effect with the next request, a change of the role ends the sessions', async () => {
    const { id, token } = await api.actor('support');
    const changed = await ask('PATCH', `/${id}`, { accessible_tenant_ids: [tenantId] });
    expect(changed.body).toMatchObject({ accessible_tenant_ids: [tenantId] });
    expect((await api.get('/api/admin/me', token)).body).toMatchObject({ accessible_tenant_ids: [tenantId] });
    await ask('PATCH', `/${id}`, { tenant_access: 'all' });
    expect((await api.get('/api/admin/me', token)).body).toMatchObject({ tenant_access: 'all', accessible_tenant_ids: [] });
    await ask('PATCH', `/${id}`, { role: 'super_admin', ...own() });
    expect((await api.get('/api/admin/me', token)).status).toBe(401);
    await ask('DELETE', `/${id}`);
  });

  it('the last enabled super administrator stays: 409', async () => {
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { disabled: true }],
      ['PATCH', { role: 'support' }],
    ] as const)
      expect((await ask(method, `/${admin.id}`, body)).body).toMatchObject({
        status: 409,
        detail: 'This is the last enabled super administrator.',
      });
    expect((await ask('PATCH', `/${admin.id}`, { name: 'Chief' })).status).toBe(200);
  });

  it('a disabled user cannot sign in, and can again once enabled', async () => {
    const { id, login, password } = await create();
    await ask('PATCH', `/${id}`, { disabled: true });
    const body = { login, password };
    expect((await api.ask('POST', '/api/admin/sessions', { body })).body).toMatchObject({ status: 401, type: '/problems/sign-in-refused' });
    await ask('PATCH', `/${id}`, { disabled: false, ...own() });
    expect((await api.ask('POST', '/api/admin/sessions', { body })).status).toBe(201);
  });

  it('a reset password ends the sessions and must be changed', async () => {
    const { id, login, token } = await api.actor('support');
    const { body } = await ask<{ password: string }>('POST', `/${id}/password-reset`, own());
    expect((await api.get('/api/admin/me', token)).status).toBe(401);
    expect((await api.get('/api/admin/me', await api.bearer(login, body.password))).body).toMatchObject({ duty: 'change-password' });
  });

  it('a change of the role asks for the own password and code: 422 names what is missing or wrong, and nothing changes', async () => {
    const thief = await api.actor('super_admin');
    const { id, login, password } = await create();
    const send = async (proof: object) => {
      const change = { role: 'super_admin', ...proof };
      const { status, body } = await api.ask('PATCH', `${base}/${id}`, { token: thief.token, body: change });
      return [status, (body.errors as { pointer: string }[] | undefined)?.[0]?.pointer];
    };
    for (const proof of [{}, { own_password: 'wrong-wrong-wrong' }]) expect(await send(proof)).toEqual([422, '/own_password']);
    const code = await api.enrol(thief);
    for (const wrong of [undefined, '000000'])
      expect(await send({ own_password: thief.password, own_code: wrong })).toEqual([422, '/own_code']);
    await api.bearer(login, password);
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ role: 'support' });
    expect(await send({ own_password: thief.password, own_code: code })).toEqual([200, undefined]);
    await ask('DELETE', `/${thief.id}`);
    await ask('DELETE', `/${id}`);
  });

  it('their sessions are listed and ended, one or all', async () => {
    const { id, login, password, token } = await api.actor('support');
    const others = [await api.bearer(login, password), await api.bearer(login, password)];
    const listed = await ask<{ data: { id: string; is_current: boolean }[] }>('GET', `/${id}/sessions`);
    expect(listed.body.data.map(({ is_current }) => is_current)).toEqual([false, false, false]);
    expect((await ask('DELETE', `/${id}/sessions/${listed.body.data[0]?.id ?? ''}`)).status).toBe(204);
    expect((await api.get('/api/admin/me', others[1])).status).toBe(401);
    expect((await api.get('/api/admin/me', token)).status).toBe(200);
    expect((await ask('DELETE', `/${id}/sessions`)).body).toEqual({ ended: 2 });
    expect((await api.get('/api/admin/me', token)).status).toBe(401);
  });

  it('are listed page by page by their logins', async () => {
    const logins: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { data: { login: string }[]; next_cursor: string | null } = (
        await ask<{ data: { login: string }[]; next_cursor: string | null }>('GET', `?limit=3${cursor && `&cursor=${cursor}`}`)
      ).body;
      logins.push(...page.data.map(({ login }) => login));
      cursor = page.next_cursor;
    }
    const all = await api.query<{ login: string }>('select login from users order by login');
    expect(logins).toEqual(all.map(({ login }) => login));
  });
});
