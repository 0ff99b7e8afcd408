import type { AdminTests } from '../testing/admin-tests';
import type { BrokenShop } from './broken-shops';
import { Walk } from './walk';

/** A support user who knows the name of the company alone finds out why its shop fails, from the overview: one step for each shop. */
export async function walkAsSupport(tests: AdminTests, shops: readonly BrokenShop[], folder: string): Promise<Walk> {
  const walk = new Walk('Support user', folder);
  const visit = await tests.signedIn(await tests.firstAdministrator());
  const { page } = visit;
  const notWell = page.locator('.badge:not(.badge-good)');
  for (const { company, fault, cause } of shops) {
    await page.goto(`${tests.service.url}/admin/#/dashboard`);
    await visit.isOn('Overview');
    await walk.step(`${company}: ${fault}`, page, async () => {
      await page.keyboard.press('/');
      await page.keyboard.type(company);
      await page.getByRole('option', { name: company }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.locator('tr').filter({ has: notWell }).getByRole('link').first().click();
      await visit.shows(cause);
    });
  }
  await visit.visitor.close();
  return walk;
}
