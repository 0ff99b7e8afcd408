import { openVisitor, readDemoPage } from '../demo-site/demo-page';
import { connectInPlugin } from '../testing/plugin-page';
import { ReferencePage } from '../testing/reference-page';
import { saveSettings } from './embedder-walk';
import type { Ground } from './ground';
import type { Walk } from './walk';

/** What `npm start` prints and serves, from the page of the made-up product to the panel. */
export async function walkAsNewcomer(walk: Walk, { tests, panel }: Ground): Promise<void> {
  const visitor = await openVisitor(tests.browser);
  const { page } = visitor;
  const connector = page.locator('service-connector');
  await walk.step('Open the address that `npm start` prints', async () => {
    await page.goto(tests.service.url);
    await connector.getByRole('button', { name: 'Generate token' }).waitFor();
    return page;
  });
  await walk.step('Press “Generate token”, open the shop’s plugin with the link and paste the token there', async () => {
    await connector.getByRole('button', { name: 'Generate token' }).click();
    const token = await connector.getByRole('textbox').inputValue();
    const [plugin] = await Promise.all([page.context().waitForEvent('page'), connector.getByRole('link').first().click()]);
    await connectInPlugin(plugin, token);
    return plugin;
  });
  await walk.step('Return to the page: the shop is up to date', async () => {
    await page.bringToFront();
    await connector.getByText(/^Last sync/).waitFor();
    return page;
  });
  await walk.step('Connect the other shop from its plugin, change its settings and save', async () => {
    await page.locator('#card-commerce_b').click();
    await page.getByRole('button', { name: 'Connect Demo Shop B from its plugin' }).click();
    await saveSettings(page);
    return page;
  });
  await walk.step('Open the reference and read an order from the feed', async () => {
    const token = (await readDemoPage(() => visitor).account())?.token ?? '';
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.locator('#token').fill(token);
    const orders = await new ReferencePage(page).tryIt('/api/records/orders', 'GET');
    await orders.locator('input[name="limit"]').fill('1');
    await orders.getByRole('button').click();
    await orders.getByText('"source_id"').first().waitFor();
    return page;
  });
  await walk.step('Sign in to the panel as `npm start` prints it, and change the password', async () => {
    const visit = await panel.signedIn(await panel.firstAdministrator(), 'dashboard');
    await visit.isOn('Overview');
    await visit.shows('Nothing needs you now.');
    return visit.page;
  });
}
