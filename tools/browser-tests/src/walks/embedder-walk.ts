import type { Page } from 'playwright-core';
import { bundleOfPage } from '../testing/bundle-of-page';
import type { WidgetTests } from '../testing/widget-tests';
import type { Ground } from './ground';
import type { Walk } from './walk';

const examples = { 'plain HTML': null, 'React 19': 'react.tsx', 'Vue 3': 'vue.ts' } as const;

/** One line in a page of the embedder's own, until a shop is connected and its settings are saved. */
export const walkAsEmbedder =
  (kind: keyof typeof examples) =>
  async (walk: Walk, { tests }: Ground) => {
    const tenant = await tests.service.tenant();
    const visitor = await tests.visit({ head: '', body: '' });
    const { page } = visitor;
    const open = async (shopToken: string | null) => page.goto(tests.site.page(await documentOf(shopToken)));
    const documentOf = async (shopToken: string | null) => {
      const example = examples[kind];
      if (example === null) return plainPage(tests, shopToken);
      const data = { apiUrl: tests.service.url, tenantId: tenant.tenantId, token: tenant.token, shopToken };
      const script = tests.site.script(await bundleOfPage({ entryPoints: [`apps/widgets/package/examples/${example}`] }));
      return { body: `<div id="app"></div><script type="application/json" id="page-data">${JSON.stringify(data)}</script>${script}` };
    };
    await walk.step('Open the page', async () => {
      await open(null);
      await page.getByRole('button', { name: 'Generate token' }).waitFor();
      return page;
    });
    await walk.step('Press “Generate token”', async () => {
      await page.getByRole('button', { name: 'Generate token' }).click();
      await page.getByRole('textbox').waitFor();
      return page;
    });
    await walk.step('The shop’s owner pastes the token into the plugin', async () => {
      await tests.service.finalise('demo-shop-a', await page.getByRole('textbox').inputValue());
      await page.locator('service-connector .done').waitFor();
      return page;
    });
    await walk.step('Open the page of a shop’s settings, change one and save', async () => {
      await open((await tests.service.linkedShop('demo-shop-b', tenant)).widgetToken);
      await saveSettings(page);
      return page;
    });
  };

function plainPage(tests: WidgetTests, shopToken: string | null) {
  const token = JSON.stringify(shopToken);
  const settings = `<service-config></service-config>${tests.site.script(`document.querySelector('service-config').token = ${token}`)}`;
  const connector = '<service-connector system="mailing_platform" connection="commerce_a"></service-connector>';
  return { head: tests.script(), body: shopToken === null ? connector : settings };
}

export async function saveSettings(page: Page): Promise<void> {
  await page.getByLabel('Both ways').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('service-config').getByText('Saved').first().waitFor();
}
