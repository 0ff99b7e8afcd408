import type { ConfigPage } from '../testing/config-page';
import { configurationPath } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const below = '<main><service-config></service-config><p>Below</p></main>';

/** Runs in the page before the widget: adds up how far the page moves by itself. */
function recordShifts(): void {
  const shifts: number[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
  }).observe({ type: 'layout-shift' });
}

export function describeLoading(suite: WidgetSuite): void {
  let token: string;
  beforeEach(async () => (token = await suite.settingsToken()));

  it.each([320, 640, 1200])('keeps the place of the form: the page below hardly moves when it arrives, at %d pixels', async (width) => {
    const page = await suite.config({ body: below, options: { viewport: { width, height: 1400 } } });
    await page.says('Loading…');
    await page.page.evaluate(recordShifts);
    await page.set({ token });
    await page.choice('From the shop').waitFor();
    await page.button('Disconnect').waitFor();
    await page.aMoment();
    const moved = await page.page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
    expect(moved).toBeLessThan(0.05);
  });

  it('the heading has the level that the page gives, and 2 otherwise', async () => {
    const page = await suite.config({ token, body: '<service-config heading-level="4"></service-config>' });
    const levelled = (level: number) => page.host.getByRole('heading', { name: 'Connection settings', level }).waitFor();
    await levelled(4);
    for (const [given, level] of [
      [3, 3],
      ['x', 2],
      [9, 6],
      [null, 2],
    ] as const) {
      await page.set({ headingLevel: given });
      await levelled(level);
    }
  });

  const values = (page: ConfigPage, selector: string) =>
    page.host.locator(selector).evaluateAll((all) => all.map((it) => (it as HTMLInputElement).value));

  it('the values in the document are those of the service', async () => {
    const page = await suite.config({ token });
    await page.choice('From the shop').waitFor();
    expect(await values(page, 'input')).toEqual(['outgoing', 'incoming', 'both', 'customers', 'orders', 'products']);
    expect(await values(page, 'option')).toEqual(['', 'manual', 'hourly', 'every_six_hours', 'daily', 'weekly']);
    await page.select.selectOption('weekly');
    await page.saveAll();
    expect(page.sent).toEqual([{ frequency: 'weekly' }]);
  });

  it('choices say what they do, and so do fields: known hints in the language of the page, others as they are', async () => {
    const page = await suite.config({ token });
    const hintOf = (name: string) =>
      page
        .choice(name)
        .evaluate((it) => (it.getRootNode() as ShadowRoot).getElementById(it.getAttribute('aria-describedby') ?? '')?.textContent);
    await page.choice('From the shop').waitFor();
    expect(await hintOf('To the shop')).toBe('Stops reading; nothing is written into the shop.');
    expect(await hintOf('Both ways')).toBe('Reads only; nothing is written into the shop.');
    expect(await hintOf('From the shop')).toBeUndefined();
    await page.set({ locale: 'de' });
    expect(await hintOf('Zum Shop')).toBe('Beendet das Lesen; in den Shop wird nichts geschrieben.');
    const field = { type: 'select', name: 'x', label: 'X', hint: '<b>About X</b>', required: true };
    const options = [
      { value: '', label: 'Empty' },
      { value: 'a', label: 'A', hint: 'About A' },
    ];
    await page.offer([{ ...field, options }], { x: '' });
    const responded = page.visitor.responded(configurationPath);
    await page.set({ token: `${token} ` });
    await responded;
    await page.shows('<b>About X</b>');
    expect(await page.selected()).toBe('Empty');
    await page.select.selectOption({ label: 'A' });
    await page.shows('About A');
    const described = await page.select.getAttribute('aria-describedby');
    expect(described?.split(' ')).toHaveLength(2);
  });
}
