import type { ConfigPage } from './testing/config-page';
import { defaults, describedSettings } from './testing/described-settings';
import type { Fault } from './testing/visitor';

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
const direction = { type: 'radio', name: 'direction', label: 'Way', required: true, options: options('outgoing', 'both', 'sideways') };
const dataTypes = { type: 'multiselect', name: 'data_types', label: 'Data', required: true, options: options('customers', 'orders') };
const frequency = { type: 'select', name: 'frequency', label: 'How often', required: true, options: options('daily', 'never') };

const { tests, token, stored, at } = describedSettings();
let page: ConfigPage;

const openWith = async (prepare?: (it: ConfigPage) => Promise<unknown>, given = token()) => (page = await at({ token: given, prepare }));
const retry = () => page.button('Try again');
const aMoment = () => page.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

describe('while the settings are loaded', () => {
  it.each<[string, Fault, string]>([
    ['the network is away', 'offline', 'The service cannot be reached.'],
    ['404', { status: 404 }, 'Something went wrong.'],
    ['500', { status: 500 }, 'Something went wrong.'],
    ['503', { status: 503 }, 'Something went wrong.'],
    ['200 with a body that is no such answer', { status: 200, body: 'x' }, 'Something went wrong.'],
  ])('%s: a notice with retry, which works once the service does', async (_name, fault, text) => {
    await openWith((it) => it.answer('GET', fault));
    await page.says(text);
    await aMoment();
    expect(page.requests('GET').length).toBe(1);
    await page.visitor.mend();
    await retry().click();
    await page.choice('From the shop').waitFor();
    expect(await page.focused()).toBe('Connection settings');
  });

  it('an answer that takes its time: it is said that it is loading', async () => {
    let release: () => void = () => undefined;
    await openWith(async (it) => (release = await it.hold('GET')));
    await page.says('Loading…');
    expect(await page.host.locator('[part=spinner]').isVisible()).toBe(true);
    release();
    await page.choice('From the shop').waitFor();
    await page.says(/^$/);
  });

  it.each([429, 503])('%d: Retry-After is respected', async (status) => {
    await openWith(async (it) => {
      await it.page.clock.install();
      await it.answer('GET', { status, headers: { 'Retry-After': '60' } }, 1);
    });
    await page.says('Please try again in 60 seconds.');
    expect(await retry().getAttribute('aria-disabled')).toBe('true');
    await retry().click({ force: true });
    await aMoment();
    expect(page.requests('GET').length).toBe(1);
    await page.page.clock.fastForward(61_000);
    await retry().click();
    await page.choice('From the shop').waitFor();
    expect(page.requests('GET').length).toBe(2);
  });

  it('what is left to wait counts down to be seen, and is said once', async () => {
    await openWith(async (it) => {
      await it.page.clock.install();
      await it.answer('GET', { status: 503, headers: { 'Retry-After': '600' } }, 1);
    });
    const [said, seen] = [page.status.locator('p:not([aria-hidden])'), page.status.locator('p[aria-hidden=true]')];
    await seen.filter({ hasText: 'Please try again in 10 minutes.' }).waitFor();
    await page.page.clock.fastForward(400_000);
    await seen.filter({ hasText: /^Please try again in [1-4] minutes\.$/ }).waitFor();
    expect(await said.textContent()).toBe('Please try again in 10 minutes.');
    await page.page.clock.fastForward(201_000);
    await seen.waitFor({ state: 'detached' });
    expect(await said.evaluate((it) => [it.textContent, it.className])).toEqual(['Something went wrong.', '']);
  });

  it('a Retry-After of an hour does not take the retry away for an hour, and once it is over the message says nothing of waiting', async () => {
    await openWith(async (it) => {
      await it.page.clock.install();
      await it.answer('GET', { status: 503, headers: { 'Retry-After': '3600' } }, 1);
    });
    await page.says('Please try again in 10 minutes.');
    await page.page.clock.runFor(600_000);
    await page.says('Something went wrong.');
    await retry().click();
    await page.choice('From the shop').waitFor();
  });

  it('a foreign or expired token: a clear message, no retry', async () => {
    const unknown = `sca_${'x'.repeat(43)}`;
    await openWith(undefined, unknown);
    await page.says('No access. Please reload the page.');
    await aMoment();
    expect(page.requests('GET').length).toBe(1);
    expect(await page.host.getByRole('button').count()).toBe(0);
    expect(await page.visitor.leaksOf(unknown)).toEqual([]);
  });

  it('a token that is none is sent nowhere and breaks nothing', async () => {
    await openWith(undefined, 'sca_\nç');
    await page.says('The service cannot be reached.');
    await page.give({ token: token() });
    await page.choice('From the shop').waitFor();
  });

  it('a disconnected connection: a clear message, and the settings once it is connected again', async () => {
    await tests().service.ask('POST', '/api/widget/connection/disconnect', { token: token() });
    await openWith();
    await page.says('This connection is no longer active.');
    await aMoment();
    expect(page.requests('GET').length).toBe(1);
    await tests().service.ask('POST', '/api/widget/connection/reconnect', { token: token() });
    await retry().click();
    await page.choice('From the shop').waitFor();
  });
});

