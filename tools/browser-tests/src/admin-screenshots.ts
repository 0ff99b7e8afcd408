import { join } from 'node:path';
import { shootCreation } from './admin-create-screenshots';
import { adminPictures } from './testing/admin-pictures';
import { AdminTests } from './testing/admin-tests';

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
    // Nothing listens there.
    const body = { url: 'http://127.0.0.1:9/hooks/connection-sync', description: 'Orders into the ERP' };
    const endpoint = await tests.service.ask<{ id: string }>('POST', '/api/webhook-endpoints', { token: tenant.token, body });
    await tests.service.ask('POST', `/api/webhook-endpoints/${endpoint.id}/test`, { token: tenant.token });
    const { ids } = await tests.service.shop<{ ids: number[] }>('demo-shop-a', 'ids', { collection: 'orders' });
    const made = {
      shopId,
      productId: tenant.connectionId,
      retiredId,
      disconnectedId: disconnected.connectionId,
      orderId: String(ids[0]),
    };
    const user = await tests.firstAdministrator();
    for (const { name, options } of looks) {
      const visit = await tests.signedIn(user, '', options);
      const pathOf = (screen: string) => join(folder, `admin-${screen}-${name}.png`);
      const isShot = (screen: string) => isWanted(`admin-${screen}-${name}.png`);
      // So that the doctor finds something.
      await tests.service.shop('demo-shop-a', 'faults', { faults: [{ kind: 'status', status: 404, path: 'connectivity-check' }] });
      const me = await visit.page.request.get(`${tests.service.url}/api/admin/me`);
      const places = { ...made, userId: ((await me.json()) as { id: string }).id, password: user.password };
      for (const { name: screen, address, prepare } of adminPictures.filter((picture) => isShot(picture.name))) {
        await visit.page.goto(`${tests.service.url}/admin/#/${address(places)}`);
        // The address differs behind the `#` only, which loads nothing by itself.
        await visit.page.reload({ waitUntil: 'networkidle' });
        await prepare?.(visit, places);
        await visit.page.waitForLoadState('networkidle');
        // A dialog covers what is visible only.
        const fullPage = (await visit.page.getByRole('dialog').count()) === 0;
        await visit.page.screenshot({ path: pathOf(screen), fullPage, animations: 'disabled' });
      }
      await tests.service.shop('demo-shop-a', 'faults', { faults: [] });
      if (['create', 'preview'].some(isShot)) await shootCreation(tests, visit, pathOf);
      await visit.visitor.close();
    }
  } finally {
    await tests.stop();
  }
}
