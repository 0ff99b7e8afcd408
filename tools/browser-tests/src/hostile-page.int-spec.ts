import { configurationPath, connectPath } from './testing/api-paths';
import type { Visitor } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

const both = ['connector-widget.js', 'widget.js'] as const;

/** Names that the widgets, or the interfaces of the browser that they use, read from objects of their own. */
const names = `get set writable enumerable configurable once subtree childList text details className toJSON value type key class name label required options errors schema fields configuration status body message detail
  pointer chosen sent values waitMs isHeld signal mode headers integrity keepalive host style is part id title lang dir role href target rel query part
  cancelable composed slotAssignment delegatesFocus localeMatcher unit unitDisplay notation minimumFractionDigits timeZone hour day month year calendar
  tenant_id token connection_id system texts path look pending trouble until kind isPartial isGone isChosen retry save discard children`.split(/\s+/); // prettier-ignore

/** What scripts of a page do to the objects of all scripts. */
const pollutions = {
  'add odd names to Object.prototype and Array.prototype, which every loop then sees': `
    for (const name of ['polluted', 'extend', ...'abcdefghijklmnopqrstuvwxyz', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) Object.prototype[name] = 'polluted';
    for (const name of ['each', 'contains', 'last']) Array.prototype[name] = function () { return 'polluted'; };
    String.prototype.polluted = Function.prototype.polluted = true;`,
  'add texts to Object.prototype and Array.prototype by names that the widgets use': `
    for (const name of ${JSON.stringify(names)}) Object.prototype[name] = Array.prototype[name] = 'polluted';`,
  'add functions to them by these names': `
    for (const name of ${JSON.stringify(names)}) Object.prototype[name] = Array.prototype[name] = function () { return 'polluted'; };`,
  'patch what exists, as old libraries do': `
    Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; };
    String.prototype.toJSON = Number.prototype.toJSON = Boolean.prototype.toJSON = function () { return '"' + this + '"'; };
    Array.from = function (all) { return new Array((all && all.length) || 0).fill('polluted'); };
    for (const name of ['map', 'filter', 'find', 'some', 'every', 'includes', 'indexOf', 'forEach', 'join', 'push', 'slice']) {
      const original = Array.prototype[name];
      Object.defineProperty(Array.prototype, name, { value: function () { return original.apply(this, arguments); }, enumerable: true, writable: true });
    }
    const Original = window.Element;
    window.Element = function () {};
    window.Element.prototype = Original.prototype;`,
};

