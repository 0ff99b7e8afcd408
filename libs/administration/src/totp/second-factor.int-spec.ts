import { Secret } from '@sync/records';
import { AdministrationScene, home, operator, type Person } from '../testing/administration-scene';
import { codeOf } from '../testing/totp-code';
import { dutyOf } from '../users/duty';
import { showUser } from '../users/user';

describe('the second factor', () => {
  let scene: AdministrationScene;
  let person: Person;

  beforeAll(async () => {
    scene = await AdministrationScene.set();
  });
  afterAll(() => scene.strike());
  beforeEach(async () => {
    person = await scene.person({ role: 'super_admin' });
  });

  const confirm = (code: string) => scene.secondFactor.confirm({ actor: `administrator:${person.id}` }, person, code);
  const remove = (password: string, code: string) =>
    scene.secondFactor.remove(
      { actor: `administrator:${person.id}` },
      { ...person, address: home },
      { password: new Secret(password), code },
    );
  const actions = async () =>
    (await scene.sql<{ action: string }>('select action from audit_log where object_id = $1 order by id', [person.id])).map(
      ({ action }) => action,
    );

  it('counts from its confirmation on: until then a sign-in needs no code, and beginning again replaces the secret', async () => {
    const [first, second] = [await scene.secondFactor.begin(operator, person), await scene.secondFactor.begin(operator, person)];
    await scene.begin(person.login, person.password);
    await expect(confirm(codeOf(first.secret.reveal(), Date.now()))).rejects.toMatchObject({ errors: [{ pointer: '/code' }] });
    await confirm(codeOf(second.secret.reveal(), Date.now()));
    await expect(scene.begin(person.login, person.password)).rejects.toMatchObject({ kind: 'sign-in' });
    await expect(scene.secondFactor.begin(operator, person)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await actions()).toEqual(['user.create', 'user.totp_confirm']);
  });

  it('is removed with password and an unused code only', async () => {
    await expect(remove(person.password, '000000')).rejects.toMatchObject({ kind: 'conflict' });
    const { used, next } = await scene.enrol(person);
    await expect(remove('wrong-wrong-wrong', next)).rejects.toMatchObject({ errors: [{ pointer: '/password' }] });
    await expect(remove(person.password, used)).rejects.toMatchObject({ errors: [{ pointer: '/code' }] });
    await remove(person.password, next);
    await scene.begin(person.login, person.password);
    expect((await actions()).at(-1)).toBe('user.totp_remove');
  });

  it('codes guessed with the right password are slowed down like passwords', async () => {
    await scene.enrol(person);
    const guesses = [];
    for (let guess = 0; guess < 10; guess += 1) guesses.push(await remove(person.password, '000000').catch((error: Error) => error.name));
    expect(guesses.filter((name) => name === 'TooManyAttempts').length).toBeGreaterThanOrEqual(5);
  });

  it('is stored sealed, and opens for its own user only', async () => {
    const { secret, next } = await scene.enrol(person);
    const other = await scene.person();
    const [row] = await scene.sql<{ totp_secret: string }>('select totp_secret from users where id = $1', [person.id]);
    expect(row?.totp_secret).toMatch(/^v1\.test\./);
    expect(row?.totp_secret).not.toContain(secret);
    await scene.sql('update users set totp_secret = $2, totp_confirmed_at = now() where id = $1', [other.id, row?.totp_secret]);
    await expect(scene.begin(other.login, other.password, { code: next })).rejects.toMatchObject({ name: 'UnreadableCredentials' });
  });

  it.each([
    ['super_admin', false, true, 'enrol-totp'],
    ['super_admin', true, true, null],
    ['super_admin', false, false, null],
    ['support', false, true, null],
  ] as const)('%s with a second factor %p, required %p: %p', async (role, hasTotp, isRequired, duty) => {
    const user = await showUser(scene.database.dataSource, person.id);
    const signedIn = { requiresTotp: isRequired, method: 'password' as const };
    expect(dutyOf({ ...user, role, hasTotp, mustChangePassword: false }, signedIn)).toBe(duty);
    expect(dutyOf({ ...user, role, hasTotp, mustChangePassword: true }, signedIn)).toBe('change-password');
    expect(dutyOf({ ...user, role, hasTotp, mustChangePassword: true }, { ...signedIn, method: 'oidc' })).toBeNull();
  });
});
