import type { Locator } from 'playwright-core';
import { configurationPath, connectPath, type Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';
import { widgetElements, type WidgetElement } from '../testing/widget-tests';

/** Containers that fit their content. */
const places = {
  'a centred row': '.place { display: flex; justify-content: center }',
  'a centred column': '.place { display: flex; flex-direction: column; align-items: center }',
  'a grid with auto columns': '.place { display: grid; grid-template-columns: auto auto; justify-content: start }',
  'a centring grid': '.place { display: grid; place-items: center }',
  'an inline block': '.place { display: inline-block }',
  'a float': '.place { float: left }',
  'an absolute position': '.place { position: absolute; left: 8px }',
  'a table cell': '.place { display: table-cell }',
  'a block that fits its content': '.place { width: fit-content }',
  'a dialog': '',
  'a float of its own': '.place > * { float: left }',
  'a position of its own': '.place > * { position: absolute; left: 8px }',
};

export function describeLayout(suite: WidgetSuite): void {
  let visitor: Visitor;
  let widgets: Record<WidgetElement, string>;
  beforeAll(async () => {
    const { tenantId, token } = suite.tenant;
    const shop = `system="mailing_platform" connection="commerce_a" tenant-id="${tenantId}" token="${token}"`;
    widgets = {
      'service-connector': `<service-connector ${shop}></service-connector>`,
      'service-config': `<service-config token="${await suite.settingsToken()}"></service-config>`,
      'service-webhooks': `<service-webhooks token="${await suite.session('webhooks')}"></service-webhooks>`,
    };
  });
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  const frameOf = (element: string) => visitor.page.locator(`${element} .frame`);
  const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
  const boxOf = async (part: Locator) => (await part.boundingBox())!;
  const pageWidth = () => visitor.page.evaluate(() => document.documentElement.scrollWidth);
  const overflowOf = (part: Locator) => part.evaluate((it) => it.scrollWidth - it.clientWidth);
  const resize = (width: number) => visitor.page.setViewportSize({ width, height: 800 });
  const speak = async (element: WidgetElement, locale: string) => {
    await visitor.page.locator(element).evaluate((it, to) => it.setAttribute('locale', to), locale);
    await visitor.page.locator(`${element} .frame[lang="${locale}"]`).waitFor();
  };

  const open = async (width: number, body: string, style = '') => {
    const head = suite.tests.site.style(`body { margin: 8px } ${style}`) + suite.tests.script();
    visitor = await suite.tests.visit({ head, body }, { viewport: { width, height: 800 } });
  };
  const generate = async () => {
    await button('Generate token').click();
    await visitor.page.locator('service-connector input').waitFor();
  };
  const openConfig = async (width: number) => {
    await open(width, widgets['service-config']);
    await visitor.page.locator('service-config select').waitFor();
  };

  it.each(widgetElements)('%s is 640 pixels wide where the container fits its content, and never wider than the page', async (element) => {
    await open(900, `<div id="around" class="place">${widgets[element]}</div><style></style>`);
    await frameOf(element).waitFor();
    for (const [name, style] of Object.entries(places)) {
      await resize(900);
      await visitor.page.evaluate(
        ([isDialog, css]) => {
          const around = document.querySelector('#around')!;
          const place = Object.assign(document.createElement(isDialog ? 'dialog' : 'div'), {
            id: 'around',
            className: 'place',
            open: true,
          });
          place.append(...around.children);
          around.replaceWith(place);
          document.querySelector('body > style')!.textContent = css;
        },
        [name === 'a dialog', style] as const,
      );
      expect([name, (await boxOf(frameOf(element))).width]).toEqual([name, 640]);
      await resize(320);
      expect([name, (await boxOf(frameOf(element))).width > 270, await pageWidth()]).toEqual([name, true, 320]);
    }
  });

  it.each(widgetElements)('%s fills any other container', async (element) => {
    await open(900, widgets[element]);
    await frameOf(element).waitFor();
    expect((await boxOf(frameOf(element))).width).toBe(884);
  });

  it.each(['medium', '24px'])('with a text size of %s nothing overflows the frame from 160 pixels on', async (size) => {
    const body = `<div class="place">${widgetElements.map((element) => widgets[element]).join('')}</div>`;
    await open(320, body, `* { --service-font-size: ${size} }`);
    await generate();
    await visitor.page.locator('service-config select').waitFor();
    for (const width of [300, 264, 240, 200, 160]) {
      await visitor.page.locator('div.place').evaluate((it, to) => ((it as HTMLElement).style.width = `${to}px`), width);
      for (const element of widgetElements) expect([element, width, await overflowOf(frameOf(element))]).toEqual([element, width, 0]);
    }
  });

  it('fits any page from 320 pixels, also with long texts of the page and in wide languages', async () => {
    await open(320, widgets['service-connector'], 'body { margin: 0 }');
    await generate();
    for (const width of [420, 1280]) {
      await resize(width);
      for (const locale of ['en', 'de', 'ar']) {
        await speak('service-connector', locale);
        expect(await pageWidth()).toBe(width);
      }
    }
    await resize(320);
    await frameOf('service-connector').evaluate((frame) => {
      const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen '.repeat(2);
      const { host } = frame.getRootNode() as ShadowRoot;
      Object.assign(host, { texts: { copy: long, copied: long, token: long, plugin: long, newToken: long } });
    });
    await visitor.page.locator('service-connector .copy', { hasText: 'Donau' }).waitFor();
    expect([await pageWidth(), await overflowOf(frameOf('service-connector'))]).toEqual([320, 0]);
  });

  it('moves no button of the settings while they are saved', async () => {
    await openConfig(320);
    // Nothing scrolls, which would move the buttons in the window.
    await visitor.page.setViewportSize({ width: 320, height: 1400 });
    const status = visitor.page.locator('service-config [role=status]');
    for (const [locale, unsaved, save] of [
      ['en', 'Unsaved changes', 'Save'],
      ['de', 'Ungespeicherte Änderungen', 'Speichern'],
      ['fr', 'Modifications non enregistrées', 'Enregistrer'],
    ] as const) {
      await speak('service-config', locale);
      const before = await boxOf(button(save));
      await visitor.page.locator('service-config input[type=checkbox]').last().click();
      await status.filter({ hasText: unsaved }).waitFor();
      expect(await boxOf(button(save))).toEqual(before);
      const release = await visitor.hold(configurationPath, 'PATCH');
      await button(save).click();
      await status.locator('.spinner').waitFor();
      expect(await boxOf(button(save))).toEqual(before);
      release();
      await visitor.page.locator('service-config .saved').waitFor();
      expect(await boxOf(button(save))).toEqual(before);
      await visitor.restore();
    }
  });

  it('“Generate token” keeps its size while it waits, and “Copy” when it says “Copied”', async () => {
    await open(700, widgets['service-connector']);
    await button('Generate token').waitFor();
    const before = await boxOf(button('Generate token'));
    const release = await visitor.hold(connectPath);
    await button('Generate token').click();
    const spinner = await boxOf(visitor.page.locator('service-connector button .spinner'));
    expect(await boxOf(button('Generate token'))).toEqual(before);
    expect(spinner.x + spinner.width).toBeLessThan(before.x + before.width);
    release();
    await visitor.page.context().grantPermissions(['clipboard-write']);
    const copy = visitor.page.locator('.copy button');
    for (const [locale, copied] of [
      ['en', 'Copied'],
      ['de', 'Kopiert'],
      ['ar', 'تم النسخ'],
    ] as const) {
      await speak('service-connector', locale);
      const size = await boxOf(copy);
      await copy.click();
      await visitor.page.locator('.copy button span:not(.unsaid)', { hasText: copied }).waitFor();
      expect(await boxOf(copy)).toEqual(size);
      await visitor.page.locator('.copy button span.unsaid', { hasText: copied }).waitFor({ state: 'attached' });
    }
  });

  it.each(widgetElements)('%s has the text size of the reader, not that of the root element', async (element) => {
    await open(700, widgets[element], 'html { font-size: 62.5% }');
    const session = await visitor.page.context().newCDPSession(visitor.page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 20 } });
    await frameOf(element).waitFor();
    expect(await frameOf(element).evaluate((it) => getComputedStyle(it).fontSize)).toBe('24px');
  });

  it('scales step numbers and checkboxes with the text', async () => {
    await open(700, `${widgets['service-connector']}${widgets['service-config']}`, '* { --service-font-size: 32px }');
    await visitor.page.locator('service-config input').first().waitFor();
    const sizes = await visitor.page.evaluate(() => {
      const inside = (element: string, part: string) => document.querySelector(element)!.shadowRoot!.querySelector(part)!;
      const number = getComputedStyle(inside('service-connector', 'li'), '::before');
      const box = getComputedStyle(inside('service-config', 'input'));
      return [number.inlineSize, number.lineHeight, box.inlineSize];
    });
    expect(sizes).toEqual(['56px', '56px', '36px']);
  });

  it('shows the whole token at any width from 640 pixels on, with the button beside it', async () => {
    await open(640, widgets['service-connector']);
    await generate();
    for (let width = 640; width <= 1300; width += 20) {
      await resize(width);
      expect([width, await overflowOf(visitor.page.locator('service-connector input'))]).toEqual([width, 0]);
    }
  });

  it('aligns the ends of lines, fields and buttons of the settings', async () => {
    await openConfig(700);
    for (const width of [700, 1000, 1600]) {
      await resize(width);
      const ends = await visitor.page
        .locator('service-config :is(.field, .options, select, .state, .state button:last-child)')
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().right)));
      expect(ends.length).toBeGreaterThan(6);
      expect([width, new Set(ends).size]).toEqual([width, 1]);
    }
  });
}
