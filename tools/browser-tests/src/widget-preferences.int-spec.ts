import type { Locator } from 'playwright-core';
import { configurationPath, connectPath, statusPath } from './testing/api-paths';
import type { Visitor } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

const shop = 'system="mailing_platform" connection="commerce_a"';

describe('what the user has asked the browser for', () => {
  let tests: WidgetTests;
  let visitor: Visitor;
  let connector: string;
  let config: string;

  beforeAll(async () => {
    tests = await WidgetTests.start();
    const tenant = await tests.service.tenant();
    connector = `<service-connector ${shop} tenant-id="${tenant.tenantId}" token="${tenant.token}"></service-connector>`;
    config = `<service-config token="${(await tests.service.linkedShop('demo-shop-a', tenant)).widgetToken}"></service-config>`;
  });
  afterEach(() => visitor.close());
  afterAll(() => tests.stop());

  const show = async (body: string, options: Parameters<WidgetTests['visit']>[1], heldBack?: string | RegExp) => {
    visitor = await tests.visit({ body: '' }, options);
    if (heldBack) await visitor.hold(heldBack);
    const head = tests.script('connector-widget.js') + tests.script('widget.js');
    await visitor.page.goto(tests.site.page({ head, body }));
  };
  /** Everything that moves while the widget waits for something. */
  const waiting: [string, () => string, string | RegExp, string][] = [
    ['<service-connector>, initializing', () => `<service-connector ${shop}></service-connector>`, connectPath, '.spinner'],
    ['<service-config>, loading', () => config, configurationPath, '.spinner'],
    ['<service-connector>, token asked for', () => connector, connectPath, 'button .spinner'],
    ['<service-connector>, polling', () => connector, statusPath, '.status'],
  ];
  const shown = async ([, body, path, part]: (typeof waiting)[number], options: Parameters<WidgetTests['visit']>[1]) => {
    await show(body(), options, path);
    if (part !== '.spinner') await visitor.page.getByRole('button', { name: 'Generate token' }).click();
    const sign = visitor.page.locator(part);
    await sign.waitFor();
    return sign;
  };
  const moving = (sign: Locator) => sign.evaluate((it) => (it.getRootNode() as ShadowRoot).getAnimations().length);

  it.each(waiting)('reduced motion: no animation: %s', async (...state) => {
    expect(await moving(await shown(state, { reducedMotion: 'no-preference' }))).toBe(1);
    await visitor.close();
    expect(await moving(await shown(state, { reducedMotion: 'reduce' }))).toBe(0);
  });

  describe.each(['light', 'dark'] as const)('forced colours, %s', (colorScheme) => {
    const forced = { forcedColors: 'active', reducedMotion: 'reduce', colorScheme } as const;

    it.each(waiting.filter(([, , , part]) => part.endsWith('.spinner')))(
      'the spinner does not look the same all around: %s',
      async (...state) => {
        const box = (await (await shown(state, forced)).boundingBox())!;
        const middle = box.x + box.width / 2;
        const [top, bottom, inside] = await coloursAt(
          [middle, box.y + 1],
          [middle, box.y + box.height - 1.5],
          [middle, box.y + box.height / 2],
        );
        // A ring with a gap: that can be told apart in any colours.
        expect([top === inside, bottom === inside]).toEqual([true, false]);
      },
    );

    it('the dot of the status is to be seen', async () => {
      const box = (await (await shown(waiting.at(-1)!, forced)).boundingBox())!;
      const height = box.y + box.height / 2;
      const [dot, beside] = await coloursAt([box.x + 5, height], [box.x + 14, height]);
      expect(dot).not.toBe(beside);
    });

    it.each([
      ['<service-connector>', () => connector, 'Generate token'],
      ['<service-config>', () => config, ''],
    ])('the ring of the focus is to be seen: each control of %s', async (_element, body, last) => {
      await show(`<button>Before</button>${body()}`, forced);
      const { page } = visitor;
      const controls = page.locator(
        'service-connector :is(a, button), service-config :is(input[type=checkbox], input:checked, select, button)',
      );
      await controls.last().waitFor();
      await page.locator('button').first().focus();
      const seen: string[] = [];
      for (let left = await controls.count(); left > 0; left -= 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus').last();
        const box = (await focused.boundingBox())!;
        // Two pixels wide, two pixels away from the control.
        const place: [number, number] = [box.x + box.width / 2, box.y - 3];
        const [ring] = await coloursAt(place);
        await focused.evaluate((it) => ((it as HTMLElement).style.outline = 'none'));
        const [without] = await coloursAt(place);
        expect(ring).not.toBe(without);
        seen.push((await focused.textContent()) ?? '');
      }
      expect(seen.at(-1)).toContain(last);
    });
  });

  /** Of the pixels at these places of the page, from its left and upper edge. */
  async function coloursAt(...places: [number, number][]): Promise<string[]> {
    const picture = `data:image/png;base64,${(await visitor.page.screenshot({ animations: 'disabled' })).toString('base64')}`;
    return visitor.page.evaluate(
      async ([source, at]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        canvas.drawImage(image, 0, 0);
        return at.map(([x, y]) => canvas.getImageData(Math.floor(x), Math.floor(y), 1, 1).data.join());
      },
      [picture, places] as const,
    );
  }
});
