import { describedConnector } from './testing/described-connector';
import type { Visitor } from './testing/visitor';

const { tests, at, known } = describedConnector();

describe('the language', () => {
  let visitor: Visitor;
  afterEach(() => visitor.close());

  const elements = ['service-connector', 'service-config'];
  const visit = (locale: string, lang: string, around: (element: string) => string) =>
    tests().visit(
      {
        lang,
        head: tests().script('connector-widget.js') + tests().script('widget.js'),
        body: elements.map(around).join(''),
      },
      { locale },
    );
  const spoken = async () => {
    for (const element of elements) await visitor.page.locator(`${element} .frame`).waitFor();
    return visitor.page.locator('.frame').evaluateAll((frames) => frames.map((frame) => frame.getAttribute('lang')));
  };
  const bare = (element: string) => `<${element}></${element}>`;

  it.each([
    ['that of the page', 'de-DE', 'fr', bare, 'fr'],
    ['that of the nearest element of the page', 'de-DE', 'fr', (it: string) => `<div lang="nl"><p>${bare(it)}</p></div>`, 'nl'],
    ['that of the element itself', 'de-DE', 'fr', (it: string) => `<${it} lang="it"></${it}>`, 'it'],
    ['its locale above all', 'de-DE', 'fr', (it: string) => `<${it} lang="it" locale="pt-BR"></${it}>`, 'pt-BR'],
    ['English when the page names one that is not among ours', 'de-DE', 'ja', bare, 'en'],
    ['English when locale names one that is not among ours', 'de-DE', 'fr', (it: string) => `<${it} locale="ja"></${it}>`, 'en'],
    ['the browser’s when neither says anything', 'de-AT', '', bare, 'de-AT'],
    ['an empty locale says nothing', 'de-AT', 'tr', (it: string) => `<${it} locale=""></${it}>`, 'tr'],
    ['English when nothing else is known', 'ja-JP', '', bare, 'en'],
  ])('%s', async (_name, browser, lang, around, expected) => {
    visitor = await visit(browser, lang, around);
    expect(await spoken()).toEqual([expected, expected]);
  });

  it('inside somebody else’s open shadow root is that of the page around it, and the events come to the window: they bubble and are composed', async () => {
    const { widgetToken } = await tests().service.linkedShop('demo-shop-b', await tests().service.tenant());
    visitor = await visit('de-DE', 'fr', () => '');
    const { page } = visitor;
    await page.evaluate((token) => {
      const shell = Object.assign(document.createElement('div'), { lang: 'nl' });
      const connector = Object.assign(document.createElement('service-connector'), {
        system: 'mailing_platform',
        connection: 'commerce_a',
      });
      const config = Object.assign(document.createElement('service-config'), { token });
      shell.attachShadow({ mode: 'open' }).append(connector, config);
      document.body.append(shell);
    }, widgetToken);
    expect(await spoken()).toEqual(['nl', 'nl']);
    await page.getByRole('button', { name: 'Token genereren' }).click();
    await tests().service.finalise('demo-shop-a', await page.getByRole('textbox', { name: 'Verbindingstoken' }).inputValue());
    await page.getByRole('heading', { name: 'Verbinding gelukt' }).waitFor();
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: 'Opslaan' }).click();
    await page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length === 3);
    const events = await visitor.events();
    expect(events.map(({ type }) => type)).toEqual(['service-initialized', 'service-registered', 'service-configuration-saved']);
    // To the page it is the element around them that they come from.
    expect(new Set(events.map(({ target }) => target))).toEqual(new Set(['div']));
  });

  it('follows `lang` of the page, also after the elements were moved', async () => {
    visitor = await visit('en', 'en', bare);
    const change = (lang: string) => visitor.page.evaluate((to) => (document.documentElement.lang = to), lang);
    expect(await spoken()).toEqual(['en', 'en']);
    await change('de');
    for (const element of elements) await visitor.page.locator(`${element} .frame[lang="de"]`).waitFor();
    await visitor.page.evaluate(() => {
      const main = document.body.appendChild(document.createElement('main'));
      main.append(...document.querySelectorAll('service-connector, service-config'));
    });
    await change('ar');
    for (const element of elements) await visitor.page.locator(`${element} .frame[lang="ar"][dir="rtl"]`).waitFor();
  });
});

describe('what the page gives', () => {
  const give = (page: Awaited<ReturnType<typeof at>>, given: string) =>
    page.host.evaluate((element, code) => Object.assign(element, (0, eval)(`(${code})`)) && null, given);

  it('an address may be a URL, with blanks around it, and end with slashes', async () => {
    const page = await at({});
    for (const code of [`new URL('${tests().service.url}')`, `' ${tests().service.url}/// '`]) {
      await give(page, `{ system: null }`);
      await page.page.getByText('“system” is missing or unknown.').first().waitFor();
      await give(page, `{ apiUrl: ${code}, system: 'mailing_platform', tenantId: null, token: null }`);
      await page.connected.waitFor();
    }
    for (const { url } of page.visitor.requestsTo(/\/api\//)) expect(url).toBe(`${tests().service.url}/api/system-connections/connect`);
  });

  it.each(['apiUrl', 'system', 'connection', 'tenantId', 'token', 'externalUserId', 'locale', 'pluginUrl', 'texts'])(
    'any object as %s: it is shown all the same',
    async (property) => {
      const page = await at(known());
      await give(page, `{ ${property}: {} }`);
      await page.page.waitForTimeout(200);
      expect((await page.text()).length).toBeGreaterThan(5);
    },
  );

  it('the address of the script may have a query, also where the script is a module, which does not know its own', async () => {
    const script = `<script type="module" src="${tests().service.url}/widgets/v1/connector-widget.js?v=1"></script>`;
    const page = await at({ system: 'mailing_platform' }, { head: script });
    await page.connected.waitFor();
  });
});

it('the banner tells where the settings are, and looks like no button', async () => {
  const page = await at(known());
  await tests().service.finalise('demo-shop-a', await page.newToken());
  await page.connected.waitFor();
  expect(await page.text()).toMatch(/Settings\s+Plugins › Service Connector › Settings/);
  const way = page.host.locator('[part=breadcrumb]');
  expect(await way.evaluate((it) => getComputedStyle(it).borderStyle)).toBe('none');
});

it('the link to the plugin and the button for a new token are parts of their own', async () => {
  const page = await at(known());
  await page.newToken();
  const called = (part: string) => page.host.locator(`[part~="${part}"]`).allInnerTexts();
  expect(await called('link')).toEqual(['Get the plugin']);
  expect(await called('renew')).toEqual(['Generate a new token']);
});

it('the steps are a list for every screen reader, also one that takes none without bullets for one', async () => {
  const page = await at(known());
  await page.generate.waitFor();
  expect(await page.host.locator('ol').getAttribute('role')).toBe('list');
});