describe('while the settings are saved, what the user chose is never lost', () => {
  beforeEach(async () => {
    await openWith();
    await page.choice('Both ways').check();
    await page.choice('Orders').uncheck();
    await page.host.locator('select').selectOption({ label: 'Every hour' });
  });

  const chosen = { direction: 'both', data_types: ['customers', 'products'], frequency: 'hourly' };
  const expectKept = async () => {
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    expect(await page.choice('Orders').isChecked()).toBe(false);
    expect(await page.host.locator('select').evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text)).toBe('Every hour');
    expect(await page.visitor.events()).toEqual([]);
    expect(await stored()).toEqual(defaults);
  };
  const saveAgain = async () => {
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await stored()).toEqual(chosen);
    expect((await page.visitor.events()).length).toBe(1);
  };

  it.each<[string, Fault, string]>([
    ['the network is away', 'offline', 'The service cannot be reached.'],
    ['400', { status: 400 }, 'Something went wrong.'],
    ['401', { status: 401 }, 'No access. Your changes are not saved yet.'],
    ['403', { status: 403 }, 'This connection is no longer active.'],
    ['422 without errors', { status: 422 }, 'Something went wrong.'],
    ['500', { status: 500 }, 'Something went wrong.'],
    ['503', { status: 503 }, 'Something went wrong.'],
    ['200 with a body that is no such answer', { status: 200, body: 'x' }, 'Something went wrong.'],
  ])('%s', async (_name, fault, text) => {
    await page.answer('PATCH', fault);
    await page.button('Save').click();
    await page.says(text);
    await expectKept();
    await aMoment();
    expect(page.sent).toEqual([chosen]);
    expect(await page.focused()).toBe('Save');
    await page.visitor.mend();
    await saveAgain();
  });

  it.each([429, 503])('%d: Retry-After is respected', async (status) => {
    await page.page.clock.install();
    await page.answer('PATCH', { status, headers: { 'Retry-After': '60' } }, 1);
    await page.button('Save').click();
    await page.says('Please try again in 60 seconds.');
    expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
    await page.button('Save').click({ force: true });
    await expectKept();
    expect(page.sent.length).toBe(1);
    await page.page.clock.fastForward(61_000);
    await saveAgain();
    expect(page.sent).toEqual([chosen, chosen]);
  });

  it('the connection is disconnected meanwhile', async () => {
    await tests().service.ask('POST', '/api/widget/connection/disconnect', { token: token() });
    await page.button('Save').click();
    await page.says('This connection is no longer active.');
    await tests().service.ask('POST', '/api/widget/connection/reconnect', { token: token() });
    await expectKept();
    await saveAgain();
  });
});

