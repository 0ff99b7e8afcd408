import { v7 as uuidv7 } from 'uuid';
import { AdministrationScene, limits, type Person } from '../testing/administration-scene';
import { changeUser } from '../users/change-user';
import { findSession, listSessions } from './session';

describe('a session', () => {
  let scene: AdministrationScene;
  let person: Person;

  beforeAll(async () => {
    scene = await AdministrationScene.set();
  });
  afterAll(() => scene.strike());
  beforeEach(async () => {
    person = await scene.person();
  });

  const begin = () => scene.begin(person.login, person.password);
  const age = (id: string, column: string, interval: string) =>
    scene.sql(`update user_sessions set ${column} = now() + $2::interval where id = $1`, [id, interval]);
  const lastUse = async (id: string) => {
    const [row] = await scene.sql<{ seconds: number }>(
      'select extract(epoch from now() - last_used_at)::int as seconds from user_sessions where id = $1',
      [id],
    );
    return row?.seconds;
  };

  it.each([
    ['after 30 minutes without a request', 'last_used_at', '-29 minutes', '-31 minutes'],
    ['12 hours after the sign-in', 'expires_at', '1 second', '0 seconds'],
  ])('ends %s', async (_, column, before, at) => {
    const session = await begin();
    await age(session.id, column, before);
    expect(await scene.session(session)).toMatchObject({ user: { id: person.id } });
    await age(session.id, column, at);
    expect(await scene.session(session)).toBeNull();
    const place = { userId: person.id, after: null, limit: 10 };
    expect(await listSessions(scene.database.dataSource.manager, place, limits)).toEqual([]);
  });

  it('stays alive while it is used, noted at most once a minute', async () => {
    const session = await begin();
    await age(session.id, 'last_used_at', '-59 seconds');
    await scene.session(session);
    expect(await lastUse(session.id)).toBeGreaterThanOrEqual(59);
    await age(session.id, 'last_used_at', '-61 seconds');
    await scene.session(session);
    expect(await lastUse(session.id)).toBeLessThan(59);
  });

  it('is removed by a later sign-in of anybody once it has ended', async () => {
    const session = await begin();
    await age(session.id, 'expires_at', '0 seconds');
    const other = await scene.person();
    await scene.begin(other.login, other.password);
    expect(await scene.sql('select from user_sessions where id = $1', [session.id])).toEqual([]);
  });

  it('ends once; the session of another user cannot be named', async () => {
    const session = await begin();
    await expect(scene.end({ ...session, userId: uuidv7() })).rejects.toMatchObject({ kind: 'gone' });
    await scene.end(session);
    expect(await scene.session(session)).toBeNull();
    await expect(scene.end(session)).rejects.toMatchObject({ kind: 'gone' });
  });

  it('shows a change of access with the next request', async () => {
    const session = await begin();
    const tenantId = await scene.tenant();
    await changeUser(scene.database.dataSource, { actor: 'operator' }, person.id, { accessibleTenantIds: [tenantId] });
    expect(await scene.session(session)).toMatchObject({ user: { accessibleTenantIds: [tenantId] } });
  });

  it('stays when its own user changes the password, and all others of the user end', async () => {
    const [own, other] = [await begin(), await begin()];
    const change = (current: string, next: string) => scene.changePassword(person, own.id, current, next);
    for (const [current, next, pointer] of [
      ['wrong-wrong-wrong', 'a tall green staircase', '/current_password'],
      [person.password, 'short', '/new_password'],
      [person.password, person.login, '/new_password'],
      [person.password, person.password, '/new_password'],
    ] as const)
      await expect(change(current, next)).rejects.toMatchObject({ errors: [{ pointer }] });
    await change(person.password, 'a tall green staircase');
    expect(await scene.session(other)).toBeNull();
    expect(await scene.session(own)).toMatchObject({ user: { mustChangePassword: false } });
    await expect(scene.begin(person.login, person.password)).rejects.toMatchObject({ kind: 'sign-in' });
    expect(await scene.session(await scene.begin(person.login, 'a tall green staircase'))).not.toBeNull();
  });

  it('does not serve to guess the password', async () => {
    const session = await begin();
    const guess = () => scene.changePassword(person, session.id, 'guess-guess-guess', 'a tall green staircase');
    for (let count = 0; count < 5; count += 1) await expect(guess()).rejects.toMatchObject({ name: 'RefusedValues' });
    await expect(guess()).rejects.toMatchObject({ name: 'TooManyAttempts' });
  });

  it.each(['', 'sas_short', `sca_${'a'.repeat(43)}`, `sas_${'a'.repeat(43)}`])('%p is no session', async (token) => {
    expect(await findSession(scene.database.dataSource.manager, token, limits)).toBeNull();
  });
});
