import { ConnectorPage } from '../testing/connector-page';
import { connectInPlugin } from '../testing/plugin-page';
import { Visitor } from '../testing/visitor';
import { saveSettings } from './embedder-walk';
import type { Ground } from './ground';
import type { Walk } from './walk';

/** The owner has the product's page open, and beside it the plugin of the shop. Real shops are walked by `npm run real-shops`. */
export async function walkAsShopOwner(walk: Walk, { tests }: Ground): Promise<void> {
  const { tenantId, token } = await tests.service.tenant();
  const attributes = { system: 'mailing_platform', connection: 'commerce_a', 'tenant-id': tenantId, token };
  const product = await ConnectorPage.open(tests, attributes, { head: tests.script('service-connector', 'service-config') });
  const { page: plugin } = await Visitor.with(tests.browser);
  const press = (name: string) => product.page.getByRole('button', { name, exact: true }).click();
  await walk.step('Open the page of the shop’s plugin', async () => {
    await plugin.goto(`${tests.service.shopUrl('demo-shop-a')}/__control/`);
    await plugin.getByLabel('Connection token').waitFor();
    return plugin;
  });
  await walk.step('Generate a token in the product, paste it into the plugin and connect', async () => {
    await connectInPlugin(plugin, await product.newToken());
    return plugin;
  });
  await walk.step('Look at the product: the shop is up to date', async () => {
    await product.shows(/^Last sync/);
    return product.page;
  });
  await walk.step('Open the settings, change one and save', async () => {
    await press('Settings');
    await saveSettings(product.page);
    return product.page;
  });
  await walk.step('Disconnect the shop', async () => {
    await press('Back');
    await press('Disconnect');
    await press('Disconnect');
    await product.shows(/^Disconnected/);
    return product.page;
  });
  await walk.step('Press “Remove”: the question names what goes', async () => {
    await press('Remove');
    await product.shows(/^Remove .+ and delete its customers, orders and products\?$/);
    return product.page;
  });
  await walk.step('Confirm it', async () => {
    await press('Remove');
    await product.generate.waitFor();
    return product.page;
  });
}
