import type { ConfigPage } from '../testing/config-page';
import type { WidgetSuite } from '../testing/widget-suite';

/** Of a new connection. */
export const defaults = { direction: 'outgoing', data_types: ['customers', 'orders', 'products'], frequency: 'daily' };

export function describeForm(suite: WidgetSuite): void {
  let token: string;
  beforeEach(async () => (token = await suite.settingsToken()));

  const press = async (page: ConfigPage, ...keys: string[]) => {
    for (const key of keys) await page.page.keyboard.press(key);
  };
  const checked = (page: ConfigPage) => page.host.locator('input').evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked));

  it('loads schema and values with the token, and shows a radio group, a multiselect and a select', async () => {
    const page = await suite.config({ token });
    await page.choice('From the shop').waitFor();
    const [request, ...others] = page.requests('GET');
    expect(others).toEqual([]);
    expect(request?.headers.authorization).toBe(`Bearer ${token}`);
    expect(request?.headers).not.toHaveProperty('cookie');
    const { host } = page;
    expect(await host.getByRole('radiogroup', { name: 'Direction Required' }).getByRole('radio').count()).toBe(3);
    expect(await host.getByRole('group', { name: 'Data types', exact: true }).getByRole('checkbox').count()).toBe(3);
    expect(await checked(page)).toEqual([true, false, false, true, true, true]);
    const frequency = host.getByRole('combobox', { name: 'Frequency Required' });
    expect(await frequency.evaluate((it: HTMLSelectElement) => [it.selectedOptions[0]?.text, it.required])).toEqual(['Every day', true]);
    expect(await host.locator('fieldset > legend').allTextContents()).toEqual(['Direction Required', 'Data types ']);
  });

  it('saves every type of field and shows it after a reload', async () => {
    const page = await suite.config({ token });
    await page.choice('Both ways').check();
    await page.choice('Products').uncheck();
    await page.select.selectOption({ label: 'Every hour' });
    await page.says('Unsaved changes');
    await page.saveAll();
    const changed = { direction: 'both', data_types: ['customers', 'orders'], frequency: 'hourly' };
    expect(page.sent).toEqual([changed]);
    expect(await suite.stored(token)).toEqual(changed);
    expect(await page.visitor.events()).toEqual([
      { type: 'service-configuration-saved', detail: { configuration: changed }, target: 'service-config' },
    ]);
    const again = await suite.config({ token });
    await again.choice('Both ways').waitFor();
    expect(await checked(again)).toEqual([false, false, true, true, true, false]);
    expect(await again.selected()).toBe('Every hour');
  });

  it('sends changed fields only', async () => {
    const page = await suite.config({ token });
    await page.choice('To the shop').check();
    await page.saveAll();
    expect(page.sent).toEqual([{ direction: 'incoming' }]);
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'incoming' });
    // Faster than the element renders.
    await page.host.evaluate((element) => {
      for (const box of element.shadowRoot?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? []) box.click();
    });
    await page.saveAll();
    expect(page.sent[1]).toEqual({ data_types: [] });
    expect(await suite.stored(token)).toMatchObject({ data_types: [] });
  });

  it('undoes changes, one by one or all at once, and does not keep the user on the page', async () => {
    const page = await suite.config({ token });
    await page.choice('Orders').uncheck();
    await page.choice('Orders').check();
    await page.says(/^$/);
    await page.choice('Orders').uncheck();
    await page.choice('Both ways').check();
    await page.select.selectOption({ label: 'Every hour' });
    await page.button('Discard').click();
    await page.says(/^$/);
    expect(await checked(page)).toEqual([true, false, false, true, true, true]);
    expect(await page.selected()).toBe('Every day');
    expect(await page.focused()).toBe('Discard');
    await page.button('Save').click({ force: true });
    await page.aMoment();
    expect(page.sent).toEqual([]);
    const dialogs: string[] = [];
    page.page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.choice('Both ways').check();
    await page.page.goto('about:blank');
    expect(dialogs).toEqual([]);
    await page.page.goBack();
  });

  it('is edited and saved by keyboard', async () => {
    const page = await suite.config({ token });
    await page.choice('From the shop').waitFor();
    await page.page.locator('#beside').focus();
    await press(page, 'Tab', 'ArrowDown');
    expect(await page.choice('To the shop').isChecked()).toBe(true);
    await press(page, 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'ArrowUp', 'Tab', 'Tab');
    await page.aMoment();
    await press(page, 'Enter');
    await page.says('Changes saved');
    expect(await page.focused()).toBe('Save');
    expect(await suite.stored(token)).toEqual({ direction: 'incoming', data_types: ['orders', 'products'], frequency: 'every_six_hours' });
  });

  it('keeps one live region from the start', async () => {
    const page = await suite.config({});
    const region = await page.status.elementHandle();
    await page.set({ token });
    await page.choice('Both ways').check();
    await page.saveAll();
    expect(await region?.evaluate((it) => [it.isConnected, it.textContent])).toEqual([true, 'Changes saved']);
  });

  it('moves the focus to the heading, without scrolling, when the focused control disappears, and takes it from nothing else', async () => {
    const page = await suite.config({
      token,
      body: '<button id="beside"></button><div style="height: 3000px"></div><service-config></service-config>',
    });
    await page.choice('Both ways').focus();
    await page.page.evaluate(() => scrollTo(0, 0));
    await page.set({ token: suite.tenant.token });
    await page.says('There is nothing to set up here.');
    expect(await page.focused()).toBe('Connection settings');
    expect(await page.page.evaluate(() => scrollY)).toBe(0);
    await page.page.locator('#beside').focus();
    await page.set({ token });
    await page.choice('Both ways').waitFor();
    expect(await page.focused()).toBeNull();
  });

  it('follows the language of the page or its locale, keeps the choices, and loads once', async () => {
    const page = await suite.config({ token, lang: 'de' });
    for (const [lang, option, save, dir] of [
      ['de', 'Vom Shop', 'Speichern', 'ltr'],
      ['ar', 'من المتجر', 'حفظ', 'rtl'],
      ['pt-BR', 'Da loja', 'Guardar', 'ltr'],
      ['xx', 'From the shop', 'Save', 'ltr'],
    ] as const) {
      await page.page.evaluate((to) => (document.documentElement.lang = to), lang);
      await page.choice(option).waitFor();
      expect([await page.button(save).count(), await page.host.locator('.frame').getAttribute('dir')]).toEqual([1, dir]);
    }
    await page.choice('Both ways').check();
    await page.set({ locale: 'ar' });
    await page.says('تغييرات غير محفوظة');
    expect(await page.choice('في الاتجاهين').isChecked()).toBe(true);
    expect(page.requests('GET').length).toBe(1);
  });

  it('shows overridden texts and labels literally, and ignores the rest', async () => {
    const texts = { heading: 'Sync <b>', outgoing: 'Out', save: 5, nonsense: 'x' };
    const page = await suite.config({ token, properties: { texts } });
    await page.choice('Out').waitFor();
    expect(await page.heading.textContent()).toBe('Sync <b>');
    expect(await page.button('Save').count()).toBe(1);
  });

  it('accepts plain attributes, and properties from before the script ran', async () => {
    const page = await suite.config({ body: `<main><service-config locale="de"></service-config></main>` });
    await page.setAttribute('token', token);
    await page.choice('Vom Shop').waitFor();
    await page.setAttribute('locale', 'fr-CA');
    await page.choice('Depuis la boutique').waitFor();
    await page.setAttribute('token', null);
    const early = `<service-config></service-config><script>Object.assign(document.querySelector('service-config'), { token: '${token}', locale: 'it' })</script>`;
    const later = await suite.config({ body: early });
    await later.choice('Dal negozio').waitFor();
  });

  it('works in a sandboxed frame, which may not submit forms', async () => {
    const framed = suite.tests.site.page({ head: suite.tests.script('service-config'), body: '<service-config></service-config>' });
    const page = await suite.config({
      body: `<service-config hidden></service-config><iframe sandbox="allow-scripts" src="${framed}"></iframe>`,
    });
    const inner = page.page.frameLocator('iframe').locator('service-config');
    await inner.evaluate((it, given) => Object.assign(it, given) && null, { token });
    await inner.getByLabel('Both ways').check();
    await inner.getByRole('button', { name: 'Save' }).click();
    await inner.getByText('Changes saved').waitFor();
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both' });
  });

  it('two elements on a page stay apart, also when the script is loaded twice', async () => {
    const body = '<main><service-config></service-config><service-config></service-config></main>';
    const page = await suite.config({ token, body, head: suite.tests.script('service-config') });
    const second = page.page.locator('service-config').nth(1);
    await second.evaluate((it, given) => Object.assign(it, given) && null, { token });
    await second.getByLabel('To the shop').check();
    expect(await page.host.getByLabel('From the shop').isChecked()).toBe(true);
    expect(await second.getByLabel('To the shop').isChecked()).toBe(true);
  });
}
