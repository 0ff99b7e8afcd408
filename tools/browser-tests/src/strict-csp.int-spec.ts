import { readFileSync } from 'node:fs';
import type { Visitor } from './testing/visitor';
import { scriptOf, stageOf, widgetStates } from './testing/widget-states';
import { WidgetTests, type WidgetScript } from './testing/widget-tests';

/** "strict CSP (`default-src 'none'; script-src <host>; connect-src <api>; style-src 'self'`) without violations" */
describe('a page with a strict Content-Security-Policy and Trusted Types', () => {
  let tests: WidgetTests;
  const parts = { 'service-connector': new Set<string>(), 'service-config': new Set<string>() };

  beforeAll(async () => (tests = await WidgetTests.start()));
  afterAll(() => tests.stop());

  const strict = () => {
    const { url } = tests.service;
    const types = "require-trusted-types-for 'script'; trusted-types 'none'";
    return { 'Content-Security-Policy': `default-src 'none'; script-src ${url}; connect-src ${url}; style-src 'self'; ${types}` };
  };
  const page = (file: WidgetScript) => tests.visit({ body: '<main id="place"></main>', head: tests.script(file), headers: strict() });
  const violations = async (visitor: Visitor) => (await visitor.events()).filter(({ type }) => type === 'securitypolicyviolation');

  it.each(widgetStates)('has nothing to forbid: <$element>, $name', async ({ element, reach }) => {
    const visitor = await page(scriptOf[element]);
    await reach(stageOf(tests, visitor, element));
    expect(await violations(visitor)).toEqual([]);
    expect(visitor.console.filter((line) => /policy|trusted/i.test(line))).toEqual([]);
    expect(visitor.errors).toEqual([]);
    expect(await visitor.page.evaluate(inlineParts)).toEqual([]);
    for (const part of await visitor.page.evaluate(partsInside, element)) parts[element].add(part);
    await visitor.close();
  });

  it.each(['service-connector', 'service-config'] as const)(
    'docs/embedding.md lists the parts that <%s> had on the way, and no others',
    (element) => {
      const rows = [...readFileSync('docs/embedding.md', 'utf8').matchAll(/^\| `([a-z-]+)` +\| [^|]*\| (both|`<[a-z-]+>`) +\|$/gm)];
      const listed = rows.filter(([, , where = '']) => where === 'both' || where === `\`<${element}>\``).map(([, part]) => part);
      expect([...parts[element]].sort()).toEqual(listed.sort());
    },
  );

  it('would tell of a violation', async () => {
    const visitor = await page('widget.js');
    await visitor.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'p{}' }));
    });
    await visitor.page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length > 0);
    expect((await violations(visitor)).map(({ detail }) => detail)).toEqual(['style-src-elem inline']);
    expect(await visitor.page.evaluate(inlineParts)).toEqual(['<style>p{}</style>']);
    await visitor.close();
  });
});

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
