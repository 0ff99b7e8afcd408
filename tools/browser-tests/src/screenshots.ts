import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, runCommand } from '@sync/embedded-services';
import type { BrowserContextOptions } from 'playwright-core';
import { smallPng } from './small-png';
import { reach, type State, type WidgetElement } from './testing/stage';
import { Visitor } from './testing/visitor';
import { scriptOf, widgetStates } from './testing/widget-states';
import { WidgetTests } from './testing/widget-tests';

const folder = 'dist/screenshots';

interface Look {
  name: string;
  options: BrowserContextOptions;
  locale?: string;
}

/** As low as can be: a picture is as high as what is in it. */
const looks: readonly Look[] = [
  { name: 'light', options: { viewport: { width: 680, height: 100 }, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: { width: 680, height: 100 }, colorScheme: 'dark' } },
  { name: 'narrow', options: { viewport: { width: 320, height: 100 } } },
  { name: 'rtl', options: { viewport: { width: 680, height: 100 } }, locale: 'ar' },
  { name: 'forced', options: { viewport: { width: 680, height: 100 }, forcedColors: 'active' } },
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

async function shoot(tests: WidgetTests, element: WidgetElement, state: State, { name, options, locale }: Look): Promise<void> {
  const style = tests.site.file(
    'text/css',
    ':root { color-scheme: light dark } body { margin: 16px; background: light-dark(#f2f4f7, #0b0e14) }',
  );
  const head = `<link rel="stylesheet" href="${style}">${tests.script(scriptOf[element])}`;
  const visitor = await tests.visit({ head, body: '<main id="place"></main>' }, { ...options, reducedMotion: 'reduce' });
  const { page } = visitor;
  try {
    await reach(tests, visitor, element, state);
    if (locale) await page.locator(element).evaluate((it, to) => it.setAttribute('locale', to), locale);
    if (locale) await page.locator(`${element} .frame[lang="${locale}"]`).waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(folder, fileOf(element, state.name, name)), fullPage: true, animations: 'disabled' });
  } finally {
    await visitor.close();
  }
}

/** As it is met first, with a token made; and with a shop that is connected from its plugin, so that both widgets are there. */
async function shootHostPage(tests: WidgetTests, { name, options }: Look): Promise<void> {
  const visitor = await Visitor.with(tests.browser, { ...options, ...(name !== 'narrow' && { viewport: { width: 1200, height: 900 } }) });
  const { page } = visitor;
  const shootWhole = async (...words: string[]) => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.screenshot({ path: join(folder, fileOf('host-page', name, ...words)), fullPage: true, animations: 'disabled' });
  };
  await page.goto(`${tests.service.url}/#commerce_a`);
  await page.locator('service-connector [part="button"]').click();
  await page.locator('service-connector input').waitFor();
  await shootWhole();
  await page.goto(`${tests.service.url}/#commerce_b`);
  await page.locator('#register', { hasText: 'Demo Shop B' }).click();
  await page.locator('service-config select').waitFor();
  await shootWhole('connected');
  await visitor.close();
}

async function keepInDocs(): Promise<void> {
  await mkdir('docs/images', { recursive: true });
  for (const [from, to] of Object.entries(inDocs))
    if (existsSync(join(folder, from))) await writeFile(join('docs/images', to), smallPng(await readFile(join(folder, from))));
}

/** One after the other: a shop has one registration at a time. */
async function shootAll(tests: WidgetTests, element: WidgetElement, isWanted: (name: string) => boolean): Promise<void> {
  for (const look of looks) {
    for (const state of widgetStates[element]) {
      if (isWanted(fileOf(element, state.name, look.name))) await shoot(tests, element, state, look);
    }
    console.log(`${element}, ${look.name}`);
  }
}

const usage = `Usage: npm run screenshots -- [--docs] [words]
Every state of both widgets and the host page, in light, dark, narrow, from right to left and in forced colours, into dist/screenshots. With
words, only the pictures that have one of them in their name, such as host-page token-light. --docs keeps those of the documents in docs/images.`;

async function takePictures(args: readonly string[]): Promise<void> {
  const { values, positionals: words } = readArguments(args, { docs: { type: 'boolean', default: false } }, true);
  const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = await WidgetTests.start({}, null);
  try {
    await Promise.all([shootAll(tests, 'service-connector', isWanted), shootAll(tests, 'service-config', isWanted)]);
    for (const look of looks)
      if (!['rtl', 'forced'].includes(look.name) && isWanted(fileOf('host-page', look.name))) await shootHostPage(tests, look);
  } finally {
    await tests.stop();
  }
  if (values.docs) await keepInDocs();
  console.log(`The pictures are in ${folder}.`);
}

runCommand(usage, takePictures).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
