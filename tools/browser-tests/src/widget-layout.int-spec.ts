import type { Locator } from 'playwright-core';
import { configurationPath, connectPath } from './testing/api-paths';
import type { Visitor } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

let tests: WidgetTests;
let visitor: Visitor;
let widgets: Record<'service-connector' | 'service-config', string>;

beforeAll(async () => {
  tests = await WidgetTests.start();
  const tenant = await tests.service.tenant();
  const { widgetToken } = await tests.service.linkedShop('demo-shop-a', tenant);
  const shop = `system="mailing_platform" connection="commerce_a" tenant-id="${tenant.tenantId}" token="${tenant.token}"`;
  widgets = {
    'service-connector': `<service-connector ${shop}></service-connector>`,
    'service-config': `<service-config token="${widgetToken}"></service-config>`,
  };
});
afterEach(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.close();
});
afterAll(() => tests.stop());

const elements = ['service-connector', 'service-config'] as const;
const frameOf = (element: string) => visitor.page.locator(`${element} .frame`);
const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
const boxOf = async (part: Locator) => (await part.boundingBox())!;
const pageWidth = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
/** How much wider what is in it is than itself. */
const overflowOf = (part: Locator) => part.evaluate((it) => it.scrollWidth - it.clientWidth);

const open = async (width: number, body: string, style = '') => {
  const sheet = tests.site.file('text/css', `body { margin: 8px } ${style}`);
  const head = `<link rel="stylesheet" href="${sheet}">${tests.script('connector-widget.js')}${tests.script('widget.js')}`;
  visitor = await tests.visit({ head, body }, { viewport: { width, height: 800 } });
};
const openConnector = async (width: number, style?: string) => {
  await open(width, widgets['service-connector'], style);
  await button('Generate token').click();
  await visitor.page.locator('service-connector input').waitFor();
};
const openConfig = async (width: number, style?: string) => {
  await open(width, widgets['service-config'], style);
  await visitor.page.locator('service-config select').waitFor();
};

describe('a place that is as wide as what is in it', () => {
  const places = {
    'a row that is centred': '.place { display: flex; justify-content: center }',
    'a column that is centred': '.place { display: flex; flex-direction: column; align-items: center }',
    'a grid whose columns are auto': '.place { display: grid; grid-template-columns: auto auto; justify-content: start }',
    'a grid that centres': '.place { display: grid; place-items: center }',
    'an inline block': '.place { display: inline-block }',
    'a block that floats': '.place { float: left }',
    'a block with an absolute position': '.place { position: absolute; left: 8px }',
    'a cell of a table': '.place { display: table-cell }',
    'a block that fits its content': '.place { width: fit-content }',
    'a dialog': '',
    'a float of its own': '.place > * { float: left }',
    'a position of its own': '.place > * { position: absolute; left: 8px }',
  };

  it.each(elements.flatMap((element) => Object.entries(places).map(([name, style]) => [element, name, style] as const)))(
    '%s in %s: as wide as it likes to be, but not wider than the page',
    async (element, name, style) => {
      await open(
        900,
        name === 'a dialog' ? `<dialog open>${widgets[element]}</dialog>` : `<div class="place">${widgets[element]}</div>`,
        style,
      );
      await frameOf(element).waitFor();
      expect((await boxOf(frameOf(element))).width).toBe(640);
      await visitor.page.setViewportSize({ width: 320, height: 800 });
      expect((await boxOf(frameOf(element))).width).toBeGreaterThan(270);
      expect(await pageWidth()).toBe(320);
    },
  );

  it.each(elements)('%s: any other place is filled', async (element) => {
    await open(900, widgets[element]);
    await frameOf(element).waitFor();
    expect((await boxOf(frameOf(element))).width).toBe(884);
  });
});

