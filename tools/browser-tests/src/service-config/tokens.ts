import { configurationPath } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';
import { defaults } from './form';

export function describeTokens(suite: WidgetSuite): void {
  let token: string;
  beforeEach(async () => (token = await suite.settingsToken()));

  it('missing or blank: loads and sends nothing, because pages often set the token a moment later', async () => {
    const page = await suite.config({});
    await page.says('Loading…');
    expect(await page.host.locator('[part=spinner]').isVisible()).toBe(true);
    await page.set({ token: ' ' });
    await page.aMoment();
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    await page.set({ token });
    await page.choice('From the shop').waitFor();
    await page.set({ token: null });
    await page.says('Loading…');
    expect(page.requests('GET').length).toBe(1);
    expect(await page.visitor.leaksOf(token)).toEqual([]);
  });

  it('unknown: says so without a retry; malformed: is sent nowhere; direct system: has nothing to set up', async () => {
    const unknown = `sca_${'x'.repeat(43)}`;
    const page = await suite.config({ token: unknown });
    await page.says('No access. Please reload the page.');
    await page.aMoment();
    expect(page.requests('GET').length).toBe(1);
    expect(await page.host.getByRole('button').count()).toBe(0);
    await page.set({ token: 'sca_\nç' });
    await page.says('The service cannot be reached.');
    await page.set({ token: suite.tenant.token });
    await page.says('There is nothing to set up here.');
    expect(await page.host.locator('button, .danger').count()).toBe(0);
    await page.set({ token });
    await page.choice('From the shop').waitFor();
  });

  it('another address loads again, without trailing slashes', async () => {
    const page = await suite.config({ token });
    await page.choice('From the shop').waitFor();
    await page.setAttribute('api-url', `${suite.tests.site.url}//`);
    await page.says('Something went wrong.');
    await page.set({ apiUrl: suite.service.url });
    await page.choice('From the shop').waitFor();
    expect(page.visitor.requestsTo(configurationPath).map(({ url }) => url)).toEqual(
      [suite.service.url, suite.tests.site.url, suite.service.url].map((url) => url + configurationPath),
    );
  });

  it('another token shows another connection without the unsaved choices; the same token keeps them', async () => {
    const page = await suite.config({ token });
    await page.choice('Both ways').check();
    await page.set({ token });
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    const other = await suite.settingsToken('demo-shop-b');
    await suite.service.ask('PATCH', configurationPath, { token: other, body: { configuration: { direction: 'incoming' } } });
    await page.set({ token: other });
    await page.host.locator('input:checked').and(page.page.getByLabel('To the shop')).waitFor();
    await page.says(/^$/);
    expect(await page.visitor.leaksOf(other)).toEqual([]);
  });

  it('another token ignores a late response to a save of the previous one', async () => {
    const page = await suite.config({ token });
    const release = await page.hold('PATCH');
    await page.choice('Both ways').check();
    await page.save();
    const other = await suite.settingsToken('demo-shop-b');
    await page.set({ token: other });
    await page.says(/^$/);
    const responded = page.responded('PATCH');
    release();
    await responded;
    await page.aMoment();
    expect(await page.visitor.events()).toEqual([]);
    expect(await page.choice('From the shop').isChecked()).toBe(true);
    expect(await suite.stored(other)).toEqual(defaults);
  });

  it('a renewed token keeps the unsaved choices, also when the page removes the refused one first', async () => {
    const page = await suite.config({ token });
    await page.respond('PATCH', { status: 401 });
    await page.choice('Both ways').check();
    await page.select.selectOption({ label: 'Every hour' });
    await page.save();
    await page.says('No access. Not saved yet.');
    await page.visitor.restore();
    await page.set({ token: null });
    await page.says('Loading…');
    // Another token to the widget, and still valid for the service.
    await page.set({ token: `${token} ` });
    await page.says('Unsaved changes');
    expect([await page.choice('Both ways').isChecked(), await page.selected()]).toEqual([true, 'Every hour']);
    await page.saveAll();
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both', frequency: 'hourly' });
  });

  it('moving or removing the element while it loads causes one request and no error', async () => {
    let release: () => void = () => undefined;
    const page = await suite.config({ token, prepare: async (it) => (release = await it.hold('GET')) });
    await page.says('Loading…');
    await page.move();
    await page.says('Loading…');
    await page.remove();
    release();
    await page.removedShows('From the shop');
    expect(await page.heard()).toEqual([]);
    expect(page.requests('GET').length).toBe(1);
  });
}
