import { BrokenShops } from './broken-shops';
import type { Ground } from './ground';
import type { Walk } from './walk';

/** A support user who knows the name of the company alone finds out why its shop fails, from the overview: one step for each shop. */
export async function walkAsSupport(walk: Walk, { panel }: Ground): Promise<void> {
  const shops = await BrokenShops.start(panel.service);
  try {
    const visit = await panel.signedIn(await panel.firstAdministrator());
    const { page } = visit;
    const notWell = page.locator('.badge:not(.badge-good)');
    for (const { company, fault, cause } of shops.all) {
      await page.goto(`${panel.service.url}/admin/#/dashboard`);
      await visit.isOn('Overview');
      await walk.step(`${company}: ${fault}`, async () => {
        await page.keyboard.press('/');
        await page.keyboard.type(company);
        await page.getByRole('option', { name: company }).first().waitFor();
        await page.keyboard.press('Enter');
        await page.locator('tr').filter({ has: notWell }).getByRole('link').first().click();
        await visit.shows(cause);
        return page;
      });
    }
  } finally {
    await shops.stop();
  }
}
