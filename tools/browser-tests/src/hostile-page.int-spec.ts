import type { Visitor } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

const connect = '/api/system-connections/connect';
const configuration = '/api/widget/configuration';
const both = ['connector-widget.js', 'widget.js'] as const;

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

  /** Answers to the path wait until this is called. */
  const heldBack = async (path: string) => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let arrived: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    await visitor.page.route(
      (url) => url.pathname.endsWith(path),
      async (route) => {
        if (route.request().method() !== 'OPTIONS') {
          arrived();
          await gate;
        }
        await route.continue().catch(() => undefined);
      },
    );
    return { asked, release };
  };

  describe('with styles', () => {
    it.each([
      ['*', '*:not(html, body) { display: none; visibility: hidden }'],
      ['the elements', 'service-connector, service-config { display: none; visibility: hidden }'],
      [
        'the elements, with weight',
        '*:not(html, body), service-connector, service-config { display: none !important; visibility: collapse !important }',
      ],
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
      const inherited = `font: 0/0 fantasy; color: transparent; visibility: hidden; direction: rtl; text-transform: uppercase; letter-spacing: 2em;
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

    it('`hidden` hides them, as the page wishes', async () => {
      visitor = await tests.visit({ head: scripts(), body: widgets().replaceAll('></', ' hidden></') });
      await until('service-initialized');
      for (const element of ['service-connector', 'service-config']) expect(await visitor.page.locator(element).isVisible()).toBe(false);
    });
  });

  describe('with scripts', () => {
    it('that add to Object.prototype and Array.prototype what every loop then sees', async () => {
      const pollution = tests.site.file(
        'text/javascript',
        `for (const type of ${JSON.stringify(everyEvent)}) addEventListener(type, () => document.body.classList.add(type));
         for (const name of ['polluted', 'extend', ...'abcdefghijklmnopqrstuvwxyz', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']) Object.prototype[name] = 'polluted';
         for (const name of ['each', 'contains', 'last']) Array.prototype[name] = function () { return 'polluted'; };
         String.prototype.polluted = Function.prototype.polluted = true;`,
      );
      visitor = await tests.visit({ head: `<script src="${pollution}"></script>${scripts()}`, body: widgets() });
      // Whatever speaks with scripts of such a page is polluted, too: what happened is read off the document.
      const heard = (type: string) => visitor.page.locator(`body.${type}`).waitFor();
      await heard('service-initialized');
      await useBoth(heard);
      for (const element of ['service-connector', 'service-config']) {
        expect(await visitor.page.locator(`${element} .frame`).textContent()).not.toContain('polluted');
      }
      for (const { url, body } of visitor.requests) expect(url + (body ?? '')).not.toContain('polluted');
    });

    it('that load both widgets twice, by version and by alias', async () => {
      const twice = both.map((file) => `<script src="${tests.service.url}/widgets/${file}" defer></script>`).join('');
      visitor = await tests.visit({ head: scripts() + twice + scripts(), body: widgets() });
      await useBoth();
      expect((await types()).sort()).toEqual([...everyEvent].sort());
      expect(visitor.requestsTo(connect).filter(({ headers }) => !headers.authorization)).toHaveLength(1);
      expect(visitor.requestsTo(configuration).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    });

    it('that load the script after the elements have been there with properties', async () => {
      const { tenantId, token } = await tests.service.tenant();
      visitor = await tests.visit({ body: widgets() });
      await visitor.page.evaluate((given) => void Object.assign(document.querySelector('service-connector')!, given), { tenantId, token });
      for (const file of both) await visitor.page.addScriptTag({ url: `${tests.service.url}/widgets/v1/${file}` });
      await part('button').click();
      await visitor.page.locator('service-connector input').waitFor();
      expect(visitor.requestsTo(connect).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
    });

    it('that move the connector during its initialisation: one company, one event', async () => {
      visitor = await tests.visit({ body: '<main></main>', head: scripts() });
      const { asked, release } = await heldBack(connect);
      await visitor.page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), connector);
      await asked;
      await visitor.page.evaluate(() => document.querySelector('main')!.append(document.querySelector('service-connector')!));
      release();
      await part('button').waitFor();
      await visitor.page.evaluate(() => document.body.prepend(document.querySelector('service-connector')!));
      await part('button').click();
      await visitor.page.locator('service-connector input').waitFor();
      expect(await types()).toEqual(['service-initialized']);
      expect(visitor.requestsTo(connect)).toHaveLength(2);
    });

    it('that remove the connector during its initialisation: no event', async () => {
      visitor = await tests.visit({ body: '', head: scripts() });
      const { asked, release } = await heldBack(connect);
      await visitor.page.evaluate((html) => document.body.insertAdjacentHTML('afterbegin', html), connector);
      await asked;
      await visitor.page.evaluate(() => document.querySelector('service-connector')!.remove());
      release();
      await visitor.page.waitForLoadState('networkidle');
      expect(await types()).toEqual([]);
    });

    it('that move the connector while it waits: it goes on, never with two questions at once; removed, it asks no more', async () => {
      const { tenantId, token } = await tests.service.tenant();
      visitor = await tests.visit({
        head: scripts(),
        body: `<main></main><service-connector system="mailing_platform" connection="commerce_a" tenant-id="${tenantId}" token="${token}"></service-connector>`,
      });
      await part('button').click();
      const field = visitor.page.locator('service-connector input');
      const shown = await field.inputValue();
      const polls = () => visitor.requestsTo(/\/status$/).length;
      for (let time = 0; time < 5; time += 1) {
        await visitor.page.evaluate(
          (even) => (even ? document.body : document.querySelector('main')!).append(document.querySelector('service-connector')!),
          time % 2 === 0,
        );
      }
      expect(await field.inputValue()).toBe(shown);
      await visitor.page.waitForRequest(/\/status$/);
      const before = polls();
      await visitor.page.waitForTimeout(6_500);
      expect(polls() - before).toBeLessThanOrEqual(3);
      await visitor.page.evaluate(() => document.querySelector('service-connector')!.remove());
      await visitor.page.waitForTimeout(500);
      const last = polls();
      await tests.service.finalise('demo-shop-a', shown);
      await visitor.page.waitForTimeout(4_000);
      expect(polls()).toBe(last);
      expect(await types()).toEqual([]);
    });

    it('that move the settings while they load, and while they are saved: nothing is lost, one event', async () => {
      visitor = await tests.visit({ body: '<main></main>', head: scripts() });
      const loading = await heldBack(configuration);
      await visitor.page.evaluate(
        (token) => document.body.prepend(Object.assign(document.createElement('service-config'), { token })),
        widgetToken,
      );
      await loading.asked;
      await visitor.page.evaluate(() => document.querySelector('main')!.append(document.querySelector('service-config')!));
      loading.release();
      const box = visitor.page.locator('service-config input[type="checkbox"]').first();
      await box.click();
      const chosen = await box.isChecked();
      await visitor.page.unrouteAll();
      const saving = await heldBack(configuration);
      await part('button', 'service-config').click();
      await saving.asked;
      await visitor.page.evaluate(() => document.body.prepend(document.querySelector('service-config')!));
      saving.release();
      await until('service-configuration-saved');
      expect(await box.isChecked()).toBe(chosen);
      expect(visitor.requestsTo(configuration).map(({ method }) => method)).toEqual(['GET', 'PATCH']);
      expect(await types()).toEqual(['service-configuration-saved']);
    });

    it('that remove the settings while they are saved: no event, no error', async () => {
      visitor = await tests.visit({ body: `<service-config token="${widgetToken}"></service-config>`, head: scripts() });
      await visitor.page.locator('service-config input[type="checkbox"]').first().click();
      const { asked, release } = await heldBack(configuration);
      await part('button', 'service-config').click();
      await asked;
      await visitor.page.evaluate(() => document.querySelector('service-config')!.remove());
      release();
      await visitor.page.waitForLoadState('networkidle');
      expect(await types()).toEqual([]);
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
