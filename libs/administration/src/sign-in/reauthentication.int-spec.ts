import { Secret } from '@sync/records';
import { changeOwnPassword } from '../passwords/change-own-password';
import { resetPassword } from '../passwords/reset-password';
import type { NewSession } from '../sessions/begin-session';
import { AdministrationScene, home, limits, type Person } from '../testing/administration-scene';
import { changeUser } from '../users/change-user';
import { createUser } from '../users/create-user';
import { showUser } from '../users/user';
import type { AccountOrigin } from './require-proof';
import { signInWithOidc } from './sign-in-with-oidc';

describe('a change that a stolen session must not make', () => {
  let scene: AdministrationScene;
  let admin: Person;
  let session: NewSession;

  beforeAll(async () => {
    scene = await AdministrationScene.set();
  });
  afterAll(() => scene.strike());
  beforeEach(async () => {
    await scene.sql('delete from sign_in_failures');
    admin = await scene.person({ role: 'super_admin' });
    session = await scene.begin(admin.login, admin.password);
    await scene.sql('update users set must_change_password = false where id = $1', [admin.id]);
  });

  const source = () => scene.database.dataSource;
  const prove = (password?: string, code?: string, { id }: { id: string } = session) => {
    const origin = { actor: `administrator:${admin.id}` } as const;
    const user = { id: admin.id, login: admin.login, address: home, sessionId: id, origin };
    return scene.reauthentication.prove(user, { password: password === undefined ? undefined : new Secret(password), code });
  };
  const lacks = async (proof: Promise<AccountOrigin>) => (await proof).lacks;
  const refused = (pointer: string) => ({ errors: [{ pointer }] });
  const signInAtProvider = () => {
    const identity = { subject: `issuer|${admin.id}`, email: admin.login };
    return signInWithOidc(source(), identity, { kind: 'cookie', address: home, userAgent: null }, limits);
  };

  const changes: [what: string, change: (origin: AccountOrigin, user: Person) => Promise<unknown>][] = [
    ['a reset of a password', (origin, { id }) => resetPassword(source(), origin, id, { removesTotp: false })],
    ['a reset of a second factor', (origin, { id }) => resetPassword(source(), origin, id, { removesTotp: true })],
    ['a change of the role', (origin, { id }) => changeUser(source(), origin, id, { role: 'super_admin' })],
    [
      'a new super administrator',
      (origin, { id }) =>
        createUser(source(), origin, {
          ...{ login: `new-${id}`, name: 'B', role: 'super_admin' },
          ...{ accessibleTenantIds: [], supportedSystemIds: [] },
        }),
    ],
    ['a new second factor', (origin, user) => scene.secondFactor.begin(origin, user)],
  ];

  it.each(changes)('%s needs a proof: without it nothing changes', async (_, change) => {
    const user = await scene.person();
    const stored = () => scene.sql('select * from users order by id');
    const audited = () => scene.sql('select from audit_log');
    const before = [await stored(), (await audited()).length];
    await expect(change(await prove(), user)).rejects.toMatchObject(refused('/own_password'));
    expect([await stored(), (await audited()).length]).toEqual(before);
    await change(await prove(admin.password), user);
    expect(await stored()).not.toEqual(before[0]);
  });

  it('is also to enable a disabled user; to change access, name and to disable needs no proof', async () => {
    const [origin, { id }, tenantId] = [await prove(), await scene.person(), await scene.tenant()];
    await changeUser(source(), origin, id, { name: 'B', role: 'support', accessibleTenantIds: [tenantId], disabled: true });
    await expect(changeUser(source(), origin, id, { disabled: false })).rejects.toMatchObject(refused('/own_password'));
    expect(await showUser(source(), id)).toMatchObject({
      name: 'B',
      accessibleTenantIds: [tenantId],
      disabledAt: expect.any(Date) as Date,
    });
  });

  it('asks those who have a second factor for an unused code as well', async () => {
    const { used, next } = await scene.enrol(admin);
    for (const code of [undefined, '000000', used]) await expect(prove(admin.password, code)).rejects.toMatchObject(refused('/own_code'));
    await expect(prove('wrong-wrong-wrong', next)).rejects.toMatchObject(refused('/own_password'));
    expect(await lacks(prove(undefined, next))).toBe('/own_password');
    expect(await lacks(prove(admin.password, next))).toBeNull();
    await expect(prove(admin.password, next)).rejects.toMatchObject(refused('/own_code'));
  });

  it.each([
    ['passwords', () => prove('guess-guess-guess')],
    ['codes with the right password', () => prove(admin.password, '000000')],
  ])('guesses of %s are slowed down like sign-ins, and are not forgiven by half a proof', async (_, guess) => {
    await scene.enrol(admin);
    const names = [];
    for (let count = 0; count < 6; count += 1) names.push(await guess().catch((error: Error) => error.name));
    expect(names).toEqual([...Array.from({ length: 5 }, () => 'RefusedValues'), 'TooManyAttempts']);
  });

  it('a right proof forgives the failures before it', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await prove('guess-guess-guess').catch(() => null);
      expect(await lacks(prove(admin.password))).toBeNull();
    }
  });

  it('is never a reset of the own account', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()])
      await expect(resetPassword(source(), await prove(admin.password), id, { removesTotp: true })).rejects.toMatchObject({
        kind: 'forbidden',
      });
  });

  describe('by a user who signs in through an identity provider only', () => {
    beforeEach(() => scene.sql('update users set must_change_password = true where id = $1', [admin.id]));

    it('is proved by a sign-in there within 5 minutes, with a code where there is a second factor', async () => {
      const fresh = await signInAtProvider();
      expect(await lacks(prove(undefined, undefined, fresh))).toBeNull();
      const { next } = await scene.enrol(admin);
      expect(await lacks(prove(undefined, undefined, fresh))).toBe('/own_code');
      await expect(prove(undefined, '000000', fresh)).rejects.toMatchObject(refused('/own_code'));
      expect(await lacks(prove(undefined, next, fresh))).toBeNull();
      await scene.sql(`update user_sessions set created_at = now() - interval '6 minutes' where id = $1`, [fresh.id]);
      expect(await lacks(prove(undefined, undefined, fresh))).toBe('/own_password');
    });

    it('is proved neither by a session with a password, nor by a fresh sign-in of a user who has chosen a password', async () => {
      expect(await lacks(prove())).toBe('/own_password');
      const fresh = await signInAtProvider();
      const passwords = { current: new Secret(admin.password), next: new Secret('a tall green staircase'), sessionId: fresh.id };
      await changeOwnPassword(source(), { actor: 'operator' }, { ...admin, address: home }, passwords);
      expect(await lacks(prove(undefined, undefined, fresh))).toBe('/own_password');
    });
  });
});
