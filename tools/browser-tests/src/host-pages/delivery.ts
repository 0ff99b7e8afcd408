import { readFileSync } from 'node:fs';
import type { HostSite } from '../testing/host-site';
import { connectPath, type Visitor } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';
import { scriptOf, widgetElements } from '../testing/widget-tests';

const integrity = JSON.parse(readFileSync('dist/apps/widgets/integrity.json', 'utf8')) as Record<string, string>;
const direct = `<service-connector system="${system}"></service-connector>`;

export function describeDelivery(suite: WidgetSuite, startSite: () => Promise<HostSite>): void {
  let visitor: Visitor;
  afterEach(() => visitor.close());

  const isDefined = (tag: string) => visitor.page.evaluate((name) => customElements.get(name) !== undefined, tag);

  it.each([...widgetElements.map((element) => [element, scriptOf[element]] as const), ['service-config', 'widgets.js'] as const])(
    '%s in %s runs with its integrity, and with no other',
    async (element, file) => {
      const tag = (hash = '') =>
        `<script src="${suite.service.url}/widgets/v1/${file}" integrity="${hash}" crossorigin="anonymous" defer></script>`;
      visitor = await suite.tests.visit({ body: `<${element}></${element}>`, head: tag(integrity[file]) });
      expect(await isDefined(element)).toBe(true);
      await visitor.page.goto(
        suite.tests.site.page({ body: '', head: tag(Object.values(integrity).find((hash) => hash !== integrity[file])) }),
      );
      expect(await isDefined(element)).toBe(false);
    },
  );

  it.each([
    ['service-connector', 'Connect your shop'],
    ['service-config', 'No access. Please reload the page.'],
    ['service-webhooks', 'No access. Please reload the page.'],
  ] as const)('%s requests nothing but its script and the API', async (element, says) => {
    visitor = await suite.tests.visit({
      body: `<${element} system="${system}" connection="commerce_a" token="sca_x"></${element}>`,
      head: suite.tests.script(element),
    });
    await visitor.page.locator(element).getByText(says).first().waitFor();
    await visitor.page.waitForTimeout(500);
    const [document, script, ...others] = visitor.requests.map(({ url }) => url);
    expect([document, script]).toEqual([visitor.page.url(), `${suite.service.url}/widgets/v1/${scriptOf[element]}`]);
    expect(others.length).toBeGreaterThan(0);
    for (const url of others) expect(url).toMatch(new RegExp(`^${suite.service.url}/api/|/favicon\\.ico$`));
  });

  it.each(widgetElements)('%s: the alias is the newest version, byte by byte', async (element) => {
    const paths = [`/widgets/v1/${scriptOf[element]}`, `/widgets/${scriptOf[element]}`];
    const [version, alias] = await Promise.all(paths.map(async (path) => (await fetch(suite.service.url + path)).text()));
    expect(version).toBe(alias);
    visitor = await suite.tests.visit({ body: '', head: `<script src="${suite.service.url}${paths[1]}"></script>` });
    expect(await isDefined(element)).toBe(true);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'a cross-origin isolated page',
      { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
      direct,
    ],
    ['a page that is not UTF-8', { 'Content-Type': 'text/html; charset=windows-1252' }, direct.replace('>', ' locale="ar">')],
  ])('runs on %s', async (_title, headers, body) => {
    visitor = await suite.tests.visit({ body, head: suite.tests.script('service-connector'), headers });
    await visitor.page.locator('service-connector .done').waitFor();
    const text = await visitor.page.locator('service-connector .frame').textContent();
    if (body !== direct) expect(text).toMatch(/^[\p{Script=Arabic}\s\p{P}]+$/u);
    else expect(await visitor.page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  it('is UTF-8 also where neither the page nor the server of the script says so', async () => {
    const copy = suite.tests.site.script(readFileSync('dist/apps/widgets/connector-widget.js', 'utf8'));
    const body = direct.replace('>', ` locale="ar" api-url="${suite.service.url}">`) + copy;
    visitor = await suite.tests.visit({ body, headers: { 'Content-Type': 'text/html; charset=windows-1252' } });
    await visitor.page.locator('service-connector .done').waitFor();
    expect(await visitor.page.locator('service-connector .frame').textContent()).toMatch(/^[\p{Script=Arabic}\s\p{P}]+$/u);
  });

  it.each(['connector-widget.js', 'widgets.js'])(
    'finds the service from a module script with a query, which does not know its own address: %s',
    async (file) => {
      const head = `<script type="module" src="${suite.service.url}/widgets/v1/${file}?v=1"></script>`;
      visitor = await suite.tests.visit({ body: direct, head });
      await visitor.page.locator('service-connector .done').waitFor();
    },
  );

  it.each([
    ['widgets.js'],
    ['widgets.js', 'widget.js', 'connector-widget.js'],
    ['connector-widget.js', 'widgets.js'],
    ['widget.js', 'widgets.js'],
  ])('the script with both elements works, beside the other scripts and in any order: %s %s %s', async (...files) => {
    const head = files.map((file) => `<script src="${suite.service.url}/widgets/v1/${file}" defer></script>`).join('');
    visitor = await suite.tests.visit({ body: `${direct}<service-config></service-config>`, head });
    const token = await suite.settingsToken();
    await visitor.page.locator('service-config').evaluate((it, given) => void Object.assign(it, given), { token });
    await visitor.page.locator('service-connector .done').waitFor();
    await visitor.page.locator('service-config select').waitFor();
    expect([visitor.errors, visitor.console]).toEqual([[], []]);
  });

  it('keeps its style in the document of a frame', async () => {
    visitor = await suite.tests.visit({ body: `${direct}<iframe></iframe>`, head: suite.tests.script('service-connector') });
    const frame = visitor.page.locator('service-connector .frame');
    await frame.locator('.done').waitFor();
    await visitor.page.evaluate(() =>
      document.querySelector('iframe')?.contentDocument?.body.append(document.querySelector('service-connector')!),
    );
    const moved = visitor.page.frameLocator('iframe').locator('service-connector .frame');
    expect(await moved.evaluate((it) => getComputedStyle(it).containerType)).toBe('inline-size');
  });

  it('is cached by the browser: a second page does not request it again', async () => {
    const page = () => suite.tests.site.page({ body: direct, head: suite.tests.script('service-connector') });
    visitor = await suite.tests.visit({ body: '' });
    const network = await visitor.page.context().newCDPSession(visitor.page);
    const fromCache: boolean[] = [];
    network.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
      if (url.endsWith('/connector-widget.js')) fromCache.push(fromDiskCache ?? false);
    });
    network.on('Network.requestServedFromCache', () => fromCache.push(true));
    await network.send('Network.enable');
    await visitor.page.goto(page());
    expect(fromCache).toEqual([false]);
    await visitor.page.goto(page());
    await visitor.page.locator('service-connector .done').waitFor();
    expect(fromCache.slice(1)).toContain(true);
  });

  it('a page of an origin that may not initialise can retry, and connects with a tenant that a server has created', async () => {
    const other = await startSite();
    const count = async () => {
      const [row] = await suite.service.database.dataSource.query<{ count: number }[]>('select count(*)::int as count from tenants');
      return row?.count;
    };
    const { tenantId, token } = await suite.service.tenant();
    const before = await count();
    visitor = await suite.tests.visit({ body: '' });
    const body = `<service-connector system="${system}" connection="commerce_a"></service-connector>`;
    await visitor.page.goto(other.page({ body, head: suite.tests.script('service-connector') }));
    const retry = visitor.page.getByRole('button', { name: 'Try again' });
    for (let attempt = 1; attempt <= 2; attempt++) {
      await visitor.page.getByText('The service cannot be reached.').first().waitFor();
      await retry.click();
    }
    expect([await visitor.events(), visitor.errors, await count()]).toEqual([[], [], before]);
    await visitor.page.locator('service-connector').evaluate((it, given) => void Object.assign(it, given), { tenantId, token });
    await visitor.page.getByRole('button', { name: 'Generate token' }).click();
    await suite.service.finalise('demo-shop-a', await visitor.page.getByRole('textbox').inputValue());
    await visitor.page.getByRole('heading', { name: 'Connected successfully' }).waitFor();
    expect(visitor.requestsTo(connectPath).filter(({ headers }) => headers.authorization)).toHaveLength(1);
    await other.stop();
  });
}
