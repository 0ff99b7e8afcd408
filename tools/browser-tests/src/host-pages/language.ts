import type { Visitor } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';
import { widgetElements } from '../testing/widget-tests';

const bare = (element: string) => `<${element}></${element}>`;

export function describeLanguage(suite: WidgetSuite): void {
  let visitor: Visitor;
  afterEach(() => visitor.close());

  const visit = (locale: string, lang: string, ...around: ((element: string) => string)[]) =>
    suite.tests.visit(
      { lang, head: suite.tests.script(), body: widgetElements.flatMap((element) => around.map((put) => put(element))).join('') },
      { locale },
    );
  const languages = async () => {
    for (const frame of await visitor.page.locator(widgetElements.join()).all()) await frame.locator('.frame').waitFor();
    return visitor.page.locator('.frame').evaluateAll((frames) => frames.map((frame) => frame.getAttribute('lang')));
  };

  it('follows its locale, else its own or the nearest lang of the page', async () => {
    const cases: [put: (element: string) => string, expected: string][] = [
      [bare, 'fr'],
      [(it) => `<div lang="nl"><p>${bare(it)}</p></div>`, 'nl'],
      [(it) => `<${it} lang="it"></${it}>`, 'it'],
      [(it) => `<${it} lang="it" locale="pt-BR"></${it}>`, 'pt-BR'],
      [(it) => `<${it} locale="ja"></${it}>`, 'en'],
      [(it) => `<${it} locale=""></${it}>`, 'fr'],
    ];
    visitor = await visit('de-DE', 'fr', ...cases.map(([put]) => put));
    const expected = cases.map(([, language]) => language);
    expect(await languages()).toEqual(widgetElements.flatMap(() => expected));
  });

  it.each([
    ['English for an unknown language of the page', 'de-DE', 'ja', 'en'],
    ['the browser on a page without a language', 'de-AT', '', 'de-AT'],
    ['English for an unknown browser', 'ja-JP', '', 'en'],
  ])('follows %s', async (_title, browser, lang, expected) => {
    visitor = await visit(browser, lang, bare);
    expect(await languages()).toEqual(widgetElements.map(() => expected));
  });

  it('inside a shadow root it follows the page around it, and events bubble and are composed', async () => {
    const token = await suite.settingsToken('demo-shop-b');
    visitor = await visit('de-DE', 'fr');
    const { page } = visitor;
    await page.evaluate(
      ([widgetToken, slug]) => {
        const shell = Object.assign(document.createElement('div'), { lang: 'nl' });
        const connector = Object.assign(document.createElement('service-connector'), { system: slug, connection: 'commerce_a' });
        const config = Object.assign(document.createElement('service-config'), { token: widgetToken });
        shell.attachShadow({ mode: 'open' }).append(connector, config);
        document.body.append(shell);
      },
      [token, system] as const,
    );
    expect(await languages()).toEqual(['nl', 'nl']);
    await page.getByRole('button', { name: 'Token genereren' }).click();
    await suite.service.finalise('demo-shop-a', await page.getByRole('textbox', { name: 'Verbindingstoken' }).inputValue());
    await page.getByRole('heading', { name: 'Verbinding gelukt' }).waitFor();
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Opslaan' }).click();
    await visitor.untilEvents(3);
    const events = await visitor.events();
    expect(events.map(({ type }) => type)).toEqual(['service-initialized', 'service-registered', 'service-configuration-saved']);
    // The window sees the host of the shadow root as the target.
    expect(new Set(events.map(({ target }) => target))).toEqual(new Set(['div']));
  });

  it('follows later changes of the page, also after the elements have moved', async () => {
    visitor = await visit('en', 'en', bare);
    const change = (lang: string) => visitor.page.evaluate((to) => (document.documentElement.lang = to), lang);
    expect(await languages()).toEqual(widgetElements.map(() => 'en'));
    await change('de');
    for (const element of widgetElements) await visitor.page.locator(`${element} .frame[lang="de"]`).waitFor();
    await visitor.page.evaluate((elements) => {
      const main = document.body.appendChild(document.createElement('main'));
      main.append(...document.querySelectorAll(elements));
    }, widgetElements.join());
    await change('ar');
    for (const element of widgetElements) await visitor.page.locator(`${element} .frame[lang="ar"][dir="rtl"]`).waitFor();
  });
}