describe('what is not valid', () => {
  it('required and empty: a message at the field, the focus on the first one, and no request', async () => {
    await openWith((it) => it.offer([dataTypes, frequency, direction], { data_types: ['orders'], direction: 'outgoing' }));
    await page.choice('orders').uncheck();
    await page.button('Save').click();
    await page.says('Please check your choices.');
    const group = page.host.getByRole('group', { name: 'Data Required' });
    expect(await page.host.locator('.error').allTextContents()).toEqual(['Please choose', 'Please choose']);
    expect(await description(group)).toBe('Please choose');
    expect(await description(page.host.locator('select'))).toBe('Please choose');
    expect(await page.host.locator('select').getAttribute('aria-invalid')).toBe('true');
    expect(await group.locator('input').evaluateAll((all) => all.map((it) => it.getAttribute('aria-invalid')))).toEqual(['true', 'true']);
    expect(await page.choice('customers').evaluate((it) => it.matches(':focus'))).toBe(true);
    expect(page.sent).toEqual([]);
    await page.choice('customers').check();
    await page.says('Unsaved changes');
    expect(await page.host.locator('.error').count()).toBe(1);
  });

  it('what the service refuses is placed at its fields, and the focus goes to the first of them', async () => {
    await openWith((it) => it.offer([direction, dataTypes, frequency], { ...defaults, data_types: ['orders'] }));
    await page.host.locator('select').selectOption({ label: 'never' });
    await page.choice('sideways').check();
    await page.button('Save').click();
    await page.says('Please check your choices.');
    const group = page.host.getByRole('radiogroup', { name: 'Way Required' });
    expect(plain(await description(group))).toBe('Not accepted: must be one of outgoing, incoming, both');
    expect(await group.getAttribute('aria-invalid')).toBe('true');
    const select = page.host.locator('select');
    expect(plain(await description(select))).toBe('Not accepted: must be one of manual, hourly, every_six_hours, daily, weekly');
    expect(await select.getAttribute('aria-invalid')).toBe('true');
    expect(await page.choice('sideways').evaluate((it) => it.matches(':focus'))).toBe(true);
    expect(await page.choice('sideways').isChecked()).toBe(true);
    expect(await stored()).toEqual(defaults);
    await page.choice('both').check();
    await page.host.locator('select').selectOption({ label: 'daily' });
    await page.host.locator('.error').first().waitFor({ state: 'detached' });
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await stored()).toEqual({ ...defaults, direction: 'both' });
  });

  it('an error in a list belongs to its field, and one that belongs to no field is in the summary', async () => {
    const other = { ...frequency, name: 'colour', label: 'Colour' };
    await openWith((it) => it.offer([{ ...dataTypes, options: options('orders', 'refunds') }, other], { data_types: ['orders'] }));
    await page.choice('refunds').check();
    await page.host.locator('select').selectOption({ label: 'never' });
    const without = { type: '/problems/validation-failed', errors: [{ pointer: '/configuration/gone', detail: 'is <b>required</b>' }] };
    await page.button('Save').click();
    await page.says('Please check your choices.');
    expect((await page.host.locator('.error').allTextContents()).map(plain)).toEqual([
      'Not accepted: must be one of customers, orders, products',
      'Not accepted: is not a field of this configuration',
    ]);
    await page.answer('PATCH', { status: 422, body: without });
    await page.choice('refunds').uncheck();
    await page.button('Save').click();
    await page.says('gone is <b>required</b>');
    expect(await page.focused()).toBe('Save');
  });

  it('an answer that comes while the user is elsewhere on the page does not take the focus', async () => {
    await openWith((it) => it.offer([direction], defaults));
    const release = await page.hold('PATCH');
    await page.choice('sideways').check();
    await page.button('Save').click();
    await page.page.locator('#beside').focus();
    release();
    await page.says('Please check your choices.');
    expect(await page.focused()).toBeNull();
  });
});

/** Without the marks that isolate what comes from elsewhere. */
function plain(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

/** What describes the element to whoever cannot see it. */
function description(of: ReturnType<ConfigPage['button']>): Promise<string> {
  return of.evaluate((it) => (it.getRootNode() as ShadowRoot).getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent ?? '');
}
