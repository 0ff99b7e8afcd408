import { join } from 'node:path';
import { shootChanges } from './admin-change-screenshots';
import { shootCreation } from './admin-create-screenshots';
import { AdminTests } from './testing/admin-tests';

const screens = ['dashboard', 'connections', 'failed-work', 'tenants', 'users', 'audit-log', 'account'];

const looks = [
  { name: 'light', options: { colorScheme: 'light' } },
  { name: 'dark', options: { colorScheme: 'dark', locale: 'de-DE' } },
  { name: 'narrow', options: { viewport: { width: 390, height: 844 } } },
] as const;

/** Pictures of every screen of the admin panel, with two connected shops of which one is disconnected. */
export async function shootAdminPanel(folder: string, isWanted: (name: string) => boolean): Promise<void> {
  const tests = await AdminTests.start(null);
  try {
    const tenant = await tests.service.tenant();
    const { connectionId: retiredId } = await tests.service.linkedShop('demo-shop-a', tenant);
    const { connectionId } = await tests.service.linkedShop('demo-shop-a', tenant);
    await tests.service.sendUnusableWebhook(connectionId, { id: 515, status: 'processing', billing: { email: 'ada@mail.example' } });
    const disconnected = await tests.service.linkedShop('demo-shop-b', tenant);
    await tests.service.ask('POST', '/api/widget/connection/disconnect', { token: disconnected.widgetToken });
    const user = await tests.firstAdministrator();
    for (const { name, options } of looks) {
      const visit = await tests.signedIn(user, '', options);
      const addresses = [...screens.map((screen) => [screen, screen]), ['connection', `connections/${disconnected.connectionId}`]] as const;
      for (const [screen, address] of addresses.filter(([shown]) => isWanted(`admin-${shown}-${name}.png`))) {
        await visit.page.goto(`${tests.service.url}/admin/#/${address}`);
        // The address differs behind the `#` only, which loads nothing by itself.
        await visit.page.reload({ waitUntil: 'networkidle' });
        await visit.page.screenshot({ path: join(folder, `admin-${screen}-${name}.png`), fullPage: true, animations: 'disabled' });
      }
      const pathOf = (screen: string) => join(folder, `admin-${screen}-${name}.png`);
      await shootChanges({ tests, visit, pathOf, isWanted }, disconnected.connectionId, retiredId);
      if (['create', 'preview'].some((screen) => isWanted(`admin-${screen}-${name}.png`)))
        await shootCreation(tests, visit, (screen) => join(folder, `admin-${screen}-${name}.png`));
      await visit.visitor.close();
    }
  } finally {
    await tests.stop();
  }
}
