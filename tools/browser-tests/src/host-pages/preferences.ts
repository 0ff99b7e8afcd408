import type { BrowserContextOptions, Locator } from 'playwright-core';
import { configurationPath, connectPath, statusPath, Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const shop = 'system="mailing_platform" connection="commerce_a"';

type Waiting = [title: string, body: string, held: string | RegExp, part: string];

/** What moves while a widget waits, with the request that is held and the moving part. */
const waiting: readonly Waiting[] = [
  ['<service-connector> initialises', `<service-connector ${shop}></service-connector>`, connectPath, '.spinner'],
  ['<service-config> loads', '{config}', configurationPath, '.spinner'],
  ['<service-connector> generates a token', '{connector}', connectPath, 'button .spinner'],
  ['<service-connector> polls', '{connector}', statusPath, 'li:last-child .spinner'],
];

export function describePreferences(suite: WidgetSuite): void {
  let visitor: Visitor;
  let widgets: Record<string, string>;
  beforeAll(async () => {
    const { tenantId, token } = suite.tenant;
    const config = `<service-config token="${await suite.settingsToken()}"></service-config>`;
    widgets = { config, connector: `<service-connector ${shop} tenant-id="${tenantId}" token="${token}"></service-connector>` };
  });
  afterEach(() => visitor.close());

  const show = async (body: string, options: BrowserContextOptions, held?: string | RegExp) => {
    visitor = await Visitor.with(suite.tests.browser, options);
    if (held) await visitor.hold(held);
    const filled = body.replace(/\{(\w+)\}/, (_, name: string) => widgets[name] ?? '');
    await visitor.page.goto(suite.tests.site.page({ head: suite.tests.script(), body: filled }));
  };
  const movingPart = async ([, body, held, part]: Waiting, options: BrowserContextOptions) => {
    await show(body, options, held);
    if (part !== '.spinner') await visitor.page.getByRole('button', { name: 'Generate token' }).click();
    const moving = visitor.page.locator(part);
    await moving.waitFor();
    return moving;
  };
  const animations = (part: Locator) => part.evaluate((it) => (it.getRootNode() as ShadowRoot).getAnimations().length);

  it.each(waiting)('reduced motion stops the animation while %s', async (...state) => {
    const part = await movingPart(state, { reducedMotion: 'no-preference' });
    expect(await animations(part)).toBe(1);
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations(part)).toBe(0);
  });

  describe.each(['light', 'dark'] as const)('forced colours, %s', (colorScheme) => {
    const forced = { forcedColors: 'active', reducedMotion: 'reduce', colorScheme } as const;

    it.each(waiting.filter(([title, , , part]) => title.startsWith('<service-connector>') && part.endsWith('.spinner')))(
      'the spinner is a ring with a gap while %s',
      async (...state) => {
        const box = (await (await movingPart(state, forced)).boundingBox())!;
        const middle = box.x + box.width / 2;
        const [top, bottom, inside] = await coloursAt(
          [middle, box.y + 1],
          [middle, box.y + box.height - 1.5],
          [middle, box.y + box.height / 2],
        );
        expect([top === inside, bottom === inside]).toEqual([true, false]);
      },
    );

    it.each([
      ['connector', 'Generate token'],
      ['config', ''],
    ])('the focus ring of each control is visible: %s', async (widget, last) => {
      await show(`<button>Before</button>{${widget}}`, forced);
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

  /** The colours of these pixels of the page. */
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
}
