import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';

const shopName = /^Commerce A/;

export function describeSigningIn(panel: PanelSuite): void {
  let visit: AdminVisit;

  it('says that login or password is wrong, asks for a new first password, and forgets everything at the sign-out', async () => {
    const user = await panel.tests.user('super_admin', {}, true);
    visit = await panel.open();
    await visit.isOn('Sign in');
    await visit.signIn({ ...user, password: 'wrong' });
    await visit.shows('Login, password or code is wrong.');
    await visit.signIn(user);
    await visit.isOn('Change your password');
    const own = 'a long enough sentence';
    await visit.changePassword(user.password, own, `${own}.`);
    await visit.shows('The two passwords differ.');
    await visit.page.getByLabel('New password again', { exact: true }).fill(own);
    await visit.press('Change password');
    await visit.isOn('Connections');
    await visit.press('Sign out');
    await visit.shows('You are signed out.');
    await visit.page.reload();
    await visit.isOn('Sign in');
    expect(await visit.visitor.leaksOf(own)).toEqual([]);
  });

  it('says how long to wait after many failures, and that the service cannot be reached', async () => {
    const user = await panel.tests.user('support');
    visit = await panel.open();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const responded = visit.visitor.responded('/api/admin/sessions', 'POST');
      await visit.signIn({ ...user, password: `wrong ${attempt}` });
      await responded;
    }
    await visit.shows(/^Too many attempts\. Try again in \d+ seconds\.$/);
    await visit.visitor.fault(/^\/api\/admin\//, 'offline');
    await visit.signIn(user);
    await visit.shows('The service cannot be reached. Check your network connection.');
  });

  it('returns to the sign-in, and from there to the same screen, when the session has ended elsewhere', async () => {
    const user = await panel.tests.user('super_admin');
    visit = await panel.signedIn(user, `connections/${panel.shopA}`);
    await visit.isOn(shopName);
    // The screen reads again by itself, and so learns of it.
    await panel.query('delete from user_sessions where user_id = (select id from users where login = $1)', [user.login]);
    await visit.shows('Your session is over. Sign in again.');
    await visit.signIn(user);
    await visit.isOn(shopName);
  });
}

/** Goes to another screen by its address. Its link may be gone: the list is read again every 30 seconds, and finds the session ended, too. */
async function isSignedOut(other: AdminVisit): Promise<void> {
  await other.page.evaluate(() => void (location.hash = '#/tenants'));
  await other.shows('Your session is over. Sign in again.');
}

export function describeSessions(panel: PanelSuite): void {
  let visit: AdminVisit;

  it('of one’s own are ended one by one, or all others', async () => {
    const user = await panel.tests.user('support');
    const others = [await panel.tests.signedIn(user), await panel.tests.signedIn(user), await panel.tests.signedIn(user)];
    visit = await panel.signedIn(user, 'account');
    await visit.shows('This session');
    const end = visit.page.getByRole('button', { name: 'End', exact: true });
    expect(await end.count()).toBe(3);
    await visit.shows('Chrome on Linux');
    await end.first().click();
    await visit.shows('The session has ended.');
    await visit.press('End all others');
    await visit.confirm('End all others');
    await end.first().waitFor({ state: 'detached' });
    for (const other of others) {
      await isSignedOut(other);
      await other.visitor.close();
    }
    await visit.page.reload();
    await visit.shows('This session');
  });

  it('of another user end with a reset of the password, which asks for the own password', async () => {
    const user = await panel.tests.user('support');
    visit = await panel.as(panel.root, 'users');
    await visit.page.getByRole('row').filter({ hasText: user.login }).getByRole('button', { name: 'Reset password' }).click();
    const dialog = visit.page.getByRole('dialog');
    for (const [own, shown] of [
      ['wrong-wrong-wrong', 'The password is wrong.'],
      [panel.root.password, `Password of ${user.login}`],
    ] as const) {
      await dialog.getByLabel('Your own password').fill(own);
      await dialog.getByRole('button', { name: 'Reset password' }).click();
      await visit.shows(shown);
    }
    const password = (await dialog.locator('code').textContent()) ?? '';
    await visit.confirm('Done');
    expect(await visit.visitor.leaksOf(password)).toEqual([]);
  });

  it('of one’s own end with the link to the identity provider, which a super administrator opens again', async () => {
    const user = await panel.tests.user('support');
    await panel.query(`update users set oidc_subject = 'issuer|' || login where login = $1`, [user.login]);
    const other = await panel.tests.signedIn(user);
    visit = await panel.signedIn(user, 'account');
    const card = visit.page.locator('section').filter({ has: visit.page.getByRole('heading', { name: 'Identity provider' }) });
    await card.getByLabel('Your own password').fill(user.password);
    await visit.press('Undo the link');
    await visit.shows('You sign in with your password only now. Your other sessions have ended.');
    await card.waitFor({ state: 'detached' });
    await isSignedOut(other);
    await other.visitor.close();
    const admin = await panel.as(panel.root, 'users');
    await admin.page.getByRole('row').filter({ hasText: user.login }).getByRole('button', { name: 'Edit' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Identity provider').selectOption('Not linked: the next sign-in there makes a link');
    await dialog.getByLabel('Your own password').fill(panel.root.password);
    await admin.confirm('Save');
    await admin.shows('Robin Vale is saved.');
  });

  it('of another user are ended by a super administrator', async () => {
    const user = await panel.tests.user('support');
    const other = await panel.tests.signedIn(user);
    visit = await panel.as(panel.root, 'users');
    await visit.page.getByRole('row').filter({ hasText: user.login }).getByRole('link', { name: 'Sessions' }).click();
    await visit.isOn('Sessions of Robin Vale');
    await visit.press('End all');
    await visit.confirm('End all');
    await visit.shows('No sessions.');
    await isSignedOut(other);
    await other.visitor.close();
  });
}
