import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, runCommand } from '@sync/command-line';
import type { BrowserContextOptions } from 'playwright-core';
import { shootAdminPanel } from './admin-screenshots';
import { configStates } from './testing/config-states';
import { connectorStates } from './testing/connector-states';
import { reach, type State } from './testing/stage';
import { Visitor } from './testing/visitor';
import { webhooksStates } from './testing/webhooks-states';
import { WidgetTests, type WidgetElement } from './testing/widget-tests';

const folder = 'dist/screenshots';

interface Look {
  name: string;
  options: BrowserContextOptions;
  locale?: string;
}

/** The viewport is low because a full-page screenshot grows with its content. */
const looks: readonly Look[] = [
  { name: 'light', options: { viewport: { width: 680, height: 100 }, colorScheme: 'light' } },
  { name: 'dark', options: { viewport: { width: 680, height: 100 }, colorScheme: 'dark' } },
  { name: 'wide', options: { viewport: { width: 1200, height: 100 } }, locale: 'de' },
  { name: 'narrow', options: { viewport: { width: 320, height: 100 } } },
  { name: 'narrow-de', options: { viewport: { width: 320, height: 100 } }, locale: 'de' },
  { name: 'rtl', options: { viewport: { width: 680, height: 100 } }, locale: 'ar' },
  { name: 'forced', options: { viewport: { width: 680, height: 100 }, forcedColors: 'active' } },
];

/** Copied into the docs by `npm run screenshots -- --docs`. */
const inDocs: Readonly<Record<string, string>> = {
  'host-page-light.png': 'host-page.png',
  'service-connector-instructing-token-light.png': 'connector-token.png',
  'service-connector-connected-dark.png': 'connector-connected-dark.png',
  'service-connector-instructing-rtl.png': 'connector-rtl.png',
  'service-connector-linked-several-shops-light.png': 'connector-linked.png',
  'service-config-form-unsaved-light.png': 'config-unsaved.png',
  'service-config-form-every-type-of-field-narrow.png': 'config-narrow.png',
  'service-config-form-connection-in-error-light.png': 'config-error.png',
  'service-config-disconnected-dark.png': 'config-disconnected-dark.png',
  'service-webhooks-several-endpoints-light.png': 'webhooks-endpoints.png',
  'service-webhooks-deliveries-light.png': 'webhooks-deliveries.png',
  'admin-connections-light.png': 'admin-connections.png',
  'admin-connection-light.png': 'admin-connection.png',
};

const fileOf = (...words: string[]) => `${words.join('-').replace(/[^a-z0-9]+/g, '-')}.png`;

async function shoot(tests: WidgetTests, element: WidgetElement, state: State, { name, options, locale }: Look): Promise<void> {
  const style = tests.site.style(':root { color-scheme: light dark } body { margin: 16px; background: light-dark(#f2f4f7, #0b0e14) }');
  const head = style + tests.script(element);
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

/** With a generated token, then with a shop connected from its plugin, so that both widgets are visible. */
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

function copyToDocs(): void {
  for (const [from, to] of Object.entries(inDocs))
    if (existsSync(join(folder, from))) copyFileSync(join(folder, from), join('docs/images', to));
}

/** In sequence, because a shop has one registration at a time. */
async function shootAll(
  tests: WidgetTests,
  element: WidgetElement,
  states: readonly State[],
  isWanted: (name: string) => boolean,
): Promise<void> {
  for (const look of looks) {
    for (const state of states) {
      if (isWanted(fileOf(element, state.name, look.name))) await shoot(tests, element, state, look);
    }
    console.log(`${element}, ${look.name}`);
  }
}

const usage = `Usage: npm run screenshots -- [--docs] [words]
Takes pictures of every state of the widgets, of the demo page and of the admin panel: light, dark, narrow, wide, right to left and in forced colours. Writes them to
dist/screenshots. Words select pictures by name, for example host-page or token-light. --docs copies the pictures of the docs to docs/images.`;

async function takePictures(args: readonly string[]): Promise<void> {
  const { values, positionals: words } = readArguments(args, { docs: { type: 'boolean', default: false } }, true);
  const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = await WidgetTests.start({}, null);
  try {
    await Promise.all([
      shootAll(tests, 'service-connector', connectorStates, isWanted),
      shootAll(tests, 'service-config', configStates, isWanted),
      shootAll(tests, 'service-webhooks', webhooksStates, isWanted),
    ]);
    for (const look of looks)
      if (!['rtl', 'forced', 'wide'].includes(look.name) && isWanted(fileOf('host-page', look.name))) await shootHostPage(tests, look);
  } finally {
    await tests.stop();
  }
  if (words.length === 0 || words.some((word) => word.startsWith('admin'))) await shootAdminPanel(folder, isWanted);
  if (values.docs) copyToDocs();
  console.log(`The pictures are in ${folder}.`);
}

runCommand(usage, takePictures).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
