import { readFileSync } from 'node:fs';
import type { Visitor } from './testing/visitor';
import { WidgetTests, type WidgetScript } from './testing/widget-tests';

const integrity = JSON.parse(readFileSync('dist/apps/widgets/integrity.json', 'utf8')) as Record<WidgetScript, string>;
/** With what each says once the service has answered. */
const elements = [
  ['connector-widget.js', 'service-connector', 'Connect your shop'],
  ['widget.js', 'service-config', 'No access. Please reload the page.'],
] as const;

describe('the script of a widget on a page of another origin', () => {
  let tests: WidgetTests;
  let visitor: Visitor | undefined;

  beforeAll(async () => (tests = await WidgetTests.start()));
  afterAll(() => tests.stop());
  afterEach(async () => {
    await visitor?.close();
    visitor = undefined;
  });

  const isDefined = (tag: string) => visitor!.page.evaluate((name) => customElements.get(name) !== undefined, tag);
  const scriptTag = (file: WidgetScript, hash: string) =>
    `<script src="${tests.service.url}/widgets/v1/${file}" integrity="${hash}" crossorigin="anonymous" defer></script>`;

  it.each(elements)('%s runs with its integrity, and with no other', async (file, tag) => {
    visitor = await tests.visit({ body: `<${tag}></${tag}>`, head: scriptTag(file, integrity[file]) });
    expect(await isDefined(tag)).toBe(true);
    await visitor.close();
    const [other] = Object.values(integrity).filter((hash) => hash !== integrity[file]);
    visitor = await tests.visit({ body: `<${tag}></${tag}>`, head: scriptTag(file, other ?? '') });
    expect(await isDefined(tag)).toBe(false);
  });

  it.each(elements)(
    '%s is all: no further request for code, style, font or picture, only questions to the service',
    async (file, tag, says) => {
      visitor = await tests.visit({
        body: `<${tag} system="mailing_platform" connection="commerce_a" token="sca_x"></${tag}>`,
        head: tests.script(file),
      });
      await visitor.page.locator(tag).getByText(says).first().waitFor();
      await visitor.page.waitForTimeout(500);
      const [document, script, ...others] = visitor.requests.map(({ url }) => url);
      expect([document, script]).toEqual([visitor.page.url(), `${tests.service.url}/widgets/v1/${file}`]);
      expect(others.length).toBeGreaterThan(0);
      for (const url of others) expect(url).toMatch(new RegExp(`^${tests.service.url}/api/|/favicon\\.ico$`));
    },
  );

  it.each(elements)('%s: the alias is the newest version, byte by byte', async (file, tag) => {
    const texts = await Promise.all(
      [`/widgets/v1/${file}`, `/widgets/${file}`].map(async (path) => (await fetch(tests.service.url + path)).text()),
    );
    expect(texts[0]).toBe(texts[1]);
    visitor = await tests.visit({ body: '', head: `<script src="${tests.service.url}/widgets/${file}"></script>` });
    expect(await isDefined(tag)).toBe(true);
  });

  it('runs on a page that lets in only what says that it may be embedded', async () => {
    const isolated = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' };
    visitor = await tests.visit({
      body: '<service-connector system="mailing_platform"></service-connector>',
      head: tests.script('connector-widget.js'),
      headers: isolated,
    });
    await visitor.page.locator('service-connector .success').waitFor();
    expect(await visitor.page.evaluate(() => crossOriginIsolated)).toBe(true);
  });

  it('reads its texts right on a page that is not UTF-8', async () => {
    visitor = await tests.visit({
      body: '<service-connector system="mailing_platform" locale="ar"></service-connector>',
      head: tests.script('connector-widget.js'),
      headers: { 'Content-Type': 'text/html; charset=windows-1252' },
    });
    const frame = visitor.page.locator('service-connector .frame');
    await visitor.page.locator('service-connector .success').waitFor();
    expect(await frame.textContent()).toMatch(/^[\p{Script=Arabic}\s\p{P}]+$/u);
  });

  it('is kept by the browser: a second page does not ask for it again', async () => {
    const document = {
      body: '<service-connector system="mailing_platform"></service-connector>',
      head: tests.script('connector-widget.js'),
    };
    visitor = await tests.visit({ body: '' });
    const network = await visitor.page.context().newCDPSession(visitor.page);
    const origins: boolean[] = [];
    network.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
      if (url.endsWith('/connector-widget.js')) origins.push(fromDiskCache ?? false);
    });
    network.on('Network.requestServedFromCache', () => origins.push(true));
    await network.send('Network.enable');
    await visitor.page.goto(tests.site.page(document));
    expect(origins).toEqual([false]);
    await visitor.page.goto(tests.site.page(document));
    await visitor.page.locator('service-connector .success').waitFor();
    expect(origins.slice(1)).toContain(true);
  });
});