describe('a hostile page', () => {
  let tests: WidgetTests;
  let visitor: Visitor;
  let widgetToken: string;

  beforeAll(async () => {
    tests = await WidgetTests.start();
    ({ widgetToken } = await tests.service.linkedShop('demo-shop-b', await tests.service.tenant()));
  });
  afterAll(() => tests.stop());
  afterEach(async () => {
    expect(visitor.errors).toEqual([]);
    expect(visitor.console).toEqual([]);
    await visitor.close();
  });

  const connector = '<service-connector system="mailing_platform" connection="commerce_a"></service-connector>';
  const widgets = () => `${connector}<service-config token="${widgetToken}"></service-config>`;
  const scripts = () => both.map((file) => tests.script(file)).join('');
  const part = (name: string, element = 'service-connector') => visitor.page.locator(`${element} [part~="${name}"]`).first();
  const types = async () => (await visitor.events()).map(({ type }) => type);
  const until = async (type: string) => {
    await visitor.page.waitForFunction(
      (name) => (globalThis as unknown as { seenEvents: { type: string }[] }).seenEvents.some((event) => event.type === name),
      type,
    );
  };

  /** The whole of what both are for. */
  const useBoth = async (heard = until) => {
    await part('button').click();
    const field = visitor.page.locator('service-connector input');
    await field.waitFor();
    const frequency = visitor.page.locator('service-config select');
    await frequency.selectOption({ index: (Number(await frequency.inputValue()) % 4) + 2 });
    await visitor.page.locator('service-config input[type="checkbox"]').last().click();
    await part('button', 'service-config').click();
    await heard('service-configuration-saved');
    await tests.service.finalise('demo-shop-a', await field.inputValue());
    await heard('service-registered');
  };
  const everyEvent = ['service-initialized', 'service-configuration-saved', 'service-registered'];

  describe('with styles', () => {
    it.each([
      ['*', '*:not(html, body) { display: none }'],
      ['the elements', 'service-connector, service-config { display: none }'],
      ['the elements, with weight', '*:not(html, body), service-connector, service-config { display: none !important }'],
    ])('that hide %s: both are shown and work', async (_, style) => {
      const sheet = tests.site.file('text/css', style);
      visitor = await tests.visit({ head: `<link rel="stylesheet" href="${sheet}">${scripts()}`, body: widgets() });
      await useBoth();
      expect((await types()).sort()).toEqual([...everyEvent].sort());
      for (const element of ['service-connector', 'service-config']) {
        const box = await visitor.page.locator(`${element} .frame`).boundingBox();
        expect(box!.width * box!.height).toBeGreaterThan(10_000);
      }
    });

    it('that are inherited: what is inside looks as on a page without', async () => {
      const inherited = `font: 0/0 fantasy; color: transparent; direction: rtl; text-transform: uppercase; letter-spacing: 2em;
        word-spacing: 3em; text-indent: -9999px; text-align: center; white-space: pre; pointer-events: none; user-select: none; cursor: none;
        list-style: none; writing-mode: vertical-rl; text-shadow: 0 0 9px red; -webkit-text-fill-color: transparent; caret-color: transparent;
        --accent: transparent; --text: transparent; --surface: red; --radius: 99px; --muted: transparent; --field: red`;
      const sheet = tests.site.file(
        'text/css',
        `html, body, main, service-connector, service-config { ${inherited} } p, h2, button, input, select { all: unset; opacity: 0 }`,
      );
      const looks = async (link: string) => {
        visitor = await tests.visit({ head: `${link}${scripts()}`, body: `<main>${widgets()}</main>` });
        await part('button').waitFor();
        await visitor.page.locator('service-config select').waitFor();
        return visitor.page.evaluate(computedInside);
      };
      const clean = await looks('');
      await visitor.close();
      const spoiled = await looks(`<link rel="stylesheet" href="${sheet}">`);
      expect(clean.length).toBeGreaterThan(20);
      expect(spoiled).toEqual(clean);
      await useBoth();
    });

    it('nothing of theirs comes out: the page looks as before', async () => {
      visitor = await tests.visit({ head: scripts(), body: `<h2 class="frame button">Page</h2>${widgets()}` });
      const look = () =>
        visitor.page
          .locator('h2')
          .first()
          .evaluate((heading) =>
            JSON.stringify([...getComputedStyle(heading)].map((name) => getComputedStyle(heading).getPropertyValue(name))),
          );
      await part('button').waitFor();
      const withWidgets = await look();
      await visitor.close();
      visitor = await tests.visit({ body: `<h2 class="frame button">Page</h2>${widgets()}` });
      expect(await look()).toBe(withWidgets);
    });

    it.each([
      ['an inline style', '<div>', (all: Element[]) => all.forEach((it) => ((it as HTMLElement).style.display = 'none'))],
      [
        'an inline style in the document',
        '<div>',
        (all: Element[]) => all.forEach((it) => it.setAttribute('style', 'color:red;display:none')),
      ],
      ['`hidden`', '<div>', (all: Element[]) => all.forEach((it) => it.setAttribute('hidden', ''))],
      ['an element around them that is not visible', '<div style="visibility: hidden">', () => undefined],
      ['an element around them that is not displayed', '<div style="display: none">', () => undefined],
    ])('%s hides them, as the page wishes: they are not to be seen and not to be reached', async (_, around, hide) => {
      const body = `<button id="before">Before</button>${around}${widgets()}</div><button id="after">After</button>`;
      visitor = await tests.visit({ head: `<style>#before, #after { display: block }</style>${scripts()}`, body });
      const { page } = visitor;
      const elements = page.locator('service-connector, service-config');
      await elements.evaluateAll(hide);
      await part('button').waitFor({ state: 'attached' });
      await page.locator('service-config select').waitFor({ state: 'attached' });
      for (const element of await elements.all()) expect(await element.locator('.frame').isVisible()).toBe(false);
      await page.locator('#before').focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('after');
      await page.evaluate(() =>
        document
          .querySelectorAll('div, service-connector, service-config')
          .forEach((it) => (it.removeAttribute('style'), it.removeAttribute('hidden'))),
      );
      for (const element of await elements.all()) expect(await element.locator('.frame').isVisible()).toBe(true);
    });
  });

  describe('with scripts', () => {
    it.each(Object.entries(pollutions))('that %s', async (_, pollution) => {
      const heard = (type: string) => visitor.page.locator(`body.${type}`).waitFor();
      const script = `for (const type of ${JSON.stringify(everyEvent)}) addEventListener(type, () => document.body.classList.add(type));${pollution}`;
      const address = tests.site.file('text/javascript', script);
      visitor = await tests.visit({ head: `<script src="${address}"></script>${scripts()}`, body: widgets() });
      // Whatever speaks with scripts of such a page is polluted, too: what happened is read off the document.
      await heard('service-initialized');
      await useBoth(heard);
      for (const element of ['service-connector', 'service-config']) {
        expect(await visitor.page.locator(`${element} .frame`).textContent()).not.toContain('polluted');
        expect(await visitor.page.locator(`${element} .frame [class*=polluted]`).count()).toBe(0);
      }
      for (const { url, body } of visitor.requests) expect(url + (body ?? '')).not.toContain('polluted');
      const [saved] = visitor.requestsTo(configurationPath).filter(({ method }) => method === 'PATCH');
      expect(JSON.parse(saved?.body ?? '')).toEqual({ configuration: { data_types: expect.any(Array), frequency: expect.any(String) } });
    });

    it('that load both widgets twice, by version and by alias', async () => {
      const twice = both.map((file) => `<script src="${tests.service.url}/widgets/${file}" defer></script>`).join('');
      visitor = await tests.visit({ head: scripts() + twice + scripts(), body: widgets() });
      await useBoth();
      expect((await types()).sort()).toEqual([...everyEvent].sort());
      expect(visitor.requestsTo(connectPath).filter(({ headers }) => !headers.authorization)).toHaveLength(1);
      expect(visitor.requestsTo(configurationPath).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    });
  });
});

/** Runs in the page: how the parts of both widgets look, by what could come from outside. */
function computedInside(): string[] {
  const properties = ['display', 'visibility', 'opacity', 'color', 'backgroundColor', 'fontSize', 'fontFamily', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textTransform', 'textIndent',
    'textAlign', 'whiteSpace', 'pointerEvents', 'userSelect', 'cursor', 'direction', 'writingMode', 'textShadow', 'borderRadius', 'webkitTextFillColor', 'caretColor', 'listStyleType'] as const; // prettier-ignore
  return ['service-connector', 'service-config'].flatMap((name) =>
    [...document.querySelector(name)!.shadowRoot!.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      return `${name} ${element.localName} ${properties.map((property) => `${property} ${style[property]}`).join('; ')}`;
    }),
  );
}
