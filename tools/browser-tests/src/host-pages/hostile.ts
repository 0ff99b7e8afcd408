import { configurationPath, connectPath, type Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';
import { scriptOf, widgetElements } from '../testing/widget-tests';

/** Names that the widgets, or browser interfaces they call, read from objects of their own. */
const names = `writable enumerable configurable once subtree childList text details toJSON value type label required options errors schema fields
  configuration status body message detail pointer chosen sent values waitMs isThrottled signal headers integrity keepalive is title lang dir role
  href target rel query cancelable composed localeMatcher unit unitDisplay notation minimumFractionDigits timeZone hour day month year calendar tenant_id
  token connection_id system texts path pollResult pending failure until kind isPartial isGone isChosen retry save discard children hint actions code sync status_reason grace_deadline
  last_synced_at disconnect reconnect uninstall dateStyle numeric deadline reason problem key sentence message records_fetched rows_listed counted done total
  url events description disabled_reason failing_since last_delivered_at source_connection_ids secret data event_type attempts next_attempt_at
  last_error endpoint_id id busy said focus draft made isOn`.split(/\s+/); // prettier-ignore

/** What scripts of a page do to objects of all scripts. */
const pollutions = {
  'add odd names to Object.prototype and Array.prototype, visible in every loop': `
    for (const name of ['polluted', 'extend', ...'abcdefghijklmnopqrstuvwxyz', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) Object.prototype[name] = 'polluted';
    for (const name of ['each', 'contains', 'last']) Array.prototype[name] = function () { return 'polluted'; };
    String.prototype.polluted = Function.prototype.polluted = true;`,
  'add texts to them under names that the widgets use': `
    for (const name of ${JSON.stringify(names)}) Object.prototype[name] = Array.prototype[name] = 'polluted';`,
  'add functions to them under these names': `
    for (const name of ${JSON.stringify(names)}) Object.prototype[name] = Array.prototype[name] = function () { return 'polluted'; };`,
  'patch built-ins as old libraries do': `
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

const connector = '<service-connector system="mailing_platform" connection="commerce_a"></service-connector>';
const everyEvent = ['service-configuration-saved', 'service-endpoint-created', 'service-initialized', 'service-registered'];

export function describeHostilePages(suite: WidgetSuite): void {
  let visitor: Visitor;
  let widgets: string;
  beforeAll(async () => {
    const config = `<service-config token="${await suite.settingsToken('demo-shop-b')}"></service-config>`;
    widgets = `${connector}${config}<service-webhooks token="${await suite.session('webhooks')}"></service-webhooks>`;
  });
  afterEach(async () => {
    expect([visitor.errors, visitor.console]).toEqual([[], []]);
    await visitor.close();
  });

  const part = (name: string, element = 'service-connector') => visitor.page.locator(`${element} [part~="${name}"]`).first();
  const heard = (type: string) => visitor.page.locator(`body.${type}`).waitFor();
  /** Marks each event on the body, because a polluted page cannot exchange data with the test. */
  const listener = `for (const type of ${JSON.stringify(everyEvent)}) addEventListener(type, () => document.body.classList.add(type));`;
  const open = async (head: string, body = widgets) => {
    visitor = await suite.tests.visit({ head: suite.tests.site.script(listener) + head, body });
  };

  /** Adds a webhook endpoint, connects a shop and saves the settings. */
  const useAll = async () => {
    await visitor.page.locator('service-webhooks #add').click();
    await visitor.page.locator('service-webhooks #url').fill('https://erp.example/hooks');
    await part('button', 'service-webhooks').click();
    await heard('service-endpoint-created');
    await part('button').click();
    const field = visitor.page.locator('service-connector input');
    await field.waitFor();
    const frequency = visitor.page.locator('service-config select');
    await frequency.selectOption((await frequency.inputValue()) === 'hourly' ? 'daily' : 'hourly');
    await visitor.page.locator('service-config input[type="checkbox"]').last().click();
    await part('button', 'service-config').click();
    await heard('service-configuration-saved');
    await suite.service.finalise('demo-shop-a', await field.inputValue());
    await heard('service-registered');
  };

  it('all widgets work where a style hides everything', async () => {
    const style = suite.tests.site.style(
      '*:not(html, body), service-connector, service-config, service-webhooks { display: none !important }',
    );
    await open(style + suite.tests.script());
    await useAll();
    expect((await visitor.eventTypes()).sort()).toEqual(everyEvent);
    for (const element of widgetElements) {
      const box = await visitor.page.locator(`${element} .frame`).boundingBox();
      expect(box!.width * box!.height).toBeGreaterThan(10_000);
    }
  });

  it('inherited styles do not change how the widgets look', async () => {
    const inherited = `font: 0/0 fantasy; color: transparent; direction: rtl; text-transform: uppercase; letter-spacing: 2em;
      word-spacing: 3em; text-indent: -9999px; text-align: center; white-space: pre; pointer-events: none; user-select: none; cursor: none;
      list-style: none; writing-mode: vertical-rl; text-shadow: 0 0 9px red; -webkit-text-fill-color: transparent; caret-color: transparent;
      --accent: transparent; --text: transparent; --surface: red; --radius: 99px; --muted: transparent; --field: red`;
    const style = suite.tests.site.style(
      `html, body, main, service-connector, service-config, service-webhooks { ${inherited} } p, h2, button, input, select { all: unset; opacity: 0 }`,
    );
    const looks = async (link: string) => {
      await open(link + suite.tests.script(), `<main>${widgets}</main>`);
      await part('button').waitFor();
      await visitor.page.locator('service-config select').waitFor();
      await visitor.page.locator('service-webhooks #add').waitFor();
      return visitor.page.evaluate(computedInside);
    };
    const clean = await looks('');
    await visitor.close();
    const spoiled = await looks(style);
    expect(clean.length).toBeGreaterThan(20);
    expect(spoiled).toEqual(clean);
    await useAll();
  });

  it('the widgets do not change how the page looks', async () => {
    const look = () =>
      visitor.page
        .locator('h2')
        .first()
        .evaluate((heading) =>
          JSON.stringify([...getComputedStyle(heading)].map((name) => getComputedStyle(heading).getPropertyValue(name))),
        );
    const body = `<h2 class="frame button">Page</h2>${widgets}`;
    await open(suite.tests.script(), body);
    await part('button').waitFor();
    const withWidgets = await look();
    await visitor.close();
    await open('', body);
    expect(await look()).toBe(withWidgets);
  });

  it.each([
    ['an inline style', '<div>', (all: Element[]) => all.forEach((it) => it.setAttribute('style', 'color:red;display:none'))],
    ['`hidden`', '<div>', (all: Element[]) => all.forEach((it) => it.setAttribute('hidden', ''))],
    ['an invisible ancestor', '<div style="visibility: hidden">', () => undefined],
  ])('%s hides the widgets, also from the keyboard', async (_title, around, hide) => {
    const body = `<button id="before">Before</button>${around}${widgets}</div><button id="after">After</button>`;
    await open(`<style>#before, #after { display: block }</style>${suite.tests.script()}`, body);
    const { page } = visitor;
    const elements = page.locator(widgetElements.join());
    await elements.evaluateAll(hide);
    await part('button').waitFor({ state: 'attached' });
    await page.locator('service-config select').waitFor({ state: 'attached' });
    for (const element of await elements.all()) expect(await element.locator('.frame').isVisible()).toBe(false);
    await page.locator('#before').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('after');
    await page.evaluate(() =>
      document
        .querySelectorAll('div, service-connector, service-config, service-webhooks')
        .forEach((it) => (it.removeAttribute('style'), it.removeAttribute('hidden'))),
    );
    for (const element of await elements.all()) expect(await element.locator('.frame').isVisible()).toBe(true);
  });

  it.each(Object.entries(pollutions))('all widgets work beside scripts that %s', async (_title, pollution) => {
    await open(suite.tests.site.script(pollution) + suite.tests.script());
    await heard('service-initialized');
    await useAll();
    for (const element of widgetElements) {
      expect(await visitor.page.locator(`${element} .frame`).textContent()).not.toContain('polluted');
      expect(await visitor.page.locator(`${element} .frame [class*=polluted]`).count()).toBe(0);
    }
    for (const { url, body } of visitor.requests) expect(url + (body ?? '')).not.toContain('polluted');
    const [saved] = visitor.requestsTo(configurationPath).filter(({ method }) => method === 'PATCH');
    expect(JSON.parse(saved?.body ?? '')).toEqual({ configuration: { data_types: expect.any(Array), frequency: expect.any(String) } });
  });

  it('loading all scripts repeatedly, by version and by alias, changes nothing', async () => {
    const alias = widgetElements.map((it) => `<script src="${suite.service.url}/widgets/${scriptOf[it]}" defer></script>`).join('');
    await open(suite.tests.script() + alias + suite.tests.script());
    await useAll();
    expect((await visitor.eventTypes()).sort()).toEqual(everyEvent);
    expect(visitor.requestsTo(connectPath).filter(({ headers }) => !headers.authorization)).toHaveLength(1);
    expect(visitor.requestsTo(configurationPath).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  });
}

/** Runs in the page: the computed style of everything inside the widgets, by properties that could leak in. */
function computedInside(): string[] {
  const properties = ['display', 'visibility', 'opacity', 'color', 'backgroundColor', 'fontSize', 'fontFamily', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textTransform', 'textIndent',
    'textAlign', 'whiteSpace', 'pointerEvents', 'userSelect', 'cursor', 'direction', 'writingMode', 'textShadow', 'borderRadius', 'webkitTextFillColor', 'caretColor', 'listStyleType'] as const; // prettier-ignore
  return ['service-connector', 'service-config', 'service-webhooks'].flatMap((name) =>
    [...document.querySelector(name)!.shadowRoot!.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      return `${name} ${element.localName} ${properties.map((property) => `${property} ${style[property]}`).join('; ')}`;
    }),
  );
}
