import type { Page } from 'playwright-core';
import { bundleOfPage } from '../testing/bundle-of-page';
import type { WidgetTests } from '../testing/widget-tests';
import { Walk } from './walk';

const examples = { 'plain HTML': null, 'React 19': 'react.tsx', 'Vue 3': 'vue.ts' } as const;

/** One line in a page of the embedder's own, until a shop is connected and its settings are saved. */
export async function walkAsEmbedder(tests: WidgetTests, kind: keyof typeof examples, folder: string): Promise<Walk> {
  const walk = new Walk(`Embedder, ${kind}`, folder);
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
  await walk.step('Open the page', page, async () => {
    await open(null);
    await page.locator('service-connector').getByRole('button', { name: 'Generate token' }).waitFor();
  });
  await walk.step('Press “Generate token”', page, async () => {
    await page.getByRole('button', { name: 'Generate token' }).click();
    await page.getByRole('textbox').waitFor();
  });
  await walk.step('The shop’s owner pastes the token into the plugin', page, async () => {
    await tests.service.finalise('demo-shop-a', await page.getByRole('textbox').inputValue());
    await page.locator('service-connector .done').waitFor();
  });
  await walk.step('Open the page of a shop’s settings, change one and save', page, async () => {
    await saveSettings(page, async () => open((await tests.service.linkedShop('demo-shop-b', tenant)).widgetToken));
  });
  await visitor.close();
  return walk;
}

function plainPage(tests: WidgetTests, shopToken: string | null) {
  const token = JSON.stringify(shopToken);
  const settings = `<service-config></service-config>${tests.site.script(`document.querySelector('service-config').token = ${token}`)}`;
  const connector = '<service-connector system="mailing_platform" connection="commerce_a"></service-connector>';
  return { head: tests.script(), body: shopToken === null ? connector : settings };
}

async function saveSettings(page: Page, open: () => Promise<unknown>): Promise<void> {
  await open();
  await page.getByLabel('Both ways').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('service-config').getByText('Saved').first().waitFor();
}
