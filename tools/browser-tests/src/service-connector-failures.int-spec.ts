import { setTimeout as sleep } from 'node:timers/promises';
import { connectPath, statusPath } from './testing/api-paths';
import { ConnectorPage } from './testing/connector-page';
import type { Fault } from './testing/visitor';
import { describedConnector } from './testing/described-connector';

const { system, tests, tenant, at, known } = describedConnector();
const withClock = { prepare: ({ page }: ConnectorPage['visitor']) => page.clock.install() };

const failures: [string, Fault, string][] = [
  ['unreachable', 'offline', 'The service cannot be reached.'],
  ['429', { status: 429, headers: { 'Retry-After': '0' } }, 'Something went wrong'],
  ['500', { status: 500 }, 'Something went wrong'],
  [
    '503 of a proxy that answers with no JSON',
    { status: 503, headers: { 'Content-Type': 'text/html' }, body: '<h1>' },
    'Something went wrong',
  ],
  ['201 without what it should have', { status: 201, body: { tenant_id: 5 } }, 'Something went wrong'],
];

describe('init fails: the widget shows an error state with retry', () => {
  it.each(failures)('%s', async (_name, fault, text) => {
    const page = await at({ system }, { prepare: (visitor) => visitor.fault(connectPath, fault) });
    await page.retry.waitFor();
    expect(await page.text()).toContain(text);
    expect(await page.said.innerText()).toContain(text);
    expect(await page.visitor.events()).toEqual([]);
    await page.visitor.mend();
    await page.retry.click();
    await page.connected.waitFor();
    expect((await page.visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
  });

  it('422: a system that the service does not know, by the service itself', async () => {
    const page = await at({ system: 'no_such_system', connection: 'commerce_a' });
    await page.retry.waitFor();
    expect(await page.text()).toContain('“system” is missing or unknown.');
  });

  it('429: "Retry-After respected": trying again is possible then, and not before', async () => {
    const fault: Fault = { status: 429, headers: { 'Retry-After': '90' } };
    const page = await at(
      { system },
      {
        prepare: async (visitor) => {
          await withClock.prepare(visitor);
          await visitor.fault(connectPath, fault, 1);
        },
      },
    );
    await page.page
      .getByText(/^Please try again in \d+ seconds\.$/)
      .first()
      .waitFor();
    expect(await page.retry.getAttribute('aria-disabled')).toBe('true');
    await page.retry.click({ force: true });
    await page.page.clock.fastForward(30_000);
    await page.retry.click({ force: true });
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    await page.page.clock.fastForward(61_000);
    await page.retry.click();
    await page.connected.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(2);
  });

  it.each([[{}], [{ connection: 'commerce_a' }], [{ token: 'sca_x' }]])(
    'without system, given %j: a clear message and no request',
    async (given) => {
      const page = await at(given);
      await page.page.getByText('“system” is missing or unknown.').first().waitFor();
      expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
      expect(await page.page.getByRole('button').count()).toBe(0);
      await page.host.evaluate((element, key) => element.setAttribute('system', key), system);
      await page.page.waitForFunction(() => (globalThis as unknown as { seenEvents: unknown[] }).seenEvents.length === 1);
    },
  );
});

describe('a token cannot be made', () => {
  it('without an access token the widget sends { tenant_id }, and the service answers 401', async () => {
    const page = await at({ system, connection: 'commerce_a', 'tenant-id': tenant().tenantId });
    await page.generate.click();
    await page.page.getByText('No access').first().waitFor();
    const [asked] = page.visitor.requestsTo(connectPath);
    expect(asked?.body).toBe(JSON.stringify({ tenant_id: tenant().tenantId }));
    expect(asked?.headers).not.toHaveProperty('authorization');
    expect(await page.generate.isVisible()).toBe(true);
  });

  it('403: the connection of the access token is not active any more, by the service itself', async () => {
    const other = await tests().service.tenant();
    await tests().service.ask('POST', '/api/widget/connection/disconnect', { token: other.token });
    const page = await at({ system, connection: 'commerce_a', 'tenant-id': other.tenantId, token: other.token });
    await page.generate.click();
    await page.page.getByText('No access').first().waitFor();
  });

  it.each(failures)('%s: a message, and the button asks again', async (_name, fault, text) => {
    const page = await at(known());
    await page.visitor.fault(connectPath, fault, 1);
    await page.generate.click();
    await page.page.getByText(text).first().waitFor();
    expect(await page.newToken()).toMatch(/^scc_/);
    expect(await page.text()).not.toContain(text);
  });

  it('a click while one is made asks for no second one', async () => {
    const page = await at(known());
    const answer = await page.visitor.hold(connectPath);
    await page.generate.click();
    await page.page.getByText('Loading…').first().waitFor();
    expect(await page.generate.getAttribute('aria-disabled')).toBe('true');
    expect(await page.generate.locator('.spinner').isVisible()).toBe(true);
    await page.generate.click({ force: true });
    answer();
    await page.field.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await page.host.locator('.spinner').count()).toBe(0);
  });
});

describe('polling ends', () => {
  it.each([
    [401, 'No access'],
    [403, 'No access'],
    [404, 'This token is no longer valid.'],
  ])('on %d, with a clear message', async (status, text) => {
    const page = await at(known());
    await page.visitor.fault(statusPath, { status });
    await page.newToken();
    await page.page.getByText(text).first().waitFor();
    await page.page.waitForTimeout(3_500);
    expect(page.looks()).toHaveLength(1);
    expect(await page.visitor.events()).toEqual([]);
  });

  it('when the pending connection is gone, and a new token is asked for', async () => {
    const page = await at(known());
    await page.newToken();
    await page.until(() => page.looks().length >= 1);
    await tests().service.database.dataSource.query('delete from system_connections where id = $1', [page.looks()[0]]);
    await page.page.getByText('This token is no longer valid.').first().waitFor();
    expect(await page.field.count()).toBe(0);
    await page.another.click();
    await page.field.waitFor();
  });

  it.each([
    ['inactive', 'This token is no longer valid.'],
    ['disconnected', 'This token is no longer valid.'],
    ['error', 'Something went wrong'],
  ])('on status %s, which is said', async (status, text) => {
    const page = await at(known());
    await page.visitor.fault(statusPath, { status: 200, body: { id: 'x', status } });
    await page.newToken();
    await page.page.getByText(text).first().waitFor();
    await page.page.waitForTimeout(3_500);
    expect(page.looks()).toHaveLength(1);
    expect(await page.another.isVisible()).toBe(true);
    expect(await page.visitor.events()).toEqual([]);
  });

  it('moved in the page it goes on, with one request at a time', async () => {
    const page = await at(known());
    const answer = await page.visitor.hold(statusPath);
    await page.newToken();
    for (let move = 0; move < 4; move++) {
      await page.host.evaluate((element) => document.body.appendChild(document.createElement('p')).append(element));
      await page.page.waitForTimeout(100);
    }
    await page.until(() => page.looks().length >= 1);
    await page.page.waitForTimeout(4_000);
    expect(page.looks()).toHaveLength(1);
    answer();
    await page.until(() => page.looks().length >= 2);
  });
});

describe('polling', () => {
  it('every 3 seconds, never two requests in flight', async () => {
    const page = await at(known(), withClock);
    const answer = await page.visitor.hold(statusPath);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.until(() => page.looks().length >= 1);
    for (let step = 0; step < 4; step++) await page.page.clock.fastForward(3_000);
    expect(page.looks()).toHaveLength(1);
    answer();
  });

  it.each([429, 503])('%d with Retry-After: it backs off for as long, and says that it tries again', async (status) => {
    const page = await at(known(), withClock);
    await page.visitor.fault(statusPath, { status, headers: { 'Retry-After': '120' } }, 1);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.page.getByText('No answer. Trying again…').first().waitFor();
    await page.page.clock.fastForward(60_000);
    await page.page.waitForTimeout(100);
    expect(page.looks()).toHaveLength(1);
    await page.page.clock.fastForward(61_000);
    await page.page.getByText('Waiting for the plugin…').first().waitFor();
    expect(page.looks().length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['500', { status: 500 }],
    ['unreachable', 'offline'],
  ] as [string, Fault][])('%s: it says that it tries again, and does', async (_name, fault) => {
    const page = await at(known(), withClock);
    await page.visitor.fault(statusPath, fault, 1);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.page.getByText('No answer. Trying again…').first().waitFor();
    await page.page.clock.fastForward(6_000);
    await page.page.getByText('Waiting for the plugin…').first().waitFor();
    expect(page.looks().length).toBeGreaterThanOrEqual(2);
  });

  it('goes on after a long time without service', async () => {
    const page = await at(known(), withClock);
    await page.visitor.fault(statusPath, 'offline');
    const token = await page.newToken();
    const forwardUntil = async (isSo: () => boolean | Promise<boolean>) => {
      // One that comes before the page has set its timer moves nothing.
      for (; !(await isSo()); await sleep(50)) await page.page.clock.fastForward(60_000);
    };
    for (let looks = 1; looks <= 7; looks++) await forwardUntil(() => page.looks().length >= looks);
    await tests().service.finalise('demo-shop-a', token);
    expect(await page.connected.isVisible()).toBe(false);
    await page.visitor.mend();
    await forwardUntil(() => page.connected.isVisible());
  });

  it('pauses while the page is hidden, and goes on at once when it is visible', async () => {
    const page = await at(known());
    const show = (isHidden: boolean) =>
      page.page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await show(true);
    await page.newToken();
    await page.page.waitForTimeout(4_000);
    expect(page.looks()).toHaveLength(0);
    await show(false);
    await page.until(() => page.looks().length >= 1);
  });
});

describe('whatever went wrong with a token is told in a box', () => {
  it.each([
    ['its connection is gone', { status: 404 }, 'This token is no longer valid.'],
    ['its shop failed', { status: 200, body: { id: 'x', status: 'error' } }, 'Something went wrong.'],
    ['its access is refused', { status: 401 }, 'No access. Please reload the page.'],
  ] as [string, Fault, string][])('%s', async (_name, fault, text) => {
    const page = await at(known());
    await page.visitor.fault(statusPath, fault);
    await page.newToken();
    await page.host.locator('[part=notice]', { hasText: text }).waitFor();
  });

  it('a new one could not be made: one box, which says that', async () => {
    const page = await at(known());
    await page.visitor.fault(statusPath, { status: 404 });
    await page.newToken();
    await page.page.getByText('This token is no longer valid.').first().waitFor();
    await page.visitor.fault(connectPath, 'offline');
    await page.another.click();
    await page.host.locator('[part=notice]', { hasText: 'The service cannot be reached.' }).waitFor();
    expect(await page.host.locator('[part=notice]').count()).toBe(1);
  });
});

describe('the time of a token', () => {
  it.each([
    ['two hours ahead', 2],
    ['a day behind', -24],
  ])('is counted by the clock of the service: that of the machine is %s', async (_name, hours) => {
    const page = await at(known(), { prepare: ({ page: it }) => it.clock.install({ time: Date.now() + hours * 3_600_000 }) });
    await page.newToken();
    expect(await page.page.locator('#validity').innerText()).toMatch(/\s(01:00:0\d|59:\d\d)$/);
    await page.page.clock.fastForward(58 * 60_000);
    await page.page.getByText(/\s1:\d\d$|\s01:\d\d$|\s02:0\d$/).waitFor();
  });

  it('counts down, and then a new token is asked for', async () => {
    const page = await at(known(), withClock);
    await page.newToken();
    await page.page.clock.fastForward(3_540_000);
    await page.page.getByText(/\s00:[0-5]\d$/).waitFor();
    await page.page.clock.fastForward(61_000);
    await page.page.getByText('This token is no longer valid.').first().waitFor();
    expect(await page.field.count()).toBe(0);
    expect(await page.newToken()).toMatch(/^scc_/);
  });

  it('is not counted down while it is more than a day', async () => {
    const page = await at(known());
    const made = {
      connection_token: `scc_${'x'.repeat(43)}`,
      expires_at: new Date(Date.now() + 48 * 3_600_000).toISOString(),
      connection_id: '01960000-0000-7000-8000-000000000001',
    };
    await page.visitor.fault(connectPath, { status: 201, body: made });
    await page.newToken();
    expect(await page.page.locator('#validity').innerText()).toMatch(/^Valid until /);
    expect(await page.host.locator('.clock').count()).toBe(0);
  });

  it('a token that was used at the last moment still connects', async () => {
    const page = await at(known(), withClock);
    const token = await page.newToken();
    await tests().service.finalise('demo-shop-a', token);
    await page.page.clock.fastForward(3_700_000);
    await page.connected.waitFor();
  });
});
