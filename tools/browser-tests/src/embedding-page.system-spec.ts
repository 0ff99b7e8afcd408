import { readFileSync } from 'node:fs';
import { blocksOf, withoutEachWord } from './testing/documented-calls';
import { button, isReadable, type Look, openSlowly, survivorsOf, withoutEachPart } from './testing/documented-widgets';
import { runningWidgets, system } from './testing/widget-suite';
import type { Tenant } from './testing/running-service';
import { configurationPath, connectPath, shopsPath, type Visitor } from './testing/visitor';

const page = readFileSync('docs/embedding.md', 'utf8');
const blocks = blocksOf(page);
const connector = `<service-connector system="${system}" connection="commerce_a"></service-connector>`;

/** Who embeds the widgets reads docs/embedding.md from top to bottom, and pastes its blocks into pages of a site on another origin. */
describe('the code of docs/embedding.md', () => {
  const running = runningWidgets();
  let tenant: Tenant;
  let shop: { connectionId: string; widgetToken: string };
  beforeAll(async () => {
    tenant = await running.tests.service.tenant();
    shop = await running.tests.service.linkedShop('demo-shop-a', tenant);
  });

  const served = (code: string) => code.replaceAll('https://service.example', running.tests.service.url);
  const both = () => served('<script src="https://service.example/widgets/v1/widgets.js" defer></script>');
  /** Before the widgets' scripts, which are deferred, too. */
  const script = (code: string) => `<script type="module">${code}</script>`;
  const untilReady = async (visitor: Visitor) => {
    await button(visitor, 'Generate token').waitFor();
    return visitor;
  };
  /** Without this, it is not seen. */
  const require = (isSo: boolean, what: string) => {
    if (!isSo) throw new Error(`Not seen: ${what}`);
  };
  const styleOf = (visitor: Visitor, selector: string, name: string) =>
    visitor.page.locator(selector).evaluate((element, of) => getComputedStyle(element).getPropertyValue(of), name);

  const settings: Look = async (code, open) => {
    const visitor = await openSlowly(open, { body: `<script>pluginToken = '${shop.widgetToken}'</script>${served(code)}` });
    await visitor.page.getByLabel('Both ways').waitFor();
  };

  const endpoints: Look = async (code, open) => {
    const body = { page: 'webhooks' };
    const { token } = await running.tests.service.ask<{ token: string }>('POST', '/api/widget/sessions', { token: tenant.token, body });
    const visitor = await openSlowly(open, { body: `<script>sessionToken = '${token}'</script>${served(code)}` });
    await button(visitor, 'Add endpoint').waitFor();
  };

  const withIntegrity: Look = async (code, open) => {
    const hashes = JSON.parse(readFileSync('dist/apps/widgets/integrity.json', 'utf8')) as Record<string, string>;
    const body = served(code).replace('sha384-…', hashes['connector-widget.js'] ?? '') + connector;
    await untilReady(await openSlowly(open, { body }));
    const changed = await open({ body }, (visitor) =>
      visitor.page.route('**/widgets/**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()};` });
      }),
    );
    await changed.page.waitForLoadState();
    require(!(await changed.page.evaluate(() => customElements.get('service-connector') !== undefined)), 'the refusal of another script');
  };

  const withLogos: Look = async (code, open) => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"></svg>';
    const prepare = ({ page: opened }: Visitor) =>
      opened.route(/\/(commerce-a|papermill)\.svg$/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }));
    const visitor = await untilReady(await openSlowly(open, { body: both() + code }, { prepare }));
    const logos = visitor.page.locator('service-connector > img');
    const seen = await logos.evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ src, assignedSlot, naturalWidth, height }) => [new URL(src).pathname, assignedSlot?.name, naturalWidth, height]),
    );
    const expected = [
      ['/commerce-a.svg', 'connection-logo', 100, 24],
      ['/papermill.svg', 'system-logo', 100, 24],
    ];
    require(JSON.stringify(seen) === JSON.stringify(expected), `two logos in ${JSON.stringify(seen)}`);
    require((await visitor.page.getByRole('img').and(logos).count()) === 0, 'that screen readers pass over the logos');
  };

  const ownSettings: Look = async (code, open) => {
    const known = `<script>
      opened = [];
      openSettings = (...given) => opened.push(given);
    </script>${script(code)}<service-connector system="${system}" connection="commerce_a" tenant-id="${tenant.tenantId}" token="${tenant.token}"></service-connector>`;
    const visitor = await openSlowly(open, { body: known + both() });
    await button(visitor, 'Settings').click();
    await visitor.page.waitForFunction('opened.length > 0');
    const [id, token] = await visitor.page.evaluate<string[]>('opened[0]');
    require(id === shop.connectionId, 'the connection');
    await running.tests.service.ask('GET', configurationPath, { token });
    await visitor.page.waitForTimeout(200);
    require(await button(visitor, 'Settings').isVisible(), 'the list, which stays');
  };

  const keptToken: Look = async (code, open) => {
    const visit = (stored: object) =>
      openSlowly(open, { body: `${connector}<script>stored = ${JSON.stringify(stored)}</script>${script(code)}${both()}` });
    const isInitialised = ({ requests }: Visitor) => requests.some(({ method, url }) => method === 'POST' && url.endsWith(connectPath));

    const first = await visit({});
    await untilReady(first);
    const [sent] = first.requestsTo('/your-server/shop-service');
    require(sent?.method === 'POST' && sent.headers['content-type'] === 'application/json', 'a POST of JSON');
    const [{ detail } = {}] = await first.events();
    require(detail !== undefined && JSON.stringify(JSON.parse(sent?.body ?? '')) === JSON.stringify(detail), 'what the event told');
    await running.tests.service.ask('GET', shopsPath, { token: (detail as { token: string }).token });

    const later = await visit({ tenant_id: tenant.tenantId, token: tenant.token });
    await button(later, 'Settings').waitFor();
    require(!isInitialised(later), 'that no other company is made');
    const tenantId = await later.page.evaluate<string>(`document.querySelector('service-connector').tenantId`);
    require(tenantId === tenant.tenantId, 'the tenant');
  };

  const ownStyle: Look = async (code, open) => {
    // A rule that follows, as style sheets have them.
    const style = running.tests.site.style(`${code}\n#below { color: rgb(1, 2, 3) }`);
    const body = `<script>pluginToken = '${shop.widgetToken}'</script>${connector}<service-config></service-config>${script(
      `document.querySelector('service-config').token = pluginToken`,
    )}${both()}`;
    const meanwhile = async (early: Visitor) => {
      require((await styleOf(early, 'service-connector', 'min-height')) === '384px', 'the reserved height');
      require((await styleOf(early, 'service-connector', 'display')) === 'block', 'that it takes its place');
      require((await styleOf(early, 'service-config', 'min-height')) !== '384px', 'that only the connector is meant');
    };
    const visitor = await openSlowly(open, { head: style, body }, { meanwhile });
    await untilReady(visitor);
    await button(visitor, 'Save').waitFor();
    require((await styleOf(visitor, 'service-connector', 'min-height')) !== '384px', 'that the height is free once it runs');
    require((await styleOf(visitor, '#below', 'color')) === 'rgb(1, 2, 3)', 'the next rule');
    require((await styleOf(visitor, 'service-connector [part=heading]', 'font-family')) === 'Georgia, serif', 'the font of the heading');
    require(!(await styleOf(visitor, 'service-config [part=heading]', 'font-family')).includes('Georgia'), 'the font of one heading');
    for (const element of ['service-connector', 'service-config']) {
      const main = `${element} [part=button]`;
      require((await styleOf(visitor, main, 'background-color')) === 'rgb(31, 92, 70)', `the accent of ${element}`);
      require((await styleOf(visitor, `${element} [part=frame]`, 'border-top-left-radius')) === '4px', `the corners of ${element}`);
    }
  };

  const ownTexts: Look = async (code, open) => {
    const named = script(`const connector = document.querySelector('service-connector');\n${code}`);
    const visitor = await openSlowly(open, { body: connector + named + both() });
    await button(visitor, 'Show my code').waitFor();
    await visitor.page.getByRole('heading', { name: 'Connect your webshop' }).waitFor();
  };

  const strictPolicy: Look = async (code, open) => {
    const style = running.tests.site.style('#below { color: rgb(1, 2, 3) }');
    const images = [running.tests.service.url, running.tests.site.url].map((origin) => `<img src="${origin}/any.png" alt="">`).join('');
    const headers = { 'Content-Security-Policy': served(code).trim() };
    const visitor = await openSlowly(open, { head: style, body: connector + images + both(), headers });
    await untilReady(visitor);
    require((await styleOf(visitor, '#below', 'color')) === 'rgb(1, 2, 3)', 'the style of the page');
    const violations = (await visitor.events())
      .filter(({ type }) => type === 'securitypolicyviolation')
      .map(({ detail }) => String(detail));
    require(violations.length === 2 && violations.every((violation) => violation.startsWith('img-src ')), 'that all else is refused');
  };

  /** In the order of the page: a part of the block, and how its effect is seen. */
  const table: [part: string, look: Look][] = [
    ['connection="commerce_a"></service-connector>', async (code, open) => untilReady(await openSlowly(open, { body: served(code) }))],
    ['<service-config>', settings],
    ['integrity=', withIntegrity],
    ['slot=', withLogos],
    ['service-settings', ownSettings],
    ['/your-server/', keptToken],
    ['<service-webhooks>', endpoints],
    ['::part', ownStyle],
    ['connector.texts', ownTexts],
    ['default-src', strictPolicy],
  ];

  it('is all run: each block has its place in the table, in the order of the page', () => {
    expect(blocks).toHaveLength((page.match(/^```/gm) ?? []).length / 2);
    expect(blocks.map(({ code }) => table.findIndex(([part]) => code.includes(part)))).toEqual(table.map((_, index) => index));
  });

  it.each(table)('%s: does what the page says, and would not without any of its parts', async (part, look) => {
    const { language, code } = blocks.find((block) => block.code.includes(part)) ?? { language: '', code: '' };
    const text = code.replaceAll(/ \/\*.*?\*\//g, '');
    const changes =
      language === 'html' ? withoutEachPart(text) : withoutEachWord(text).filter((changed) => language !== 'js' || isReadable(changed));
    expect(await survivorsOf(running.tests, look, text, changes)).toEqual([]);
  });
});
