import { until } from '@sync/test-harness';
import type { ShopName } from '../testing/running-service';
import type { WidgetSuite } from '../testing/widget-suite';

/** From the first token to the removal, with one script and nothing but what the page offers; only time and the shop act beside it. */
export function describeJourney(suite: WidgetSuite): void {
  it.each<[platform: string, shop: ShopName]>([
    ['commerce_a', 'demo-shop-a'],
    ['commerce_b', 'demo-shop-b'],
  ])(
    'link, reload in the middle, wrong key, repair, settings, failure, reconnect, disconnect, reconnect, remove: %s',
    async (platform, shop) => {
      const { service } = suite;
      const respondWith = (status: number) => service.shop(shop, 'faults', { faults: [{ kind: 'status', status }] });
      const recover = () => service.shop(shop, 'faults', { faults: [] });
      const head = `<script src="${service.url}/widgets/v1/widgets.js" defer></script>`;
      const page = await suite.connector(suite.known(platform), { head });
      const press = (name: string) => page.page.getByRole('button', { name, exact: true }).click();

      const token = await page.newToken();
      await page.page.reload();
      await page.field.waitFor();
      expect(await page.field.inputValue()).toBe(token);

      await respondWith(401);
      await service.finalise(shop, token).catch(() => undefined);
      await page.shows('The shop denies access. Check its key.');
      await page.shows('Waiting for the plugin…');
      await recover();
      const { id } = (await service.finalise(shop, token)) as { id: string };
      await page.connected.waitFor();
      await page.shows(/^Last sync/);

      await press('Settings');
      const settings = page.page.locator('service-config');
      await settings.locator('select').selectOption('manual');
      await settings.getByRole('button', { name: 'Save' }).click();
      await settings.getByText('Changes saved').first().waitFor();
      await press('Back');

      await respondWith(500);
      const { token: bearer } = suite.tenant;
      const status = async () =>
        (await service.ask<{ status: string }>('GET', `/api/widget/connections/${id}/status`, { token: bearer })).status;
      await service.ask('POST', `/api/system-connections/${id}/syncs`, { token: bearer, body: { mode: 'full' } });
      await until(async () => (await status()) === 'error');
      await page.page.reload();
      await page.shows('The shop cannot be reached.');
      await press('Reconnect');
      await page.says(/Reconnect: Something went wrong\.$/);
      await recover();
      await press('Reconnect');
      await page.shows(/^(Syncing…|Last sync)/);

      await press('Disconnect');
      await page.shows(/^Stop syncing .+\?$/);
      await press('Disconnect');
      await page.shows(/^Disconnected\. Reconnect until/);
      await press('Reconnect');
      await page.shows(/^(Syncing…|Last sync)/);
      await press('Disconnect');
      await page.shows(/^Stop syncing .+\?$/);
      await press('Disconnect');
      await press('Remove');
      await page.shows(/^Remove .+ and delete its customers, orders and products\?$/);
      await press('Remove');
      await page.generate.waitFor();
      await expect(status()).rejects.toThrow('404');
      // Events of pages before the last reload are gone with them.
      const acts = (await page.visitor.events()).map(({ type }) => type);
      expect(acts).toEqual(['reconnected', 'disconnected', 'reconnected', 'disconnected', 'removed'].map((act) => `service-${act}`));
    },
  );
}
