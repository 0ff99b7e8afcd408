import { join } from 'node:path';
import { shootChanges } from './admin-change-screenshots';
import { shootCreation } from './admin-create-screenshots';
import { supportPictures, type PicturedPlaces } from './testing/admin-support-pictures';
import { AdminTests, type AdminVisit } from './testing/admin-tests';

const screens = ['dashboard', 'connections', 'failed-work', 'tenants', 'users', 'audit-log', 'account'];

const looks = [
  { name: 'light', options: { colorScheme: 'light' } },
  { name: 'dark', options: { colorScheme: 'dark', locale: 'de-DE' } },
  { name: 'narrow', options: { viewport: { width: 390, height: 844 } } },
] as const;

/** Pictures of every screen of the admin panel, with connected shops of which one is disconnected and one was replaced. */
export async function shootAdminPanel(folder: string, isWanted: (name: string) => boolean): Promise<void> {
  const tests = await AdminTests.start(null);
  try {
    const tenant = await tests.service.tenant();
    const { connectionId: retiredId } = await tests.service.linkedShop('demo-shop-a', tenant);
    const { connectionId: shopId } = await tests.service.linkedShop('demo-shop-a', tenant);
    await tests.service.sendUnusableWebhook(shopId, { id: 515, status: 'processing', billing: { email: 'ada@mail.example' } });
    const disconnected = await tests.service.linkedShop('demo-shop-b', tenant);
    await tests.service.ask('POST', '/api/widget/connection/disconnect', { token: disconnected.widgetToken });
    const user = await tests.firstAdministrator();
    for (const { name, options } of looks) {
      const visit = await tests.signedIn(user, '', options);
      const pathOf = (screen: string) => join(folder, `admin-${screen}-${name}.png`);
      const isShot = (screen: string) => isWanted(`admin-${screen}-${name}.png`);
      const shoot = async (screen: string, address: string, prepare?: () => Promise<unknown>) => {
        await visit.page.goto(`${tests.service.url}/admin/#/${address}`);
        // The address differs behind the `#` only, which loads nothing by itself.
        await visit.page.reload({ waitUntil: 'networkidle' });
        await prepare?.();
        await visit.page.screenshot({ path: pathOf(screen), fullPage: true, animations: 'disabled' });
      };
      for (const screen of screens.filter(isShot)) await shoot(screen, screen);
      if (isShot('connection')) await shoot('connection', `connections/${disconnected.connectionId}`);
      const places = await placesOf(tests, visit, shopId);
      // So that the doctor finds something.
      await tests.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 404, path: 'connectivity-check' }] });
      for (const { name: screen, address, prepare } of supportPictures.filter((picture) => isShot(picture.name)))
        await shoot(screen, address(places), prepare && (() => prepare(visit, places)));
      await tests.service.shop('demo-shop-a', 'faults', { faults: [] });
      await shootChanges({ tests, visit, password: user.password, pathOf, isWanted }, disconnected.connectionId, retiredId);
      if (['create', 'preview'].some(isShot)) await shootCreation(tests, visit, pathOf);
      await visit.visitor.close();
    }
  } finally {
    await tests.stop();
  }
}

async function placesOf({ service }: AdminTests, { page }: AdminVisit, shopId: string): Promise<PicturedPlaces> {
  const me = await page.request.get(`${service.url}/api/admin/me`);
  const { ids } = await service.shop<{ ids: number[] }>('demo-shop-a', 'ids', { collection: 'orders' });
  return { shopId, userId: ((await me.json()) as { id: string }).id, orderId: String(ids[0]) };
}
