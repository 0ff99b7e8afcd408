import { configurationPath } from './testing/api-paths';
import type { ConfigPage } from './testing/config-page';
import { defaults, describedSettings } from './testing/described-settings';

const { tests, tenant, token, at, stored, otherToken } = describedSettings();

const pressed = async (page: ConfigPage, ...keys: string[]) => {
  for (const key of keys) await page.page.keyboard.press(key);
};

describe('the configuration journey', () => {
  it('loads schema and values with its bearer token, and shows a radio group, a multiselect and a select', async () => {
    const page = await at();
    await page.choice('From the shop').waitFor();
    const [asked, ...others] = page.requests('GET');
    expect(others).toEqual([]);
    expect(asked?.headers.authorization).toBe(`Bearer ${token()}`);
    expect(asked?.headers).not.toHaveProperty('cookie');
    const { host } = page;
    const direction = host.getByRole('radiogroup', { name: 'Direction Required' });
    expect(await direction.getByRole('radio').evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await host.getByRole('group', { name: 'Data types', exact: true }).getByRole('checkbox', { checked: true }).count()).toBe(3);
    const frequency = host.getByRole('combobox', { name: 'Frequency Required' });
    expect(await frequency.evaluate((it: HTMLSelectElement) => [it.selectedOptions[0]?.text, it.required])).toEqual(['Every day', true]);
    expect(await host.locator('fieldset > legend').allTextContents()).toEqual(['Direction Required', 'Data types ']);
  });

  it.each(['demo-shop-a', 'demo-shop-b'] as const)(
    'of %s: every field type is changed, saved and shown again after a reload',
    async (shop) => {
      const { widgetToken } = await tests().service.linkedShop(shop, tenant());
      const page = await at({ token: widgetToken });
      await page.choice('Both ways').check();
      await page.choice('Products').uncheck();
      await page.host.locator('select').selectOption({ label: 'Every hour' });
      await page.says('Unsaved changes');
      await page.button('Save').click();
      await page.says('Changes saved');
      const changed = { direction: 'both', data_types: ['customers', 'orders'], frequency: 'hourly' };
      expect(page.sent).toEqual([changed]);
      expect(await stored(widgetToken)).toEqual(changed);
      expect(await page.visitor.events()).toEqual([
        { type: 'service-configuration-saved', detail: { configuration: changed }, target: 'service-config' },
      ]);
      const again = await at({ token: widgetToken });
      await again.choice('Both ways').waitFor();
      expect(await again.host.locator('input').evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked))).toEqual([
        ...[false, false, true],
        ...[true, true, false],
      ]);
      expect(await again.host.locator('select').evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text)).toBe('Every hour');
    },
  );

  it('only changed fields are sent: what somebody else has changed meanwhile stays, and is shown after the save', async () => {
    const page = await at();
    await page.choice('To the shop').check();
    await tests().service.ask('PATCH', configurationPath, { token: token(), body: { configuration: { frequency: 'weekly' } } });
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(page.sent).toEqual([{ direction: 'incoming' }]);
    expect(await stored()).toEqual({ ...defaults, direction: 'incoming', frequency: 'weekly' });
    expect(await page.host.locator('select').evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text)).toBe('Every week');
  });

  it('an empty list means the customer selected nothing', async () => {
    const page = await at();
    for (const name of ['Customers', 'Orders', 'Products']) await page.choice(name).uncheck();
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(page.sent).toEqual([{ data_types: [] }]);
    expect(await stored()).toEqual({ ...defaults, data_types: [] });
  });

  it('a configuration.data_types opt-in that is absent means unrestricted: all are shown as chosen, and none is sent', async () => {
    const page = await at({ token: token(), prepare: (it) => it.offer(schemaWithDataTypes, { direction: 'outgoing' }) });
    await page.choice('Customers').waitFor();
    expect(await page.host.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
  });

  it('changes can be taken back, by hand or all at once', async () => {
    const page = await at();
    await page.choice('Orders').uncheck();
    await page.choice('Orders').check();
    await page.says(/^$/);
    await page.choice('Orders').uncheck();
    await page.choice('Both ways').check();
    await page.host.locator('select').selectOption({ label: 'Every hour' });
    await page.button('Discard').click();
    await page.says(/^$/);
    expect(await page.choice('Orders').isChecked()).toBe(true);
    expect(await page.choice('From the shop').isChecked()).toBe(true);
    expect(await page.host.locator('select').evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text)).toBe('Every day');
    expect(await page.focused()).toBe('Discard');
    await page.button('Save').click({ force: true });
    await page.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(page.sent).toEqual([]);
  });

  it('unsaved changes do not keep anybody on the page, which is not ours', async () => {
    const page = await at();
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
});

