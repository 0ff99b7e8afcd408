import { configurationPath } from './testing/api-paths';
import type { ConfigPage } from './testing/config-page';
import { defaults, describedSettings } from './testing/described-settings';

const { tests, token, at, stored, otherToken } = describedSettings();

const chosenFrequency = (page: ConfigPage) => page.host.locator('select').evaluate((it: HTMLSelectElement) => it.selectedOptions[0]?.text);

/** And saved since. */
const removedWhileSaving = async () => {
  const page = await at();
  const release = await page.hold('PATCH');
  await page.choice('Both ways').check();
  await page.button('Save').click();
  await page.says('Saving…');
  await page.remove();
  release();
  await page.heardWith('Changes saved');
  return page;
};

describe('while a save is under way', () => {
  it('it is said, nothing is sent twice, and what is changed meanwhile is kept and still not saved', async () => {
    const page = await at();
    const release = await page.hold('PATCH');
    await page.choice('Both ways').check();
    await page.button('Save').dblclick();
    await page.says('Saving…');
    expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
    expect(await page.focused()).toBe('Save');
    await page.choice('Orders').uncheck();
    await page.says('Saving…');
    await page.page.keyboard.press('Enter');
    release();
    await page.says('Unsaved changes');
    expect(page.sent).toEqual([{ direction: 'both' }]);
    expect(await page.choice('Orders').isChecked()).toBe(false);
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(page.sent).toEqual([{ direction: 'both' }, { data_types: ['customers', 'products'] }]);
    expect((await page.visitor.events()).length).toBe(2);
  });

  it.each<[string, (page: ConfigPage) => Promise<unknown>]>([
    ['the value that was stored before is chosen again', async (page) => (await page.choice('From the shop').check(), await back(page))],
    ['the changes are discarded', (page) => page.button('Discard').click()],
  ])('%s: that is not lost, and the next save stores it', async (_name, act) => {
    const page = await at();
    const release = await page.hold('PATCH');
    await page.choice('Both ways').check();
    await page.host.locator('select').selectOption({ label: 'Every hour' });
    await page.button('Save').click();
    await page.says('Saving…');
    await act(page);
    release();
    await page.says('Unsaved changes');
    expect(await stored()).toEqual({ ...defaults, direction: 'both', frequency: 'hourly' });
    expect(await page.choice('From the shop').isChecked()).toBe(true);
    expect(await chosenFrequency(page)).toBe('Every day');
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await stored()).toEqual(defaults);
  });

  const back = (page: ConfigPage) => page.host.locator('select').selectOption({ label: 'Every day' });

  it('the element is moved in the page: the choices stay, and the save goes on', async () => {
    const page = await at();
    await page.choice('Both ways').check();
    const move = () => page.host.evaluate((it) => document.body.prepend(it));
    await move();
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    const release = await page.hold('PATCH');
    await page.button('Save').click();
    await page.says('Saving…');
    await move();
    release();
    await page.says('Changes saved');
    expect(page.requests('GET').length).toBe(1);
    expect(page.sent.length).toBe(1);
    expect((await page.visitor.events()).length).toBe(1);
  });

  it('the element is removed: no event and no error, and the save is not taken back', async () => {
    const page = await removedWhileSaving();
    expect(await page.heardWith('Changes saved')).toEqual([]);
    expect(await stored()).toEqual({ ...defaults, direction: 'both' });
  });

  it('the element is removed: the event is fired once when it is in the page again, and not when it is put in and taken out at once', async () => {
    const page = await removedWhileSaving();
    await page.putBack(true);
    expect(await page.heardWith('Changes saved')).toEqual([]);
    await page.putBack();
    await page.page.waitForFunction(() => (globalThis as unknown as { heard: string[] }).heard.length > 0);
    await page.host.evaluate((it) => document.body.prepend(it));
    await page.page.waitForTimeout(300);
    expect(await page.heardWith('Changes saved')).toEqual(['service-configuration-saved in the page']);
    expect(await page.visitor.events()).toEqual([
      { type: 'service-configuration-saved', detail: { configuration: { ...defaults, direction: 'both' } }, target: 'service-config' },
    ]);
  });

  it('the element is removed, and put back with another token: what was saved with the earlier one is nobody’s any more', async () => {
    const page = await removedWhileSaving();
    await page.page.evaluate((token) => Object.assign((globalThis as unknown as { kept: Element }).kept, { token }), await otherToken());
    await page.putBack();
    await page.choice('From the shop').and(page.page.locator(':checked')).waitFor();
    await page.page.waitForTimeout(300);
    expect(await page.visitor.events()).toEqual([]);
  });
});

