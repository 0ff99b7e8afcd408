import type { ConfigPage } from '../testing/config-page';
import type { Fault } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';
import { defaults } from './form';

const failed = 'Something went wrong.';
const malformed: Fault = { status: 200, body: 'x' };
const chosen = { direction: 'both', data_types: ['customers', 'products'], frequency: 'hourly' };

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
const direction = { type: 'radio', name: 'direction', label: 'Way', required: true, options: options('outgoing', 'both', 'sideways') };
const dataTypes = { type: 'multiselect', name: 'data_types', label: 'Data', required: true, options: options('customers', 'orders') };
const frequency = { type: 'select', name: 'frequency', label: 'How often', required: true, options: options('daily', 'never') };

/** Without the marks that isolate texts of the service. */
const plain = (text: string | null) => (text ?? '').replace(/[\u2068\u2069]/g, '');
const description = (of: ReturnType<ConfigPage['button']>) =>
  of.evaluate((it) => (it.getRootNode() as ShadowRoot).getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent ?? '');

export function describeFailures(suite: WidgetSuite): void {
  let token: string;
  let page: ConfigPage;
  beforeEach(async () => (token = await suite.settingsToken()));
  const open = async (prepare?: (it: ConfigPage) => Promise<unknown>) => (page = await suite.config({ token, prepare }));

  it.each<[string, Fault, string]>([
    ['offline', 'offline', 'The service cannot be reached.'],
    ['a malformed body', malformed, failed],
  ])('loading, %s: shows why, and a retry succeeds once the service works', async (_title, fault, text) => {
    await open((it) => it.respond('GET', fault));
    await page.says(text);
    await page.aMoment();
    expect(page.requests('GET').length).toBe(1);
    await page.visitor.restore();
    const release = await page.hold('GET');
    await page.button('Try again').click();
    await page.says('Loading…');
    expect(await page.host.locator('[part=spinner]').isVisible()).toBe(true);
    release();
    await page.choice('From the shop').waitFor();
    await page.says(/^$/);
    expect(await page.focused()).toBe('Connection settings');
  });

  it('loading: allows a retry after Retry-After, at most ten minutes, with a visible countdown that is announced once', async () => {
    await open(async (it) => {
      await it.page.clock.install();
      await it.respond('GET', { status: 503, headers: { 'Retry-After': '3600' } }, 1);
    });
    const [announced, visible] = [page.status.locator('p:not([aria-hidden])'), page.status.locator('p[aria-hidden=true]')];
    await visible.filter({ hasText: 'Please try again in 10 minutes.' }).waitFor();
    const retry = page.button('Try again');
    expect(await retry.getAttribute('aria-disabled')).toBe('true');
    await retry.click({ force: true });
    await page.aMoment();
    expect(page.requests('GET').length).toBe(1);
    await page.page.clock.fastForward(400_000);
    await visible.filter({ hasText: /^Please try again in [1-4] minutes\.$/ }).waitFor();
    expect(await announced.textContent()).toBe('Please try again in 10 minutes.');
    await page.page.clock.fastForward(201_000);
    await visible.waitFor({ state: 'detached' });
    expect(await announced.evaluate((it) => [it.textContent, it.className])).toEqual([failed, '']);
    await retry.click();
    await page.choice('From the shop').waitFor();
    expect(page.requests('GET').length).toBe(2);
  });

  it('a disconnected connection: says so, keeps unsaved choices, and works once it is connected again', async () => {
    const call = (action: string) => suite.service.ask('POST', `/api/widget/connection/${action}`, { token });
    await call('disconnect');
    await open();
    await page.says('This connection is no longer active.');
    expect(await page.host.locator('.danger').count()).toBe(0);
    await page.button('Reconnect').click();
    await page.choice('Both ways').check();
    await call('disconnect');
    await page.save();
    await page.says('This connection is no longer active.');
    await call('reconnect');
    await page.saveAll();
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both' });
  });

  const change = async () => {
    await page.choice('Both ways').check();
    await page.choice('Orders').uncheck();
    await page.select.selectOption({ label: 'Every hour' });
  };
  const expectKept = async () => {
    expect([await page.choice('Both ways').isChecked(), await page.choice('Orders').isChecked()]).toEqual([true, false]);
    expect(await page.selected()).toBe('Every hour');
    expect(await page.visitor.events()).toEqual([]);
    expect(await suite.stored(token)).toEqual(defaults);
  };
  const saveAgain = async () => {
    await page.saveAll();
    expect(await suite.stored(token)).toEqual(chosen);
    expect(await page.visitor.eventTypes()).toEqual(['service-configuration-saved']);
  };

  it.each<[string, Fault, string]>([
    ['offline', 'offline', 'The service cannot be reached.'],
    ['401', { status: 401 }, 'No access. Your changes are not saved yet.'],
    ['403', { status: 403 }, 'This connection is no longer active.'],
    ['a malformed body', malformed, failed],
  ])('saving, %s: keeps every choice, and the next save succeeds', async (_title, fault, text) => {
    await open();
    await change();
    await page.respond('PATCH', fault);
    await page.save();
    await page.says(text);
    await expectKept();
    expect(page.sent).toEqual([chosen]);
    expect(await page.focused()).toBe('Save');
    await page.visitor.restore();
    await saveAgain();
  });

  it('saving, 429: sends nothing before Retry-After is over', async () => {
    await open((it) => it.page.clock.install());
    await change();
    await page.respond('PATCH', { status: 429, headers: { 'Retry-After': '60' } }, 1);
    await page.save();
    await page.says('Please try again in 60 seconds.');
    expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
    await page.button('Save').click({ force: true });
    await expectKept();
    expect(page.sent.length).toBe(1);
    await page.page.clock.fastForward(61_000);
    await saveAgain();
    expect(page.sent).toEqual([chosen, chosen]);
  });

  it('a required field that is empty: an error at the field, the focus on the first, and no request', async () => {
    await open((it) => it.offer([dataTypes, frequency, direction], { data_types: ['orders'], direction: 'outgoing' }));
    await page.choice('orders').uncheck();
    await page.save();
    await page.says('Please check your choices.');
    const group = page.host.getByRole('group', { name: 'Data Required' });
    expect(await page.host.locator('.error').allTextContents()).toEqual(['Please choose', 'Please choose']);
    expect([await description(group), await description(page.select)]).toEqual(['Please choose', 'Please choose']);
    expect(await page.select.getAttribute('aria-invalid')).toBe('true');
    expect(await group.locator('input').evaluateAll((all) => all.map((it) => it.getAttribute('aria-invalid')))).toEqual(['true', 'true']);
    expect(await page.choice('customers').evaluate((it) => it.matches(':focus'))).toBe(true);
    expect(page.sent).toEqual([]);
    await page.choice('customers').check();
    await page.says('Unsaved changes');
    expect(await page.host.locator('.error').count()).toBe(1);
  });

  it('places the errors of the service at their fields, and focuses the first', async () => {
    await open((it) => it.offer([direction, dataTypes, frequency], { ...defaults, data_types: ['orders'] }));
    await page.select.selectOption({ label: 'never' });
    await page.choice('sideways').check();
    await page.save();
    await page.says('Please check your choices.');
    const group = page.host.getByRole('radiogroup', { name: 'Way Required' });
    expect(await description(group)).toBe('no longer available');
    expect(await description(page.select)).toBe('no longer available');
    expect([await group.getAttribute('aria-invalid'), await page.select.getAttribute('aria-invalid')]).toEqual(['true', 'true']);
    expect(await page.choice('sideways').evaluate((it: HTMLInputElement) => [it.matches(':focus'), it.checked])).toEqual([true, true]);
    expect(await suite.stored(token)).toEqual(defaults);
    await page.choice('both').check();
    await page.select.selectOption({ label: 'daily' });
    await page.host.locator('.error').first().waitFor({ state: 'detached' });
    await page.saveAll();
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both' });
  });

  it('places the error of a list item at its field, and one without a field in the summary', async () => {
    const colour = { ...frequency, name: 'colour', label: 'Colour' };
    await open((it) => it.offer([{ ...dataTypes, options: options('orders', 'refunds') }, colour], { data_types: ['orders'] }));
    await page.choice('refunds').check();
    await page.select.selectOption({ label: 'never' });
    await page.save();
    await page.says('Please check your choices.');
    expect(await page.host.locator('.error').allTextContents()).toEqual(['no longer available', 'no longer available']);
    const wrong = [{ pointer: '/configuration/colour', detail: 'must be blue', code: 'too_red' }];
    await page.respond('PATCH', { status: 422, body: { errors: wrong } }, 1);
    await page.save();
    await page.host.locator('.error', { hasText: 'blue' }).waitFor();
    expect(plain(await description(page.select))).toBe('Not accepted: must be blue');
    const errors = [{ pointer: '/configuration/gone', detail: 'is <b>required</b>' }];
    await page.respond('PATCH', { status: 422, body: { errors } });
    await page.choice('refunds').uncheck();
    await page.save();
    await page.says('gone is <b>required</b>');
    expect(await page.focused()).toBe('Save');
  });

  it('an error that arrives while the focus is elsewhere on the page does not take it', async () => {
    await open((it) => it.offer([direction], defaults));
    const release = await page.hold('PATCH');
    await page.choice('sideways').check();
    await page.save();
    await page.page.locator('#beside').focus();
    release();
    await page.says('Please check your choices.');
    expect(await page.focused()).toBeNull();
  });
}
