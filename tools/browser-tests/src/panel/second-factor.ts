import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';
import { codeOf, scanned } from '../testing/second-factor';

/** The service requires one of super administrators. Keeps the session of the suite's: a code works once, so each sign-in would wait for the next. */
export function describeSecondFactor(panel: PanelSuite): void {
  let visit: AdminVisit;
  const key = async () => (await visit.page.locator('code.secret').textContent()) ?? '';
  const setUp = async (password: string) => {
    await visit.page.getByLabel('Your own password').fill(password);
    await visit.press('Set up');
  };
  const typeCode = async (code: string) => visit.page.getByLabel('Code', { exact: true }).fill(code);

  it('comes before everything else where a setting requires it of super administrators; a phone can scan it', async () => {
    visit = await panel.open('users');
    await visit.signIn(panel.root);
    await visit.isOn('Second factor');
    await visit.page.reload();
    await visit.isOn('Second factor');
    expect(await visit.page.getByRole('navigation').count()).toBe(0);
    await setUp('wrong-wrong-wrong');
    await visit.shows('The password is wrong.');
    await setUp(panel.root.password);
    const secret = await key();
    const content = await scanned(visit.page.getByRole('img', { name: 'Code to scan with an authenticator app' }));
    expect(new URL(content).searchParams.get('secret')).toBe(secret);
    await typeCode(await codeOf(secret, -20));
    await visit.press('Confirm');
    await visit.shows('The code is wrong or was used already.');
    await typeCode(await codeOf(secret));
    await visit.press('Confirm');
    await visit.isOn('Users');
    expect(await visit.visitor.leaksOf(secret)).toEqual([]);
    await panel.keepSession(panel.root, visit);
  });

  it('is set up, asked for at the sign-in, takes each code once, and is switched off', async () => {
    const user = await panel.support();
    const signInWith = async (code: string) => {
      await visit.page.getByLabel('Code of your authenticator app').fill(code);
      await visit.signIn(user);
    };
    visit = await panel.signedIn(user, 'account');
    await setUp(user.password);
    const secret = await key();
    const first = await codeOf(secret, -1);
    await typeCode(first);
    await visit.press('Confirm');
    await visit.shows('Every sign-in asks for a code of your authenticator app.');
    await visit.press('Sign out');
    for (const refused of ['', first, await codeOf(secret, -20)]) {
      const responded = visit.visitor.responded('/api/admin/sessions', 'POST');
      await signInWith(refused);
      await responded;
      await visit.shows('Login, password or code is wrong.');
    }
    const second = await codeOf(secret);
    await signInWith(`${second.slice(0, 3)} ${second.slice(3)}`);
    await visit.isOn('Your account');
    await visit.page.getByRole('textbox', { name: 'Password', exact: true }).fill(user.password);
    await typeCode(second);
    await visit.press('Remove');
    await visit.shows('The code is wrong or was used already.');
    await typeCode(await codeOf(secret, 1));
    await visit.press('Remove');
    await visit.shows('An authenticator app makes a stolen password useless.');
    expect(await visit.visitor.leaksOf(secret)).toEqual([]);
    await visit.press('Sign out');
    await visit.signIn(user);
    await visit.isOn('Your account');
  });
}
