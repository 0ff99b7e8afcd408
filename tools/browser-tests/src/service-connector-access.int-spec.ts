import { connectPath, statusPath } from './testing/api-paths';
import type { ConnectorPage } from './testing/connector-page';
import { describedConnector } from './testing/described-connector';

const { system, tests, at, known } = describedConnector();

describe('with the keyboard only', () => {
  const focused = (page: ConnectorPage) =>
    page.host.evaluate((element) => {
      const active = element.shadowRoot?.activeElement as HTMLElement | null | undefined;
      return active ? (active.innerText || active.localName).trim() : null;
    });

  it('a shop is connected; the focus goes along with what the widget shows', async () => {
    const page = await at({ ...known(), 'plugin-url': 'https://plugins.example' });
    const press = (key: string) => page.page.keyboard.press(key);
    await page.generate.waitFor();
    await press('Tab');
    expect(await focused(page)).toBe('Get the plugin');
    await press('Tab');
    expect(await focused(page)).toBe('Generate token');
    await press('Enter');
    await page.field.waitFor();
    await page.page.waitForFunction(() => document.querySelector('service-connector')?.shadowRoot?.activeElement?.localName === 'input');
    expect(await page.field.evaluate((input) => (input as HTMLInputElement).selectionEnd)).toBe(47);
    await press('Tab');
    expect(await focused(page)).toBe('Copy');
    await press('Tab');
    expect(await focused(page)).toBe('Generate a new token');
    const answered = page.page.waitForResponse(`**${connectPath}`);
    await press('Enter');
    await answered;
    expect(await focused(page)).toBe('Generate a new token');
    await tests().service.finalise('demo-shop-a', await page.field.inputValue());
    await page.connected.waitFor();
    expect(await focused(page)).toBe('Connected successfully');
  });

  it('trying again: the focus goes on to what comes', async () => {
    const page = await at({ system }, { prepare: (visitor) => visitor.fault(connectPath, { status: 500 }, 1) });
    await page.retry.waitFor();
    await page.page.keyboard.press('Tab');
    await page.page.keyboard.press('Space');
    await page.connected.waitFor();
    expect(await focused(page)).toBe('Connected successfully');
  });

  it('the focus is never taken from the page', async () => {
    const page = await at(known(), { body: '<input id="mine"><service-connector></service-connector>' });
    await page.host.evaluate((element, given) => {
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    }, known());
    const token = await page.newToken();
    await page.page.locator('#mine').focus();
    await tests().service.finalise('demo-shop-a', token);
    await page.connected.waitFor();
    expect(await page.page.evaluate(() => document.activeElement?.id)).toBe('mine');
  });
});

describe('the page stays where it is when no user has moved it', () => {
  it('the plugin comes: the focus goes to the heading, which is out of sight', async () => {
    const page = await at(known(), { body: '<div style="height: 3000px"></div><service-connector></service-connector>' });
    await page.host.evaluate((element, given) => {
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    }, known());
    const token = await page.newToken();
    await page.field.focus();
    await page.page.evaluate(() => scrollTo(0, 0));
    await tests().service.finalise('demo-shop-a', token);
    await page.connected.waitFor();
    expect(await page.host.evaluate((element) => element.shadowRoot?.activeElement?.localName)).toBe('h2');
    expect(await page.page.evaluate(() => scrollY)).toBe(0);
  });
});

