import { until } from '@sync/test-harness';
import { openSection } from '../panel/doctor-and-records';
import { codeOf } from '../testing/second-factor';
import type { Ground } from './ground';
import type { Walk } from './walk';

const password = 'a long enough sentence';

/** The first sign-in, a shop that breaks and is repaired, work that failed, and what else an operator looks at. */
export async function walkAsOperator(walk: Walk, { panel }: Ground): Promise<void> {
  const { service } = panel;
  const tenant = await service.tenant('mailing_platform', 'Quiet Harbour');
  const { connectionId } = await service.linkedShop('demo-shop-a', tenant);
  const syncs = `/api/system-connections/${connectionId}/syncs`;
  const threeRuns = (ended: string) =>
    until(async () => {
      const { data } = await service.ask<{ data: { status: string }[] }>('GET', syncs, { token: tenant.token });
      return data.filter(({ status }) => status === ended).length >= 3;
    });
  /** Of the whole shop, or of one of its lists. */
  const fail = async (fault: object) => {
    await service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', ...fault }] });
    await service.ask('POST', syncs, { token: tenant.token, body: { mode: 'full' } });
  };
  const repair = () => service.shop('demo-shop-a', 'faults', { faults: [] });
  await threeRuns('succeeded');

  const first = panel.printedAdministrator;
  const visit = await panel.open();
  const { page } = visit;
  const goTo = async (entry: string) => {
    await page.getByRole('navigation').getByRole('link', { name: entry }).click();
    await visit.isOn(entry);
  };
  const openList = (text: string, entry: string) =>
    walk.step(text, async () => {
      await goTo(entry);
      await page.getByRole('row').nth(1).waitFor();
      return page;
    });
  await walk.step('Sign in with the password that `npm start` prints', async () => {
    await visit.signIn(first);
    await visit.isOn('Change your password');
    return page;
  });
  await walk.step('Change it', async () => {
    await visit.changePassword(first.password, password);
    await visit.isOn('Connections');
    return page;
  });
  await walk.step('Set up a second factor: scan the code', async () => {
    await page.locator('a[href="#/account"]').click();
    await page.getByLabel('Your own password').fill(password);
    await visit.press('Set up');
    await page.locator('.qr-code').waitFor();
    return page;
  });
  await walk.step('Confirm it with a code', async () => {
    await page.getByLabel('Code', { exact: true }).fill(await codeOf((await page.locator('code.secret').textContent()) ?? ''));
    await visit.press('Confirm');
    await visit.shows('Every sign-in asks for a code of your authenticator app.');
    return page;
  });

  await fail({ status: 401 });
  await threeRuns('failed');
  await walk.step('Look at the overview: a shop denies access', async () => {
    await goTo('Overview');
    await visit.shows(/The shop denies access/);
    return page;
  });
  await walk.step('Open it and let the doctor examine the shop', async () => {
    await page.locator(`a[href="#/connections/${connectionId}"]`).first().click();
    await openSection(visit, 'Doctor');
    await visit.press('Examine the shop');
    await visit.shows(/^Problems: [1-9]/);
    return page;
  });
  await repair();
  await walk.step('The shop’s owner gives access again: reconnect', async () => {
    await visit.press('Reconnect');
    await visit.confirm('Reconnect');
    await visit.shows('It works: its last contact with the shop succeeded.');
    return page;
  });

  await fail({ status: 500, path: 'orders' });
  const failedWork = `${service.url}/api/admin/failed-tasks`;
  await until(async () => ((await (await page.request.get(failedWork)).json()) as { data: object[] }).data.length > 0);
  await repair();
  await walk.step('Open the failed work', async () => {
    await goTo('Failed work');
    await page.getByRole('button', { name: 'Retry', exact: true }).first().waitFor();
    return page;
  });
  await walk.step('Retry all of it', async () => {
    await visit.press('Retry all');
    await page.getByRole('dialog').getByRole('button', { name: 'Retry all' }).click();
    await visit.shows('No failed work.');
    return page;
  });
  await openList('Open the users', 'Users');
  await walk.step('Open the own account with its sessions', async () => {
    await page.locator('a[href="#/account"]').click();
    await visit.shows('This session');
    return page;
  });
  await openList('Open the audit log', 'Audit log');
  await walk.step('Ask whether the service is ready', async () => (await fetch(`${service.url}/health/ready`)).text());
  const [, metrics = ''] = /serving metrics.*?(http:[^\s"',]+)/.exec(service.output) ?? [];
  await walk.step('Read the metrics of an app', async () => (await fetch(metrics)).text());
}
