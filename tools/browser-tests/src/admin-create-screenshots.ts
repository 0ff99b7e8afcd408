import type { Page } from 'playwright-core';
import type { AdminTests, AdminVisit } from './testing/admin-tests';

/** The ways to connect a shop, and the preview of the configuration widget of a connected one, each named for its picture. */
export async function shootCreation({ service }: AdminTests, { page }: AdminVisit, fileOf: (screen: string) => string): Promise<void> {
  const shoot = (screen: string) => page.screenshot({ path: fileOf(screen), fullPage: true, animations: 'disabled' });
  await page.goto(`${service.url}/admin/#/connections/new`);
  await choose(page);
  await shoot('create');
  await page.getByRole('button', { name: /^(Create token|Token erzeugen)$/ }).click();
  await page.locator('code.secret').waitFor();
  await shoot('create-token');

  await page.reload();
  await choose(page);
  await page.getByRole('radio', { name: /credentials|Zugangsdaten/ }).check();
  await page.getByLabel(/^(Address of the shop|Adresse des Shops)$/).fill(service.shopUrl('demo-shop-b'));
  await page.getByLabel(/^Webservice(?: key|-Schlüssel)$/).fill('wrong');
  await page.getByRole('button', { name: /^(Verify and connect|Prüfen und verbinden)$/ }).click();
  await page.getByRole('region', { name: /^(What the shop doctor|Was die Diagnose)/ }).waitFor();
  await shoot('create-refused');

  await page.goto(`${service.url}/admin/#/connections?system=commerce_a`);
  await page
    .getByRole('link', { name: /^Commerce A,/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^(Show the preview|Vorschau zeigen)$/ }).click();
  await page.frameLocator('iframe').getByRole('combobox').waitFor();
  // Its part only: browsers draw nothing in a frame that is out of sight.
  await page.locator('section', { has: page.locator('iframe') }).screenshot({ path: fileOf('preview'), animations: 'disabled' });
}

async function choose(page: Page): Promise<void> {
  await page
    .getByRole('group', { name: /^(Company|Firma)$/ })
    .getByRole('radio')
    .first()
    .check();
  await page.getByRole('radio', { name: 'Commerce B' }).check();
}
