import { mkdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { smallPng } from './small-png';
import { Visitor } from './testing/visitor';
import { scriptOf, stageOf, widgetStates, type WidgetState } from './testing/widget-states';
import { WidgetTests } from './testing/widget-tests';

const folder = 'dist/screenshots';

interface Look {
  name: string;
  options: BrowserContextOptions;
  properties?: Record<string, unknown>;
}

/** As low as can be: a picture is as high as what is in it. */
const looks: readonly Look[] = [
  { name: 'light', options: { viewport: { width: 680, height: 100 }, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: { width: 680, height: 100 }, colorScheme: 'dark' } },
  { name: 'narrow', options: { viewport: { width: 320, height: 100 } } },
  { name: 'rtl', options: { viewport: { width: 680, height: 100 } }, properties: { locale: 'ar' } },
];

/** Kept in the docs, which show what the scripts draw now: `npm run screenshots -- --docs`. */
const inDocs: Readonly<Record<string, string>> = {
  'host-page-light.png': 'host-page.png',
  'service-connector-instructing-token-light.png': 'connector-token.png',
  'service-connector-connected-dark.png': 'connector-connected-dark.png',
  'service-connector-instructing-rtl.png': 'connector-rtl.png',
  'service-config-form-unsaved-light.png': 'config-unsaved.png',
  'service-config-form-every-type-of-field-narrow.png': 'config-narrow.png',
};

const fileOf = (...words: string[]) => `${words.join('-').replace(/[^a-z0-9]+/g, '-')}.png`;

async function shoot(tests: WidgetTests, { element, name, reach }: WidgetState, look: Look): Promise<void> {
  const style = tests.site.file(
    'text/css',
    ':root { color-scheme: light dark } body { margin: 16px; background: light-dark(#f2f4f7, #0b0e14) }',
  );
  const visitor = await Visitor.with(tests.browser, { ...look.options, reducedMotion: 'reduce' });
  try {
    await visitor.page.goto(
      tests.site.page({
        head: `<link rel="stylesheet" href="${style}">${tests.script(scriptOf[element])}`,
        body: '<main id="place"></main>',
      }),
    );
    await reach(stageOf(tests, visitor, element, look.properties));
    await visitor.page.mouse.move(0, 0);
    await visitor.page.screenshot({ path: join(folder, fileOf(element, name, look.name)), fullPage: true, animations: 'disabled' });
  } finally {
    await visitor.close();
  }
}

/** With a shop that is connected from its plugin, so that both widgets are there. */
async function shootHostPage(tests: WidgetTests, { name, options }: Look): Promise<void> {
  const visitor = await Visitor.with(tests.browser, { ...options, ...(name !== 'narrow' && { viewport: { width: 1200, height: 900 } }) });
  const { page } = visitor;
  await page.goto(`${tests.service.url}/#commerce_b`);
  await page.locator('#log li').waitFor();
  await page.locator('#register').click();
  await page.locator('service-config select').waitFor();
  await page.locator('#connect-another').click();
  await page.locator('service-connector [part="button"]').click();
  await page.locator('service-connector input').waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.screenshot({ path: join(folder, fileOf('host-page', name)), animations: 'disabled' });
  await page.screenshot({ path: join(folder, fileOf('host-page', name, 'whole')), fullPage: true, animations: 'disabled' });
  await visitor.close();
}

async function keepInDocs(): Promise<void> {
  await mkdir('docs/images', { recursive: true });
  for (const [from, to] of Object.entries(inDocs)) await writeFile(join('docs/images', to), smallPng(await readFile(join(folder, from))));
}

/** One after the other: a shop has one registration at a time. */
async function shootAll(tests: WidgetTests, element: WidgetState['element']): Promise<void> {
  for (const look of looks) {
    for (const state of widgetStates.filter((one) => one.element === element)) await shoot(tests, state, look);
    console.log(`${element}, ${look.name}`);
  }
}

/** Every state of both widgets and the host page, in light, dark, narrow and from right to left, into dist/screenshots. */
async function main(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = await WidgetTests.start({}, null);
  try {
    await Promise.all([shootAll(tests, 'service-connector'), shootAll(tests, 'service-config')]);
    for (const look of looks) if (look.name !== 'rtl') await shootHostPage(tests, look);
  } finally {
    await tests.stop();
  }
  if (process.argv.includes('--docs')) await keepInDocs();
  console.log(`The pictures are in ${folder}.`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