describe('when the answer to a save is lost', () => {
  const savedUnheard = async () => {
    const page = await at();
    await page.answer('PATCH', 'lost', 1);
    await page.choice('Both ways').check();
    await page.button('Save').click();
    await page.says('The service cannot be reached.');
    expect(await stored()).toEqual({ ...defaults, direction: 'both' });
    return page;
  };

  it('the value that was stored before can be chosen again and saved', async () => {
    const page = await savedUnheard();
    await page.choice('From the shop').check();
    await page.says('Unsaved changes');
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await stored()).toEqual(defaults);
  });

  it('discarding shows what is stored', async () => {
    const page = await savedUnheard();
    await Promise.all([page.answered('GET'), page.button('Discard').click()]);
    await page.choice('Both ways').and(page.page.locator(':checked')).waitFor();
    expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
    expect(page.requests('GET').length).toBe(2);
  });
});

it('the element is moved or removed while it loads: one request, and no error', async () => {
  let release: () => void = () => undefined;
  const page = await at({ token: token(), prepare: async (it) => (release = await it.hold('GET')) });
  await page.says('Loading…');
  await page.host.evaluate((it) => document.body.prepend(it));
  await page.says('Loading…');
  await page.remove();
  release();
  expect(await page.heardWith('From the shop')).toEqual([]);
  expect(page.requests('GET').length).toBe(1);
});

describe('another token', () => {
  it('loads anew, and the unsaved choices of the other connection are gone; the same token keeps them', async () => {
    const page = await at();
    await page.choice('Both ways').check();
    await page.give({ token: token() });
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    const other = await otherToken();
    await tests().service.ask('PATCH', configurationPath, { token: other, body: { configuration: { direction: 'incoming' } } });
    await page.give({ token: other });
    await page.host.locator('input:checked').and(page.page.getByLabel('To the shop')).waitFor();
    await page.says(/^$/);
    expect(await page.visitor.leaksOf(other)).toEqual([]);
  });

  it('makes an answer for the earlier one nobody’s any more', async () => {
    const page = await at();
    const release = await page.hold('PATCH');
    await page.choice('Both ways').check();
    await page.button('Save').click();
    const other = await otherToken();
    await page.give({ token: other });
    await page.says(/^$/);
    const answered = page.answered('PATCH');
    release();
    await answered;
    await page.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.visitor.events()).toEqual([]);
    expect(await page.choice('From the shop').isChecked()).toBe(true);
    expect(await stored(other)).toEqual(defaults);
  });

  it('that renews a refused one keeps what was chosen, also when the page takes the refused one away first', async () => {
    const page = await at();
    await page.answer('PATCH', { status: 401 });
    await page.choice('Both ways').check();
    await page.host.locator('select').selectOption({ label: 'Every hour' });
    await page.button('Save').click();
    await page.says('No access. Your changes are not saved yet.');
    await page.visitor.mend();
    await page.give({ token: null });
    await page.says('No access. Please reload the page.');
    // Still of use to the service, and another one to the widget.
    await page.give({ token: `${token()} ` });
    await page.says('Unsaved changes');
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    expect(await chosenFrequency(page)).toBe('Every hour');
    await page.button('Save').click();
    await page.says('Changes saved');
    expect(await stored()).toEqual({ ...defaults, direction: 'both', frequency: 'hourly' });
  });
});
