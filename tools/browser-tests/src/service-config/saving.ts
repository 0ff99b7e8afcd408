import type { WidgetSuite } from '../testing/widget-suite';
import { defaults } from './form';

const savedEvent = 'service-configuration-saved';

export function describeSaving(suite: WidgetSuite): void {
  let token: string;
  beforeEach(async () => (token = await suite.settingsToken()));

  /** Saves a change while the element is outside the page. */
  const savedOutside = async () => {
    const page = await suite.config({ token });
    const release = await page.hold('PATCH');
    await page.choice('Both ways').check();
    await page.save();
    await page.says('Saving…');
    await page.remove();
    release();
    await page.removedShows('Changes saved');
    return page;
  };

  it('sends nothing twice, and keeps changes made meanwhile for the next save', async () => {
    const page = await suite.config({ token });
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
    await page.saveAll();
    expect(page.sent).toEqual([{ direction: 'both' }, { data_types: ['customers', 'products'] }]);
    expect(await page.visitor.eventTypes()).toEqual([savedEvent, savedEvent]);
  });

  it('says that another person has saved meanwhile, shows what is stored now, and undoes none of it', async () => {
    const [mine, theirs] = [await suite.config({ token }), await suite.config({ token })];
    await theirs.choice('Orders').uncheck();
    await theirs.select.selectOption({ label: 'Every hour' });
    await theirs.saveAll();
    await mine.choice('Both ways').check();
    await mine.save();
    await mine.says('The settings have changed.');
    await mine.choice('Orders').and(mine.page.locator(':not(:checked)')).waitFor();
    expect(await mine.selected()).toBe('Every hour');
    expect([await mine.choice('Both ways').isChecked(), await mine.visitor.eventTypes()]).toEqual([true, []]);
    await mine.saveAll();
    expect(await suite.stored(token)).toEqual({ direction: 'both', data_types: ['customers', 'products'], frequency: 'hourly' });
  });

  it('continues while the element moves in the page, with one request and one event', async () => {
    const page = await suite.config({ token });
    await page.choice('Both ways').check();
    await page.move();
    expect(await page.choice('Both ways').isChecked()).toBe(true);
    const release = await page.hold('PATCH');
    await page.save();
    await page.says('Saving…');
    await page.move();
    release();
    await page.says('Changes saved');
    expect([page.requests('GET').length, page.sent.length]).toEqual([1, 1]);
    expect(await page.visitor.eventTypes()).toEqual([savedEvent]);
  });

  it('is not cancelled when the element is removed; its event fires once the element stays in a page again', async () => {
    const page = await savedOutside();
    expect(await page.heard()).toEqual([]);
    expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both' });
    await page.putBack(true);
    await page.aMoment();
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.visitor.untilEvents(1);
    await page.move();
    await page.aMoment();
    expect(await page.heard()).toEqual([`${savedEvent} in the page`]);
    expect(await page.visitor.events()).toEqual([
      { type: savedEvent, detail: { configuration: { ...defaults, direction: 'both' } }, target: 'service-config' },
    ]);
  });

  it('fires no event once the element is put back with another token', async () => {
    const page = await savedOutside();
    await page.setOnRemoved({ token: await suite.settingsToken('demo-shop-b') });
    await page.putBack();
    await page.choice('From the shop').and(page.page.locator(':checked')).waitFor();
    await page.aMoment();
    expect(await page.visitor.events()).toEqual([]);
  });

  it.each([true, false])(
    'after a lost response the user can save the previous value, or discard to see what is stored (%p)',
    async (saves) => {
      const page = await suite.config({ token });
      await page.respond('PATCH', 'lost', 1);
      await page.choice('Both ways').check();
      await page.save();
      await page.says('The service cannot be reached.');
      expect(await suite.stored(token)).toEqual({ ...defaults, direction: 'both' });
      if (saves) {
        await page.choice('From the shop').check();
        await page.says('Unsaved changes');
        // The save that arrived has changed the settings.
        await page.save();
        await page.says('The settings have changed.');
        await page.saveAll();
        expect(await suite.stored(token)).toEqual(defaults);
      } else {
        // The browser may not report the request of the page's start while the fault above is set.
        const loads = page.requests('GET').length;
        await Promise.all([page.responded('GET'), page.button('Discard').click()]);
        await page.choice('Both ways').and(page.page.locator(':checked')).waitFor();
        expect(await page.button('Save').getAttribute('aria-disabled')).toBe('true');
        expect(page.requests('GET').length).toBe(loads + 1);
      }
    },
  );
}
