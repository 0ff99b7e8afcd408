import { connectPath } from './testing/api-paths';
import { describedConnector } from './testing/described-connector';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const { system, tests, tenant, at, known } = describedConnector();

describe('initializing: on mount with no tenant-id prop', () => {
  it('asks for a tenant without Authorization, shows a spinner meanwhile, and fires service-initialized with tenant_id and token', async () => {
    let answer: () => void = () => undefined;
    const { visitor, page, host, generate } = await at(
      { system, connection: 'commerce_a', 'external-user-id': 'company-7' },
      { prepare: async (it) => (answer = await it.hold(connectPath)) },
    );
    await page.getByText('Loading…').first().waitFor();
    expect(await host.locator('.spinner').isVisible()).toBe(true);
    answer();
    await generate.waitFor();
    const [asked, ...others] = visitor.requestsTo(connectPath);
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ method: 'POST', body: JSON.stringify({ system_slug: system, external_user_id: 'company-7' }) });
    expect(asked?.headers).not.toHaveProperty('authorization');
    const detail = { tenant_id: expect.stringMatching(uuid) as string, token: expect.stringMatching(/^sca_.{43}$/) as string };
    expect(await visitor.events()).toEqual([{ type: 'service-initialized', detail, target: 'service-connector' }]);
  });

  it('external_user_id is left out when the page gives none', async () => {
    const { visitor, generate } = await at({ system, connection: 'commerce_a' });
    await generate.waitFor();
    expect(visitor.requestsTo(connectPath).map(({ body }) => body)).toEqual([JSON.stringify({ system_slug: system })]);
  });

  it('with a tenant-id phase 1 is skipped: no request and no event', async () => {
    const { visitor, generate } = await at(known());
    await generate.waitFor();
    expect(visitor.requestsTo(/\/api\//)).toEqual([]);
    expect(await visitor.events()).toEqual([]);
  });

  it('attributes that are set one after another, before or after the element is in the page, count together', async () => {
    const { visitor, page } = await at({ system, connection: 'commerce_a', 'tenant-id': tenant().tenantId });
    await page.evaluate((key) => {
      const make = (isFirst: boolean) => {
        const element = document.createElement('service-connector');
        if (isFirst) document.body.append(element);
        element.setAttribute('system', key);
        Object.assign(element, { externalUserId: 'company-8', connection: 'commerce_b' });
        if (!isFirst) document.body.append(element);
      };
      make(true);
      make(false);
    }, system);
    await page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length === 2);
    const bodies = visitor.requestsTo(connectPath).map(({ body }) => body);
    expect(bodies).toEqual(Array(2).fill(JSON.stringify({ system_slug: system, external_user_id: 'company-8' })));
  });

  it('properties that are set before the script has run count, too', async () => {
    const { page, visitor, generate } = await at({}, { head: '' });
    await page.evaluate(({ tenantId, token }) => {
      Object.assign(document.querySelector('service-connector')!, {
        system: 'mailing_platform',
        connection: 'commerce_a',
        tenantId,
        token,
      });
    }, tenant());
    await page.addScriptTag({ url: `${tests().service.url}/widgets/v1/connector-widget.js` });
    await generate.waitFor();
    expect(visitor.requestsTo(/\/api\//)).toEqual([]);
  });
});

describe('service-initialized fires once', () => {
  it('while the element is moved during the request and after it, and its attributes are set again', async () => {
    let answer: () => void = () => undefined;
    const { visitor, page, host, generate } = await at(
      { system, connection: 'commerce_a' },
      { prepare: async (it) => (answer = await it.hold(connectPath)) },
    );
    const move = () =>
      page.evaluate(() => {
        const element = document.querySelector('service-connector')!;
        const main = document.body.appendChild(document.createElement('main'));
        main.append(element);
      });
    await page.getByText('Loading…').first().waitFor();
    await move();
    answer();
    await generate.waitFor();
    await move();
    await host.evaluate((element, key) => {
      element.setAttribute('system', key);
      element.setAttribute('connection', 'commerce_a');
    }, system);
    await page.waitForTimeout(500);
    await generate.waitFor();
    expect((await visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
    expect(visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('also when the page keeps tenant and token by setting them on the element', async () => {
    const { visitor, page, host, generate } = await at(
      { system, connection: 'commerce_a' },
      {
        prepare: ({ page: it }) =>
          it.addInitScript(() => {
            addEventListener('service-initialized', (event) => {
              const { tenant_id: tenantId, token } = (event as CustomEvent<Record<string, string>>).detail;
              Object.assign(event.target!, { tenantId, token });
            });
          }),
      },
    );
    await generate.waitFor();
    await host.evaluate((element) => Object.assign(element, { tenantId: null }));
    await page.waitForTimeout(500);
    expect(await generate.isVisible()).toBe(true);
    expect(visitor.requestsTo(connectPath)).toHaveLength(1);
    expect((await visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
  });
});

describe('direct systems: "the banner follows init at once"', () => {
  it.each([
    ['without connection', {}],
    ['with connection equal to system', { connection: system }],
  ])('%s: after the initialisation, with its event, without phase 2 and polling', async (_name, attributes) => {
    const { visitor, page, connected, generate } = await at({ system, ...attributes });
    await connected.waitFor();
    expect((await visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
    await page.waitForTimeout(3_500);
    expect(visitor.requestsTo(/\/api\//)).toHaveLength(1);
    expect(await generate.count()).toBe(0);
  });

  it('with a tenant-id: at once, without any request', async () => {
    const { visitor, connected } = await at({ system, 'tenant-id': tenant().tenantId });
    await connected.waitFor();
    expect(visitor.requestsTo(/\/api\//)).toEqual([]);
  });
});

describe('instructing: the plugin link is always rendered', () => {
  it('a no-op relative link where no address is configured: the page neither scrolls nor gets another address', async () => {
    const head = `<base href="${tests().site.url}/elsewhere/">${tests().script('connector-widget.js')}`;
    const filler = '<div style="height:2000px"></div>';
    const markup = `${filler}<service-connector system="${system}" connection="commerce_a" tenant-id="x"></service-connector>${filler}`;
    const { page } = await at({}, { head, body: markup });
    const link = page.getByRole('link', { name: 'Get the plugin' });
    await link.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => [location.href, scrollY, history.length]);
    const before = await place();
    await link.click({ force: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(200);
    expect(await place()).toEqual(before);
    expect(await link.evaluate((a) => [a.getAttribute('href'), a.getAttribute('aria-disabled')])).toEqual(['#', 'true']);
  });

  it('the address that the page gives, opened beside the page', async () => {
    const { page } = await at({ ...known(), 'plugin-url': 'https://plugins.example/a?b=c' });
    const link = page.getByRole('link', { name: 'Get the plugin' });
    const attributes = await link.evaluate((a) => ['href', 'target', 'rel', 'aria-disabled'].map((name) => a.getAttribute(name)));
    expect(attributes).toEqual(['https://plugins.example/a?b=c', '_blank', 'noopener noreferrer', null]);
  });

  it.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/relative', 'nonsense'])(
    'http(s) only: %s is no address',
    async (address) => {
      const { page } = await at({ ...known(), 'plugin-url': address });
      expect(await page.getByRole('link', { name: 'Get the plugin' }).getAttribute('href')).toBe('#');
    },
  );
});

describe('instructing: the paste steps are a numbered list chosen by the connection key', () => {
  it.each([
    ['commerce_a', 'Open Plugins › Service Connector › Settings.'],
    ['commerce_b', 'Open Modules › Service Connector › Settings.'],
    ['commerce_z', 'Open Service Connector › Settings.'],
    ['constructor', 'Open Service Connector › Settings.'],
  ])('%s: %s', async (connection, first) => {
    const { page, generate } = await at(known(connection));
    await generate.waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([first, 'Paste the token.', 'Save.']);
  });

  it.each(['commerce_a', 'commerce_z'])(
    '%s: the way is read from right to left in Arabic, whatever letters it begins with',
    async (connection) => {
      // So wide that it stands in one line.
      const { host } = await at({ ...known(connection), locale: 'ar' }, { options: { viewport: { width: 1600, height: 900 } } });
      const way = host.locator('bdi');
      await way.waitFor();
      const parts = (await way.innerText()).split(' › ');
      expect(parts.slice(-2)).toEqual(['Service Connector', 'الإعدادات']);
      const [before, after] = await way.evaluate((it) => {
        const text = it.firstChild as Text;
        return ['Service Connector', 'الإعدادات'].map((part) => {
          const range = document.createRange();
          range.setStart(text, text.data.indexOf(part));
          range.setEnd(text, text.data.indexOf(part) + part.length);
          return range.getBoundingClientRect();
        });
      });
      expect(after!.right).toBeLessThan(before!.left);
    },
  );
});

describe('the whole journey', () => {
  it('token with its expiry, the plugin finalises, banner, service-registered once, and polling ends', async () => {
    const { visitor, page, connected, ...it } = await at({ system, connection: 'commerce_a' });
    await it.generate.waitFor();
    await page.getByText('Once connected, your data will sync using the default settings.').waitFor();
    expect(await page.getByText('Waiting for the plugin…').count()).toBe(0);
    await it.generate.click();
    await it.field.waitFor();
    const token = await it.field.inputValue();
    expect(token).toMatch(/^scc_.{43}$/);
    expect(await it.field.getAttribute('readonly')).not.toBeNull();
    expect(await page.locator('#validity').innerText()).toMatch(/^Valid until .*\d+:\d\d [AP]M\s+(01:00:00|59:\d\d)$/);
    await page.getByText('Waiting for the plugin…').waitFor();
    const [, started] = visitor.requestsTo(connectPath);
    const [initialized] = await visitor.events();
    const { token: access } = initialized?.detail as { token: string };
    expect(started).toMatchObject({ body: '{}', headers: { authorization: `Bearer ${access}` } });

    await tests().service.finalise('demo-shop-a', token);
    await connected.waitFor();
    const [look] = visitor.requestsTo(/\/status$/);
    expect(look?.headers.authorization).toBe(`Bearer ${access}`);
    const id = look?.url.split('/').at(-2);
    expect((await visitor.events()).slice(1)).toEqual([
      { type: 'service-registered', detail: { connection_id: id }, target: 'service-connector' },
    ]);
    expect(id).toMatch(uuid);
    const count = visitor.requests.length;
    await page.waitForTimeout(3_500);
    expect(visitor.requests).toHaveLength(count);
    expect(await visitor.events()).toHaveLength(2);
  });

  it.each([
    ['commerce_b', 'demo-shop-b', 'Modules › Service Connector › Settings'],
    ['commerce_z', 'demo-shop-a', null],
  ] as const)(
    '%s: after the connection what is next is active text and the breadcrumb, hidden when the key has none',
    async (key, shop, way) => {
      const page = await at(known(key));
      await tests().service.finalise(shop, await page.newToken());
      await page.connected.waitFor();
      const shown = await page.text();
      expect(shown).toContain('Your data now syncs using the default settings.');
      expect(shown).not.toContain('Once connected');
      expect(await page.host.locator('bdi').allInnerTexts()).toEqual(way ? [way] : []);
    },
  );

  it('a link makes a new token; the earlier one, which was pasted already, still connects, with its own connection', async () => {
    const page = await at(known());
    const first = await page.newToken();
    const second = await page.newToken();
    expect(second).not.toBe(first);
    const { id } = (await tests().service.finalise('demo-shop-a', first)) as { id: string };
    await page.connected.waitFor();
    expect((await page.visitor.events()).map(({ detail }) => detail)).toEqual([{ connection_id: id }]);
    expect(page.visitor.requestsTo(connectPath).map(({ body }) => body)).toEqual(['{}', '{}']);
  });

  it('"Exactly once": a tenant that has two elements on a page gets each one its own connection', async () => {
    const markup = `<service-connector system="${system}" connection="commerce_a"></service-connector>`;
    const { visitor, page } = await at({}, { body: `<div id="a">${markup}</div><div id="b">${markup}</div>` });
    const tokens = [];
    for (const side of ['#a', '#b']) {
      await page.locator(side).getByRole('button', { name: 'Generate token' }).click();
      tokens.push(await page.locator(side).getByRole('textbox').inputValue());
    }
    const initialized = (await visitor.events()).map(({ detail }) => (detail as { tenant_id: string }).tenant_id);
    expect(new Set(initialized).size).toBe(2);
    await tests().service.finalise('demo-shop-a', tokens[1] ?? '');
    await page.locator('#b').getByRole('heading', { name: 'Connected successfully' }).waitFor();
    expect(await page.locator('#a').getByRole('textbox').inputValue()).toBe(tokens[0]);
    expect((await visitor.events()).filter(({ type }) => type === 'service-registered')).toHaveLength(1);
  });

  it('the script read twice changes nothing', async () => {
    const script = tests().script('connector-widget.js');
    const { visitor, generate } = await at({ system, connection: 'commerce_a' }, { head: script + script });
    await generate.waitFor();
    expect(await visitor.events()).toHaveLength(1);
    expect(visitor.console).toEqual([]);
  });
});

describe('attributes and properties that are set later take effect', () => {
  it('locale: the texts change, and what was asked for stays', async () => {
    const page = await at(known());
    const token = await page.newToken();
    await page.host.evaluate((element) => element.setAttribute('locale', 'de-AT'));
    const field = page.page.getByRole('textbox', { name: 'Verbindungstoken' });
    await field.waitFor();
    expect(await field.inputValue()).toBe(token);
    expect(await page.host.locator('.frame').evaluate((frame) => [frame.getAttribute('lang'), frame.getAttribute('dir')])).toEqual([
      'de-AT',
      'ltr',
    ]);
  });

  it('connection: the steps change, and one equal to system needs no plugin', async () => {
    const page = await at(known());
    await page.generate.waitFor();
    const set = (connection: string) => page.host.evaluate((element, key) => element.setAttribute('connection', key), connection);
    await set('commerce_b');
    await page.page.getByText('Modules').waitFor();
    await set(system);
    await page.connected.waitFor();
    await set('commerce_a');
    await page.generate.waitFor();
  });

  it('connection: after one shop is connected another one can be', async () => {
    const page = await at(known());
    await tests().service.finalise('demo-shop-a', await page.newToken());
    await page.connected.waitFor();
    await page.host.evaluate((element) => element.setAttribute('connection', 'commerce_b'));
    await tests().service.finalise('demo-shop-b', await page.newToken());
    await page.connected.waitFor();
    expect((await page.visitor.events()).map(({ type }) => type)).toEqual(['service-registered', 'service-registered']);
  });

  it.each([
    ['tenant-id', async () => (await tests().service.tenant()).tenantId],
    ['system', () => Promise.resolve('user-platform')],
    ['api-url', () => Promise.resolve(tests().service.url.replace('127.0.0.1', 'localhost'))],
  ])('%s: it starts over, and the old polling ends', async (name, value) => {
    const page = await at(known());
    await page.newToken();
    await page.page.waitForRequest(/\/status$/);
    await page.host.evaluate((element, [attribute, to]) => element.setAttribute(attribute!, to!), [name, await value()]);
    await page.generate.waitFor();
    const count = page.looks().length;
    await page.page.waitForTimeout(3_500);
    expect(page.looks()).toHaveLength(count);
  });

  it('without a tenant-id any more it initialises anew', async () => {
    const page = await at(known());
    await page.generate.waitFor();
    await page.host.evaluate((element) => element.removeAttribute('tenant-id'));
    await page.page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length === 1);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });
});