describe('the live region', () => {
  const ready = expect.stringMatching(/^Connection token\. Valid until .*\d+:\d\d\s[AP]M$/) as unknown;
  const listen = (page: ConnectorPage) =>
    page.said.evaluate((region) => {
      const said: string[] = [];
      Object.assign(globalThis, { said });
      new MutationObserver(() => said.push(region.textContent ?? '')).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
  const heard = (page: ConnectorPage) => page.page.evaluate(() => (globalThis as unknown as { said: string[] }).said);

  it('tells of a token once, however often the service fails meanwhile, and of the next one again', async () => {
    const page = await at(known(), { prepare: ({ page: it }) => it.clock.install() });
    await page.generate.waitFor();
    await listen(page);
    await page.newToken();
    for (let failure = 1; failure <= 2; failure++) {
      await page.visitor.fault(statusPath, { status: 500 }, 1);
      await page.page.clock.fastForward(3_000);
      await page.page.getByText('No answer. Trying again…').first().waitFor();
      await page.page.clock.fastForward(6_000);
      await page.page.getByText('Waiting for the plugin…').first().waitFor();
    }
    await page.newToken();
    const again = ['No answer. Trying again…', 'Waiting for the plugin…'];
    expect(await heard(page)).toEqual(['Loading…', ready, ...again, ...again, 'Loading…', ready]);
  });

  it('speaks the language that the widget has now', async () => {
    const page = await at(known());
    await page.newToken();
    const says = (text: string) => page.said.filter({ hasText: text }).waitFor({ state: 'attached' });
    await says('Connection token. Valid until');
    await page.host.evaluate((element) => element.setAttribute('locale', 'de'));
    await says('Verbindungstoken. Gültig bis');
    await page.host.evaluate((element) => Object.assign(element, { texts: { token: 'Schlüssel' } }) && null);
    await says('Schlüssel. Gültig bis');
    await page.host.evaluate((element) => element.removeAttribute('locale'));
    await page.page.evaluate(() => (document.documentElement.lang = 'fr'));
    await says('Schlüssel. Valable jusqu’à');
  });

  it('is there from the start, polite, and says in short what happened: never the token, never each second', async () => {
    const page = await at(known());
    await page.generate.waitFor();
    await listen(page);
    const token = await page.newToken();
    await page.page.waitForTimeout(2_500);
    await tests().service.finalise('demo-shop-a', token);
    await page.connected.waitFor();
    expect(await heard(page)).toEqual(['Loading…', ready, 'Connected successfully']);
  });
});

describe('the token', () => {
  it('access and connection token are in no attribute, address, storage or console', async () => {
    const page = await at({ system, connection: 'commerce_a' });
    await page.generate.waitFor();
    const [initialized] = await page.visitor.events();
    const access = (initialized?.detail as { token: string }).token;
    const connection = await page.newToken();
    await page.page.waitForRequest((request) => statusPath.test(request.url()));
    expect(await page.visitor.leaksOf(access)).toEqual([]);
    expect(await page.visitor.leaksOf(connection)).toEqual([]);
    await page.host.evaluate((element, token) => Object.assign(element, { token }), access);
    expect(await page.visitor.leaksOf(access)).toEqual([]);
    await tests().service.finalise('demo-shop-a', connection);
    await page.connected.waitFor();
    expect(await page.visitor.leaksOf(connection)).toEqual([]);
    expect(await page.page.evaluate((text) => document.documentElement.outerHTML.includes(text), access)).toBe(false);
    for (const { headers } of page.visitor.requests) expect(headers).not.toHaveProperty('cookie');
  });

  it('is selected as soon as it is there, with its beginning to be seen also where it is cut off', async () => {
    const page = await at(known(), { options: { viewport: { width: 320, height: 800 } } });
    const token = await page.newToken();
    await page.page.waitForTimeout(200);
    const field = await page.field.evaluate((it) => [
      it.scrollWidth > it.clientWidth,
      it.scrollLeft,
      (it as HTMLInputElement).selectionEnd,
    ]);
    expect(field).toEqual([true, 0, token.length]);
  });

  it('is copied, which is said', async () => {
    const page = await at(known());
    await page.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const token = await page.newToken();
    await page.page.getByRole('button', { name: 'Copy' }).click();
    await page.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    expect(await page.said.innerText()).toBe('Copied');
    await page.newToken();
    await page.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  });

  it('can be copied again after a while, which is said again', async () => {
    const page = await at(known(), { prepare: ({ page: it }) => it.clock.install() });
    await page.page.context().grantPermissions(['clipboard-write']);
    await page.newToken();
    for (let time = 1; time <= 2; time++) {
      await page.page.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.said.innerText()).toBe('Copied');
      await page.page.clock.fastForward(3_000);
      await page.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
      expect(await page.said.innerText()).toBe('');
    }
  });

  const clipboards: [string, () => unknown][] = [
    ['no clipboard', () => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })],
    ['a clipboard that refuses', () => (navigator.clipboard.writeText = () => Promise.reject(new Error('no')))],
  ];

  it.each(clipboards)('%s: it is copied in the older way', async (_name, without) => {
    const page = await at(known());
    await page.page.context().grantPermissions(['clipboard-read']);
    const token = await page.newToken();
    await page.page.evaluate(`(${without.toString()})()`);
    await page.page.getByRole('button', { name: 'Copy' }).click();
    await page.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.said.innerText()).toBe('Copied');
    await page.page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'));
    expect(await page.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  });

  it.each(clipboards)('%s, and no older way: it is selected, for the user to copy', async (_name, without) => {
    const page = await at(known());
    const token = await page.newToken();
    await page.page.evaluate(`(${without.toString()})()`);
    await page.page.evaluate(() => (document.execCommand = () => false));
    await page.page.getByRole('button', { name: 'Copy' }).click();
    const selected = await page.field.evaluate((field) => {
      const input = field as HTMLInputElement;
      const isFocused = (input.getRootNode() as ShadowRoot).activeElement === input;
      return [isFocused, input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)];
    });
    expect(selected).toEqual([true, token]);
    expect(await page.page.getByRole('button', { name: 'Copied' }).count()).toBe(0);
  });
});

describe('texts', () => {
  it('each can be overridden by its key; unknown keys and what is no text count for nothing', async () => {
    const page = await at(known());
    await page.host.evaluate((element) =>
      Object.assign(element, {
        texts: { generate: '<b>Go</b>', unknown: 'x', heading: 5, waiting: null, pluginName: 'Acme', constructor: 'y' },
      }),
    );
    await page.page.getByRole('button', { name: '<b>Go</b>' }).click();
    await page.field.waitFor();
    const shown = await page.text();
    expect(shown).toContain('Connect your shop');
    expect(shown).toContain('Waiting for the plugin…');
    expect(shown).toContain('Open Plugins › Acme › Settings.');
    expect(await page.host.locator('b').count()).toBe(0);
  });

  it.each([
    ['de', 'Shop verbinden'],
    ['fr', 'Connecter votre boutique'],
    ['es', 'Conectar su tienda'],
    ['it', 'Collegare il negozio'],
    ['nl', 'Uw winkel verbinden'],
    ['pl', 'Połącz sklep'],
    ['pt-BR', 'Ligar a sua loja'],
    ['tr', 'Mağazanızı bağlayın'],
    ['ar', 'ربط متجرك'],
    ['ja', 'Connect your shop'],
  ])('the language of the page by default: %s', async (lang, heading) => {
    const page = await at(known(), { lang });
    await page.page.getByRole('heading', { name: heading }).waitFor();
  });
});

it('nothing runs out of the element on a wider page', async () => {
  const page = await at(known());
  await page.newToken();
  for (const width of [420, 1280]) {
    await page.page.setViewportSize({ width, height: 800 });
    for (const locale of ['en', 'de', 'ar']) {
      await page.host.evaluate((element, to) => element.setAttribute('locale', to), locale);
      await page.page.locator(`.frame[lang="${locale}"]`).waitFor();
      expect(await page.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
