import type { ConfigPage } from '../testing/config-page';
import type { WidgetSuite } from '../testing/widget-suite';
import { defaults } from './form';

const failed = 'Something went wrong.';

const options = (...values: string[]) => values.map((value) => ({ value, label: value }));
const direction = { type: 'radio', name: 'direction', label: 'Way', required: true, options: options('outgoing', 'both', 'sideways') };
const dataTypes = { type: 'multiselect', name: 'data_types', label: 'Data', required: true, options: options('customers', 'orders') };
const frequency = { type: 'select', name: 'frequency', label: 'How often', required: true, options: options('daily', 'never') };

const description = (of: ReturnType<ConfigPage['button']>) =>
  of.evaluate((it) => (it.getRootNode() as ShadowRoot).getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent ?? '');

export function describeFailures(suite: WidgetSuite): void {
  let token: string;
  let page: ConfigPage;
  beforeEach(async () => (token = await suite.settingsToken()));
  const open = async (prepare?: (it: ConfigPage) => Promise<unknown>) => (page = await suite.config({ token, prepare }));

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