describe('attributes and properties', () => {
  it('no token: a clear message and no request; a token that comes later takes effect', async () => {
    const page = await at({});
    await page.says('No access. Please reload the page.');
    await page.give({ token: ' ' });
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    await page.give({ token: token() });
    await page.choice('From the shop').waitFor();
    await page.give({ token: null });
    await page.says('No access. Please reload the page.');
    expect(page.requests('GET').length).toBe(1);
  });

  it('plain attributes work too, and whatever was set before the script came', async () => {
    const page = await at({ body: `<main><service-config locale="de"></service-config></main>`, head: '' });
    await page.host.evaluate((it, given) => it.setAttribute('token', given), token());
    await page.choice('Vom Shop').waitFor();
    await page.host.evaluate((it) => it.setAttribute('locale', 'fr-CA'));
    await page.choice('Depuis la boutique').waitFor();
    await page.host.evaluate((it) => it.removeAttribute('token'));
    const early = `<service-config></service-config><script>Object.assign(document.querySelector('service-config'), { token: '${token()}', locale: 'it' })</script>`;
    const later = await at({ body: early });
    await later.choice('Dal negozio').waitFor();
  });

  it('another api-url: loads anew, with trailing slashes dropped', async () => {
    const page = await at();
    await page.choice('From the shop').waitFor();
    await page.host.evaluate((it, url) => it.setAttribute('api-url', `${url}//`), tests().site.url);
    await page.says('Something went wrong.');
    await page.give({ apiUrl: tests().service.url });
    await page.choice('From the shop').waitFor();
    expect(page.visitor.requestsTo(/\/api\/widget\//).map(({ url }) => url)).toEqual(
      [tests().service.url, tests().site.url, tests().service.url].map((url) => url + configurationPath),
    );
  });

  it.each([
    ['de', 'Vom Shop', 'Speichern', 'ltr'],
    ['ar', 'من المتجر', 'حفظ', 'rtl'],
    ['pt-BR', 'Da loja', 'Guardar', 'ltr'],
    ['xx', 'From the shop', 'Save', 'ltr'],
  ])('speaks the language of the page: %s', async (lang, option, save, dir) => {
    const page = await at({ token: token(), lang });
    await page.choice(option).waitFor();
    expect(await page.button(save).count()).toBe(1);
    expect(await page.host.locator('.frame').getAttribute('dir')).toBe(dir);
  });

  it('another locale: every text changes, and the choices stay', async () => {
    const page = await at();
    await page.choice('Both ways').check();
    await page.give({ locale: 'ar' });
    await page.says('تغييرات غير محفوظة');
    expect(await page.choice('في الاتجاهين').isChecked()).toBe(true);
    expect(await page.host.locator('.frame').evaluate((it: HTMLElement) => [it.lang, it.dir])).toEqual(['ar', 'rtl']);
    expect(page.requests('GET').length).toBe(1);
  });

  it('every text can be replaced, the known labels too; what is no text changes nothing', async () => {
    const texts = { heading: 'Sync <b>', outgoing: 'Out', save: 5, nonsense: 'x' };
    const page = await at({ token: token(), properties: { texts } });
    await page.choice('Out').waitFor();
    expect(await page.heading.textContent()).toBe('Sync <b>');
    expect(await page.button('Save').count()).toBe(1);
  });

  it('null schema: a message that there is nothing to configure. This is not an error', async () => {
    const page = await at({ token: tenant().token });
    await page.says('There is nothing to set up here.');
    expect(await page.host.locator('button, .danger').count()).toBe(0);
  });

  it('works in a sandboxed frame, which may submit no form', async () => {
    const framed = tests().site.page({ head: tests().script('widget.js'), body: '<service-config></service-config>' });
    const page = await at({ body: `<service-config hidden></service-config><iframe sandbox="allow-scripts" src="${framed}"></iframe>` });
    const inner = page.page.frameLocator('iframe').locator('service-config');
    await inner.evaluate((it, given) => Object.assign(it, given) && null, { token: token() });
    await inner.getByLabel('Both ways').check();
    await inner.getByRole('button', { name: 'Save' }).click();
    await inner.getByText('Changes saved').waitFor();
    expect(await stored()).toEqual({ ...defaults, direction: 'both' });
  });

  it('two of them on one page, and the script twice, do not get in each other’s way', async () => {
    const body = '<main><service-config></service-config><service-config></service-config></main>';
    const page = await at({ token: token(), body, head: tests().script('widget.js') });
    await page.page
      .locator('service-config')
      .nth(1)
      .evaluate((it, given) => Object.assign(it, given) && null, { token: token() });
    const second = page.page.locator('service-config').nth(1);
    await second.getByLabel('To the shop').check();
    expect(
      await page
        .choice(/From the shop/)
        .first()
        .isChecked(),
    ).toBe(true);
    expect(await second.getByLabel('To the shop').isChecked()).toBe(true);
  });
});

describe('keyboard, focus and live region', () => {
  it('everything works by keyboard only', async () => {
    const page = await at();
    await page.choice('From the shop').waitFor();
    await page.page.locator('#beside').focus();
    await pressed(page, 'Tab', 'ArrowDown');
    expect(await page.choice('To the shop').isChecked()).toBe(true);
    await pressed(page, 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'ArrowUp');
    expect(await page.focused()).toContain('Every day');
    await pressed(page, 'Tab');
    expect(await page.focused()).toBe('Discard');
    await pressed(page, 'Tab', 'Enter');
    await page.says('Changes saved');
    expect(await page.focused()).toBe('Save');
    expect(await stored()).toEqual({ direction: 'incoming', data_types: ['orders', 'products'], frequency: 'every_six_hours' });
  });

  it('the live region is there from the start and stays the same one', async () => {
    const page = await at({});
    const region = await page.status.elementHandle();
    await page.give({ token: token() });
    await page.choice('Both ways').check();
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await region?.evaluate((it) => [it.isConnected, it.textContent])).toEqual([true, 'Changes saved']);
  });

  it('the page stays where it is when the focus goes to a heading that is out of sight', async () => {
    const body = '<div style="height: 3000px"></div><service-config></service-config>';
    const page = await at({ token: token(), body });
    await page.choice('Both ways').focus();
    await page.page.evaluate(() => scrollTo(0, 0));
    await page.give({ token: await otherToken() });
    await page.page.waitForFunction(() => document.querySelector('service-config')?.shadowRoot?.activeElement?.localName === 'h2');
    await page.choice('Both ways').waitFor();
    expect(await page.focused()).toBe('Connection settings');
    expect(await page.page.evaluate(() => scrollY)).toBe(0);
  });

  it('when the focused control goes with its phase the heading has the focus; a focus elsewhere is left alone', async () => {
    const page = await at();
    await page.choice('Both ways').focus();
    await page.give({ token: tenant().token });
    await page.says('There is nothing to set up here.');
    expect(await page.focused()).toBe('Connection settings');
    await page.page.locator('#beside').focus();
    await page.give({ token: token() });
    await page.choice('Both ways').waitFor();
    expect(await page.focused()).toBeNull();
  });
});

const schemaWithDataTypes = [
  {
    type: 'multiselect',
    name: 'data_types',
    label: 'Data types',
    required: false,
    options: [
      { value: 'customers', label: 'Customers' },
      { value: 'orders', label: 'Orders' },
    ],
  },
];