describe('a narrow place', () => {
  it.each(['medium', '20px', '24px'])('with text of the size %s: nothing runs out of the frame from 160 pixels on', async (size) => {
    await open(
      320,
      `<div class="place">${elements.map((element) => widgets[element]).join('')}</div>`,
      `* { --service-font-size: ${size} }`,
    );
    await button('Generate token').click();
    await visitor.page.locator('service-connector input').waitFor();
    await visitor.page.locator('service-config select').waitFor();
    for (const width of [300, 264, 240, 200, 160]) {
      await visitor.page.locator('.place').evaluate((it, to) => ((it as HTMLElement).style.width = `${to}px`), width);
      for (const element of elements) expect([element, width, await overflowOf(frameOf(element))]).toEqual([element, width, 0]);
    }
  });

  it('long texts of the page do not make it scroll', async () => {
    await openConnector(320);
    await frameOf('service-connector').evaluate((frame) => {
      const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen '.repeat(2);
      const { host } = frame.getRootNode() as ShadowRoot;
      Object.assign(host, { texts: { copy: long, copied: long, token: long, plugin: long, newToken: long } });
    });
    await visitor.page.locator('service-connector .copy', { hasText: 'Donau' }).waitFor();
    expect(await pageWidth()).toBe(320);
    expect(await overflowOf(frameOf('service-connector'))).toBe(0);
  });

  it.each([
    ['en', 'Unsaved changes', 'Save'],
    ['de', 'Ungespeicherte Änderungen', 'Speichern'],
    ['fr', 'Modifications non enregistrées', 'Enregistrer'],
  ])('no button of the settings moves while they are saved: %s', async (locale, unsaved, save) => {
    await openConfig(320);
    await visitor.page.locator('service-config').evaluate((it, to) => it.setAttribute('locale', to), locale);
    await button(save).waitFor();
    const before = await boxOf(button(save));
    const state = visitor.page.locator('service-config [role=status]');
    await visitor.page.locator('service-config input[type=checkbox]').last().click();
    await state.filter({ hasText: unsaved }).waitFor();
    expect(await boxOf(button(save))).toEqual(before);
    const release = await visitor.hold(configurationPath, 'PATCH');
    await button(save).click();
    await state.locator('.spinner').waitFor();
    expect(await boxOf(button(save))).toEqual(before);
    release();
    await visitor.page.locator('service-config .saved').waitFor();
    expect(await boxOf(button(save))).toEqual(before);
  });
});

describe('the size of the text', () => {
  it.each(elements)('is that of the reader by default: %s', async (element) => {
    await open(700, widgets[element], 'html { font-size: 62.5% }');
    const session = await visitor.page.context().newCDPSession(visitor.page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 20 } });
    await frameOf(element).waitFor();
    expect(await frameOf(element).evaluate((it) => getComputedStyle(it).fontSize)).toBe('24px');
  });

  it('the numbers of the steps, the boxes and the signs grow with it', async () => {
    await open(700, `${widgets['service-connector']}${widgets['service-config']}`, '* { --service-font-size: 32px }');
    await visitor.page.locator('service-config input').first().waitFor();
    const heights = await visitor.page.evaluate(() => {
      const inside = (element: string, part: string) => document.querySelector(element)!.shadowRoot!.querySelector(part)!;
      const number = getComputedStyle(inside('service-connector', 'li'), '::before');
      const box = getComputedStyle(inside('service-config', 'input'));
      return [number.inlineSize, number.lineHeight, box.inlineSize];
    });
    expect(heights).toEqual(['56px', '56px', '36px']);
  });
});

describe('a button does not grow', () => {
  it('“Generate token” while a token is made', async () => {
    await open(700, widgets['service-connector']);
    await button('Generate token').waitFor();
    const before = await boxOf(button('Generate token'));
    const release = await visitor.hold(connectPath);
    await button('Generate token').click();
    await visitor.page.locator('service-connector button .spinner').waitFor();
    expect(await boxOf(button('Generate token'))).toEqual(before);
    const spinner = await boxOf(visitor.page.locator('service-connector button .spinner'));
    expect(spinner.x + spinner.width).toBeLessThan(before.x + before.width);
    release();
  });

  it.each(['en', 'de', 'ar'])('“Copy” when it says that it is done: %s', async (locale) => {
    await openConnector(700);
    await visitor.page.context().grantPermissions(['clipboard-write']);
    await visitor.page.locator('service-connector').evaluate((it, to) => it.setAttribute('locale', to), locale);
    await visitor.page.locator(`.frame[lang="${locale}"]`).waitFor();
    const copy = visitor.page.locator('.copy button');
    const before = await boxOf(copy);
    const shown = () => copy.innerText();
    const text = await shown();
    await copy.click();
    await visitor.page.waitForFunction(
      (old) => document.querySelector('service-connector')?.shadowRoot?.querySelector<HTMLElement>('.copy button')?.innerText !== old,
      text,
    );
    expect(await boxOf(copy)).toEqual(before);
  });
});

describe('a wide place', () => {
  it('the whole token is to be seen at any width from 600 pixels on', async () => {
    await openConnector(600);
    for (let width = 600; width <= 1300; width += 20) {
      await visitor.page.setViewportSize({ width, height: 800 });
      expect([width, await overflowOf(visitor.page.locator('service-connector input'))]).toEqual([width, 0]);
    }
  });

  it.each([700, 1000, 1600])('lines, fields and buttons of the settings end in one line: %d pixels', async (width) => {
    await openConfig(width);
    const ends = await visitor.page
      .locator('service-config :is(.field, .options, select, .state, .state button:last-child)')
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().right)));
    expect(ends.length).toBeGreaterThan(6);
    expect(new Set(ends).size).toBe(1);
  });
});
