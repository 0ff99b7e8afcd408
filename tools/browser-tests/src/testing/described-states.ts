import { readFileSync } from 'node:fs';
import { axeFindings } from './axe';
import { reach, untilSaid, type WidgetElement } from './stage';
import { Visitor } from './visitor';
import { scriptOf, widgetStates } from './widget-states';
import { WidgetTests } from './widget-tests';

const axeLooks = ['en', 'ar'].flatMap((locale) => (['light', 'dark'] as const).map((scheme) => [locale, scheme] as const));

/** What must hold in every state of a widget. Each state is reached once, in English, on a page with a strict policy. */
export function describeStates(element: WidgetElement): void {
  let tests: WidgetTests;
  let visitor: Visitor;
  const parts = new Set<string>();

  beforeAll(async () => (tests = await WidgetTests.start()));
  afterAll(() => tests.stop());

  const visit = async () => {
    const { url } = tests.service;
    const types = "require-trusted-types-for 'script'; trusted-types 'none'";
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'self'; ${types}`;
    const head = `<meta name="color-scheme" content="light dark">${tests.script(scriptOf[element])}`;
    const made = await Visitor.with(tests.browser);
    // What waits for an answer goes on waiting, however long the tests take.
    await made.page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal));
    await made.page.goto(tests.site.page({ body: '<main id="place"></main>', head, headers: { 'Content-Security-Policy': policy } }));
    return made;
  };
  const speak = async (locale: string) => {
    await visitor.page.locator(element).evaluate((it, to) => Object.assign(it, { locale: to }) && null, locale);
    await visitor.page.locator(`${element} .frame[lang="${locale}"][dir="${locale === 'ar' ? 'rtl' : 'ltr'}"]`).waitFor();
  };
  const violations = async () => (await visitor.events()).filter(({ type }) => type === 'securitypolicyviolation');

  describe.each(widgetStates[element])('$name', (state) => {
    beforeAll(async () => {
      visitor = await visit();
      await reach(tests, visitor, element, state);
    });
    afterAll(() => visitor.close());

    it('a strict Content-Security-Policy and Trusted Types have nothing to forbid', async () => {
      expect(await violations()).toEqual([]);
      expect(visitor.console.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
      expect(visitor.errors).toEqual([]);
      expect(await visitor.page.evaluate(inlineParts)).toEqual([]);
      for (const part of await visitor.page.evaluate(partsInside, element)) parts.add(part);
    });

    it.each(axeLooks)('axe finds nothing: %s, %s', async (locale, colorScheme) => {
      await visitor.page.emulateMedia({ colorScheme });
      await speak('en');
      await untilSaid(visitor.page, element, state);
      await speak(locale);
      expect(await axeFindings(visitor.page, element)).toEqual([]);
    });

    it('at 320 pixels nothing is cut off, and every control can be hit: 44 pixels high, links 24', async () => {
      await visitor.page.setViewportSize({ width: 320, height: 900 });
      await speak('de');
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await visitor.page.evaluate(cutOff, element)).toEqual([]);
      expect(await visitor.page.evaluate(lowControls, element)).toEqual([]);
    });
  });

  it('a violation would be told of', async () => {
    visitor = await visit();
    await visitor.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }));
    });
    await visitor.page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length > 0);
    expect((await violations()).map(({ detail }) => detail)).toEqual(['style-src-elem inline']);
    expect(await visitor.page.evaluate(inlineParts)).toEqual(['<style>p{}</style>']);
    await visitor.close();
  });

  it('custom properties and parts of the page reach it, and no other style does', async () => {
    const style = tests.site.file('text/css', styleOfPage(element));
    const head = `<link rel="stylesheet" href="${style}">${tests.script(scriptOf[element])}`;
    visitor = await tests.visit({ body: '<main id="place"></main>', head });
    const ready = ['instructing', 'form'];
    await reach(
      tests,
      visitor,
      element,
      widgetStates[element].find(({ name }) => ready.includes(name))!,
    );
    const looks = await visitor.page
      .locator(`${element} [part="button"]`)
      .last()
      .evaluate((it) => {
        const { backgroundColor, borderRadius, letterSpacing, color, fontSize } = getComputedStyle(it);
        return { backgroundColor, borderRadius, letterSpacing, isRed: color === 'rgb(255, 0, 0)', fontSize };
      });
    const expected = { backgroundColor: 'rgb(1, 2, 3)', borderRadius: '0px', letterSpacing: '3px', isRed: false, fontSize: '16px' };
    expect(looks).toEqual(expected);
    await visitor.close();
  });

  it('docs/embedding.md lists the parts that there were in all of them, and no others', () => {
    const rows = [...readFileSync('docs/embedding.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\| [^|]*\| (both|`<[a-z-]+>`) +\|$/gm)];
    const listed = rows.filter(([, , where = '']) => where === 'both' || where === `\`<${element}>\``).map(([, part]) => part);
    expect([...parts].sort()).toEqual(listed.sort());
  });
}

const styleOfPage = (element: string) => `
  * { display: none } html, head + body, main { display: block }
  ${element} { --service-accent: rgb(1, 2, 3); --service-radius: 0px }
  ${element}::part(button) { letter-spacing: 3px }
  button, h2 { color: red !important; font-size: 50px !important }`;

/** Runs in the page. */
function partsInside(element: string): string[] {
  return [...(document.querySelector(element)?.shadowRoot?.querySelectorAll('[part]') ?? [])].flatMap(({ part }) => [...part]);
}

/** Runs in the page: whatever a policy would have to allow, in any shadow root. */
function inlineParts(): string[] {
  const found: string[] = [];
  const visit = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('style, img, iframe, object, embed, [style], [onclick], [onerror], script:not([src])'))
        found.push(element.outerHTML);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  return found;
}

/** Runs in the page. */
function cutOff(element: string): string[] {
  const inside = document
    .querySelector(element)
    ?.shadowRoot?.querySelectorAll<HTMLElement>('h2, h3, p, a, li, label, legend, button, select');
  return [...(inside ?? [])]
    .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML);
}

/** Runs in the page. */
function lowControls(element: string): string[] {
  const inside = document.querySelector(element)?.shadowRoot?.querySelectorAll('a, button, select, .option, input[part~="field"]');
  return [...(inside ?? [])]
    .filter((control) => control.getBoundingClientRect().height < (control.classList.contains('renew') ? 24 : 44))
    .map((control) => control.outerHTML);
}
