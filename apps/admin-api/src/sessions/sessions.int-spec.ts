import { Logger } from '@nestjs/common';
import { AdminApiUnderTest, type Actor } from '../testing/admin-api-under-test';

const base = '/api/admin';

describe('the own sessions and account over HTTP', () => {
  let api: AdminApiUnderTest;
  let user: Actor;

  beforeAll(async () => (api = await AdminApiUnderTest.start()));
  afterAll(() => api.stop());
  beforeEach(async () => {
    await api.query('delete from sign_in_failures');
    user = await api.actor('support');
  });

  const ask = <T = Record<string, unknown>>(method: string, path: string, body?: unknown, token = user.token) =>
    api.ask<T>(method, base + path, { token, body });
  const signIn = (body: object) => api.ask('POST', `${base}/sessions`, { body });
  const alive = async (token: string) => (await api.get(`${base}/me`, token)).status === 200;

  it('a wrong login, password or code gets the same 401; after five, 429 with Retry-After', async () => {
    const right = { login: user.login, password: user.password };
    const wrong = [
      { ...right, login: 'unknown' },
      { ...right, password: 'x' },
      ...Array.from({ length: 4 }, () => ({ ...right, password: 'y' })),
    ];
    const bodies = [];
    for (const body of wrong) bodies.push((await signIn(body)).text);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      status: 401,
      type: '/problems/sign-in-refused',
      detail: 'Login, password or code is wrong.',
    });
    const late = await signIn(right);
    expect(late).toMatchObject({ status: 429, body: { type: '/problems/too-many-requests' } });
    expect(late.headers.get('ratelimit-policy')).toBe('"failed-attempts";q=5;w=900');
    expect(late.headers.get('ratelimit')).toBe(`"failed-attempts";r=0;t=${late.headers.get('retry-after')}`);
  });

  it('a first password that has expired gets the same 401 as a wrong one; only the log says why', async () => {
    await api.query('update users set must_change_password = true, password_expires_at = now() where id = $1', [user.id]);
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const [expired, wrong] = [
      await signIn({ login: user.login, password: user.password }),
      await signIn({ login: user.login, password: 'x' }),
    ];
    expect([expired.status, expired.text]).toEqual([401, wrong.text]);
    const lines = warn.mock.calls.map(([line]) => line as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ msg: 'sign-in failed', cause: 'first password expired', userId: user.id });
    expect(lines[1]).not.toHaveProperty('cause');
    warn.mockRestore();
  });

  it.each([
    ['no login', { password: 'x' }, '/login'],
    ['a code of letters', { login: 'x', password: 'x', code: 'abcdef' }, '/code'],
  ])('%s is 422', async (_, body, pointer) => {
    expect((await signIn(body)).body).toMatchObject({ status: 422, errors: [{ pointer }] });
  });

  it('null as code and kind is as leaving them out', async () => {
    expect((await signIn({ login: user.login, password: user.password, code: null, kind: null })).body).toMatchObject({ kind: 'cookie' });
  });

  it('lists the own ones with the present one marked, and ends one, all others, or all', async () => {
    const other = await api.bearer(user.login, user.password);
    const { body } = await ask<{ data: { id: string; is_current: boolean; kind: string }[] }>('GET', '/sessions');
    expect(body.data).toMatchObject([{ is_current: false, kind: 'bearer' }, { is_current: true }]);
    const stranger = await api.actor('support');
    expect((await ask('DELETE', `/sessions/${body.data[0]?.id ?? ''}`, undefined, stranger.token)).status).toBe(404);
    expect((await ask('DELETE', `/sessions/${body.data[0]?.id ?? ''}`)).status).toBe(204);
    expect([await alive(other), await alive(user.token)]).toEqual([false, true]);
    const third = await api.bearer(user.login, user.password);
    expect((await ask('DELETE', '/sessions/others')).body).toEqual({ ended: 1 });
    expect([await alive(third), await alive(user.token)]).toEqual([false, true]);
    expect((await ask('DELETE', '/sessions')).body).toEqual({ ended: 1 });
    expect(await alive(user.token)).toBe(false);
  });

  it('changes the password; other sessions end, and a wrong current one is 422, then 429', async () => {
    const other = await api.bearer(user.login, user.password);
    const change = (current_password: string, new_password: string) => ask('PUT', '/me/password', { current_password, new_password });
    expect((await change(user.password, 'too short')).body).toMatchObject({ status: 422, errors: [{ pointer: '/new_password' }] });
    expect((await change(user.password, 'correct horse battery')).status).toBe(204);
    expect([await alive(other), await alive(user.token)]).toEqual([false, true]);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await change('wrong', 'correct horse staple')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('asks for codes once a second factor is set up, until it is removed with password and code', async () => {
    const { login, password } = user;
    const code = await api.enrol(user);
    expect((await ask('POST', '/me/totp', { own_password: password })).status).toBe(409);
    expect((await signIn({ login, password })).status).toBe(401);
    expect((await ask('DELETE', '/me/totp', { password, code: '000000' })).status).toBe(422);
    expect((await ask('DELETE', '/me/totp', { password, code })).status).toBe(204);
    expect((await signIn({ login, password })).status).toBe(201);
  });
});
