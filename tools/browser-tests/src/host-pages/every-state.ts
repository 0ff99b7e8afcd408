import { readFileSync } from 'node:fs';
import { axeFindings } from '../testing/axe';
import { configStates } from '../testing/config-states';
import { connectorStates } from '../testing/connector-states';
import { reach, untilSaid } from '../testing/stage';
import { Visitor } from '../testing/visitor';
import { webhooksStates } from '../testing/webhooks-states';
import type { RunningWidgets } from '../testing/widget-suite';
import type { WidgetElement } from '../testing/widget-tests';

/** Covers both languages and both colour schemes. */
const axeLooks = [
  ['en', 'light'],
  ['ar', 'dark'],
] as const;

export function describeStates(running: RunningWidgets): void {
  let visitor: Visitor;

  /** Opens a page with a strict policy. */
  const visit = async (element: WidgetElement) => {
    const { url } = running.tests.service;
    const types = "require-trusted-types-for 'script'; trusted-types 'none'";
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'self'; ${types}`;
    const head = `<meta name="color-scheme" content="light dark">${running.tests.script(element)}`;
    const opened = await Visitor.with(running.tests.browser);
    // Requests that a state holds must not time out, however long the tests take.
    await opened.page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal));
    const body = '<button>Before</button><main id="place"></main>';
    await opened.page.goto(running.tests.site.page({ body, head, headers: { 'Content-Security-Policy': policy } }));
    return opened;
  };
  const violations = async () => (await visitor.events()).filter(({ type }) => type === 'securitypolicyviolation');

  describe.each([
    ['service-connector', connectorStates],
    ['service-config', configStates],
    ['service-webhooks', webhooksStates],
  ] as const)('<%s>', (element, states) => {
    const parts = new Set<string>();
    const speak = async (locale: string) => {
      await visitor.page.locator(element).evaluate((it, to) => Object.assign(it, { locale: to }) && null, locale);
      await visitor.page.locator(`${element} .frame[lang="${locale}"][dir="${locale === 'ar' ? 'rtl' : 'ltr'}"]`).waitFor();
    };

    describe.each(states)('$name', (state) => {
      beforeAll(async () => {
        visitor = await visit(element);
        await reach(running.tests, visitor, element, state);
      });
      afterAll(() => visitor.close());

      it('works under a strict Content-Security-Policy and Trusted Types', async () => {
        expect(await violations()).toEqual([]);
        expect(visitor.console.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
        expect(visitor.errors).toEqual([]);
        expect(await visitor.page.evaluate(inlineParts)).toEqual([]);
        for (const part of await visitor.page.evaluate(partsInside, element)) parts.add(part);
      });

      it('Tab visits every control, and no others', async () => {
        const { page } = visitor;
        await page.getByRole('button', { name: 'Before' }).focus();
        for (const control of state.controls) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(focusedName, element)).toEqual(typeof control === 'string' ? control : expect.stringMatching(control));
        }
        await page.keyboard.press('Tab');
        expect(await page.evaluate(focusedName, element)).toBeNull();
      });

      it.each(axeLooks)('axe finds nothing: %s, %s', async (locale, colorScheme) => {
        await visitor.page.emulateMedia({ colorScheme });
        await speak('en');
        await untilSaid(visitor.page, element, state);
        await speak(locale);
        expect(await axeFindings(visitor.page, element)).toEqual([]);
      });

      it('at 320 pixels nothing is cut off, and controls are at least 44 pixels high, links 24', async () => {
        await visitor.page.setViewportSize({ width: 320, height: 900 });
        await speak('de');
        expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
        expect(await visitor.page.evaluate(cutOff, element)).toEqual([]);
        expect(await visitor.page.evaluate(lowControls, element)).toEqual([]);
      });
    });

    it('custom properties and parts style it, and no other rule of the page does', async () => {
      const head = running.tests.site.style(pageStyle(element)) + running.tests.script(element);
      visitor = await running.tests.visit({ body: '<main id="place"></main>', head });
      await reach(
        running.tests,
        visitor,
        element,
        states.find(({ name }) => name === 'instructing' || name === 'form')!,
      );
      const button = visitor.page.locator(`${element} [part="button"]`).last();
      const style = await button.evaluate((it) => {
        const { backgroundColor, borderRadius, letterSpacing, color, fontSize } = getComputedStyle(it);
        return { backgroundColor, borderRadius, letterSpacing, isRed: color === 'rgb(255, 0, 0)', fontSize };
      });
      const expected = { backgroundColor: 'rgb(1, 2, 3)', borderRadius: '0px', letterSpacing: '3px', isRed: false, fontSize: '16px' };
      expect(style).toEqual(expected);
      await visitor.close();
    });

    it('docs/embedding.md lists exactly the parts of all states', () => {
      const rows = [...readFileSync('docs/embedding.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\| [^|]*\| (all|`<.*>`) +\|$/gm)];
      const listed = rows.filter(([, , where = '']) => where === 'all' || where.includes(`\`<${element}>\``)).map(([, part]) => part);
      expect([...parts].sort()).toEqual(listed.sort());
    });
  });

  it('the page notices policy violations and inline styles', async () => {
    visitor = await visit('service-config');
    await visitor.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }));
    });
    await visitor.untilEvents(1);
    expect((await violations()).map(({ detail }) => detail)).toEqual(['style-src-elem inline']);
    expect(await visitor.page.evaluate(inlineParts)).toEqual(['<style>p{}</style>']);
    await visitor.close();
  });
}

const pageStyle = (element: string) => `
  * { display: none } html, head + body, main { display: block }
  ${element} { --service-accent: rgb(1, 2, 3); --service-radius: 0px }
  ${element}::part(button) { letter-spacing: 3px }
  button, h2 { color: red !important; font-size: 50px !important }`;

/** Runs in the page. */
function partsInside(element: string): string[] {
  return [...(document.querySelector(element)?.shadowRoot?.querySelectorAll('[part]') ?? [])].flatMap(({ part }) => [...part]);
}

/** Runs in the page: the label or text of the focused control; null outside the widget. */
function focusedName(element: string): string | null {
  const root = document.querySelector(element)?.shadowRoot;
  const focused = root?.activeElement as HTMLInputElement | null | undefined;
  if (!focused) return null;
  const label = focused.labels?.[0] ?? root?.getElementById(focused.getAttribute('aria-labelledby') ?? '') ?? focused;
  return label.innerText.trim();
}

/** Runs in the page: everything a strict policy forbids, in any shadow root. */
function inlineParts(): string[] {
  const found: string[] = [];
  const visitRoot = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('style, img, iframe, object, embed, [style], [onclick], [onerror], script:not([src])'))
        found.push(element.outerHTML);
      if (element.shadowRoot) visitRoot(element.shadowRoot);
    }
  };
  visitRoot(document);
  return found;
}

/** Runs in the page. */
function cutOff(element: string): string[] {
  const inside = document
    .querySelector(element)
    ?.shadowRoot?.querySelectorAll<HTMLElement>('[role=heading], h2, h3, p, a, li, dl, bdi, label, legend, button, select');
  return [...(inside ?? [])]
    .filter((part) => part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.outerHTML);
}

/** Runs in the page. */
function lowControls(element: string): string[] {
  const inside = document.querySelector(element)?.shadowRoot?.querySelectorAll('a, button, select, .option, input[part~="field"]');
  return [...(inside ?? [])]
    .filter((control) => control.getBoundingClientRect().height < (control.matches('a, .renew') ? 24 : 44))
    .map((control) => control.outerHTML);
}
