import { Secret } from '@sync/records';
import type { NewSession } from '../sessions/begin-session';
import { AdministrationScene, home, limits, operator, type Person } from '../testing/administration-scene';
import { changeUser } from '../users/change-user';
import { showUser } from '../users/user';
import { signInWithOidc } from './sign-in-with-oidc';
import { undoOwnOidcLink } from './undo-own-oidc-link';

describe('a link to an identity of the provider', () => {
  let scene: AdministrationScene;
  let person: Person;
  let own: NewSession;

  beforeAll(async () => {
    scene = await AdministrationScene.set();
  });
  afterAll(() => scene.strike());
  beforeEach(async () => {
    person = await scene.person();
    await scene.sql('update users set must_change_password = false where id = $1', [person.id]);
    own = await signInAtProvider();
  });

  const source = () => scene.database.dataSource;
  const subject = () => `issuer|${person.id}`;
  const signInAtProvider = (identity = { subject: subject(), email: person.login }) =>
    signInWithOidc(source(), identity, { kind: 'cookie', address: home, userAgent: null }, limits);
  const origin = () => ({ actor: `administrator:${person.id}` }) as const;
  const undo = async (password?: string) => {
    const proof = { password: password === undefined ? undefined : new Secret(password) };
    const user = { ...person, address: home, sessionId: own.id, origin: origin() };
    await undoOwnOidcLink(source(), await scene.reauthentication.prove(user, proof), { id: person.id, sessionId: own.id });
  };
  const link = async () => (await showUser(source(), person.id)).oidcLink;
  const actions = async () => {
    const rows = await scene.sql<{ action: string }>(
      `select action from audit_log where object_id = $1 and action <> 'user.create' order by id`,
      [person.id],
    );
    return rows.map(({ action }) => action);
  };

  it('is undone by the user with the own password; other sessions end, and no sign-in makes it again', async () => {
    const other = await scene.begin(person.login, person.password);
    await expect(undo()).rejects.toMatchObject({ errors: [{ pointer: '/own_password' }] });
    expect([await link(), await actions()]).toEqual(['linked', ['user.oidc_link']]);
    await undo(person.password);
    expect([await link(), await actions()]).toEqual(['closed', ['user.oidc_link', 'user.oidc_unlink']]);
    expect([await scene.session(other), (await scene.session(own))?.user.oidcLink]).toEqual([null, 'closed']);
    for (const identity of [subject(), 'issuer|another'])
      await expect(signInAtProvider({ subject: identity, email: person.login })).rejects.toMatchObject({ kind: 'sign-in' });
    await scene.begin(person.login, person.password);
    await expect(undo(person.password)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it.each([
    ['whose password was generated', 'must_change_password = true'],
    ['without a password', 'password_hash = null'],
  ])('stays with a user %s, who could not sign in otherwise', async (_, change) => {
    await scene.sql(`update users set ${change} where id = $1`, [person.id]);
    await expect(undo()).rejects.toMatchObject({ kind: 'conflict' });
    expect(await link()).toBe('linked');
  });

  it.each([
    ['closed', 'and then none is made'],
    ['open', 'and then another identity with the address may be linked'],
  ] as const)('is %s by a super administrator for another user, %s', async (oidcLink, _) => {
    await expect(changeUser(source(), { actor: 'administrator:another' }, person.id, { oidcLink })).rejects.toMatchObject({
      errors: [{ pointer: '/own_password' }],
    });
    expect(await link()).toBe('linked');
    await changeUser(source(), operator, person.id, { oidcLink });
    expect([await link(), await scene.session(own), (await actions()).at(-1)]).toEqual([oidcLink, null, 'user.change']);
    const signedIn = signInAtProvider({ subject: `new|${person.id}`, email: person.login });
    if (oidcLink === 'closed') await expect(signedIn).rejects.toMatchObject({ kind: 'sign-in' });
    else expect(await scene.session(await signedIn)).toMatchObject({ user: { id: person.id, oidcLink: 'linked' } });
  });

  it('of the own account is not undone as if it were of another', async () => {
    const proven = { ...origin(), lacks: null };
    await expect(changeUser(source(), proven, person.id, { oidcLink: 'closed' })).rejects.toMatchObject({ kind: 'forbidden' });
    await changeUser(source(), proven, person.id, { name: 'B' });
    expect(await link()).toBe('linked');
  });
});
