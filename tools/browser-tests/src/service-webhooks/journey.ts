import { startReceiver } from '../testing/receiver';
import { endpointsPath } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

interface Stored {
  id: string;
  url: string;
  events: string[] | null;
  status: string;
}

export function describeWebhooksJourney(suite: WidgetSuite): void {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => (receiver = await startReceiver()));
  afterAll(() => receiver.stop());

  const stored = async () =>
    (await suite.service.ask<{ data: Stored[] }>('GET', '/api/webhook-endpoints', { token: suite.tenant.token })).data;

  it('adds an endpoint, whose secret is shown once, tests it, changes it, sends again and deletes it', async () => {
    receiver.status = 500;
    const page = await suite.webhooks(await suite.session('webhooks'));
    await page.add(`${receiver.url}?key=1`);
    const secret = await page.host.getByLabel('Signing secret').inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [{ id } = { id: '' }] = await stored();
    await page.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.press('Copy');
    await page.button('Copied').waitFor();
    expect(await page.page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await page.press('Done');
    await page.host.getByLabel('Signing secret').waitFor({ state: 'detached' });
    expect(await page.host.evaluate((it) => it.shadowRoot?.querySelectorAll('input').length)).toBe(0);
    expect(await page.visitor.leaksOf(secret)).toEqual([]);
    expect(await page.text()).toContain('?…');

    await page.press('Send a test');
    await page.says('It is being sent.');
    await page.shows('The endpoint responded with status 500.');
    receiver.status = 204;
    await page.press('Send again');
    await page.shows('Delivered');
    expect(new Set(receiver.taken).size).toBe(1);
    await page.shows(/Last delivery now/);

    await page.press('Edit');
    expect(await page.address.inputValue()).toBe(`${receiver.url}?key=1`);
    await page.host.getByLabel('All events').uncheck();
    await page.host.getByLabel('Records changed').check();
    await page.address.press('Enter');
    await page.says('Changes saved');
    expect(await page.focused()).toBe('Edit');
    await page.press('Pause');
    await page.button('Enable').waitFor();
    expect(await stored()).toMatchObject([{ id, url: `${receiver.url}?key=1`, events: ['records.changed'], status: 'paused' }]);

    await page.press('Delete');
    await page.button('Cancel').waitFor();
    expect(await page.focused()).toBe('Cancel');
    await page.page.keyboard.press('Escape');
    expect(await page.focused()).toBe('Delete');
    await page.press('Delete');
    await page.shows(/^Delete .* with its deliveries\?/);
    await page.press('Delete');
    await page.says('The endpoint has been deleted.');
    expect([await stored(), await page.focused()]).toEqual([[], 'Webhook endpoints']);
    const events = (await page.visitor.events()).map(({ type, detail }) => [type, detail]);
    const detail = { endpoint_id: id };
    expect(events).toEqual([
      ['service-endpoint-created', detail],
      ['service-endpoint-changed', detail],
      ['service-endpoint-changed', detail],
      ['service-endpoint-deleted', detail],
    ]);
  });

  it('says what the service refuses beside the field, and keeps what was written', async () => {
    const page = await suite.webhooks(await suite.session('webhooks'));
    await page.add('http://10.0.0.1/hooks');
    await page.says('A public address with https.');
    expect([await page.focused(), await page.address.getAttribute('aria-invalid')]).toEqual(['input', 'true']);
    await page.visitor.fault(endpointsPath, { status: 429, headers: { 'Retry-After': '2' } }, 1, 'POST');
    await page.address.fill(receiver.url);
    await page.press('Save');
    await page.says('Please try again in 2 seconds.');
    await page.button('Save').click({ force: true });
    expect(page.visitor.requestsTo(endpointsPath).filter(({ method }) => method === 'POST').length).toBe(2);
    // Once it is enabled.
    await page.press('Save');
    await page.host.getByLabel('Signing secret').waitFor();
    expect(await stored()).toMatchObject([{ url: receiver.url, events: null }]);
  });

  it('with a token that has ended tells the page, and goes on with the next one where the user was', async () => {
    const page = await suite.webhooks(undefined);
    await page.says('Loading…');
    await page.set({ token: await suite.session('webhooks') });
    await page.press('Add endpoint');
    await page.address.fill(receiver.url);
    await suite.service
      .ask('POST', '/api/access-tokens/current/rotate', { token: suite.tenant.token, body: { overlap_seconds: 0 } })
      .then((rotated) => Object.assign(suite.tenant, { token: (rotated as { token: string }).token }));
    await page.press('Save');
    await page.says('No access. Please reload the page.');
    expect(await page.visitor.eventTypes()).toEqual(['service-token-refused']);
    await page.set({ token: await suite.session('webhooks') });
    await page.status.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
    expect(await page.address.inputValue()).toBe(receiver.url);
    await page.press('Save');
    await page.host.getByLabel('Signing secret').waitFor();
  });

  it.each(['connector', null] as const)('refuses a token that is not for webhooks: %j', async (kind) => {
    const page = await suite.webhooks(kind ? await suite.session(kind) : suite.tenant.token);
    await page.says('No access. Please reload the page.');
    await page.aMoment();
    expect([await page.host.getByRole('button').count(), page.visitor.requestsTo(endpointsPath).length]).toEqual([0, 1]);
  });
}
