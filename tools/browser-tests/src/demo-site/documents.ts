import { look } from '../testing/look';
import { Visitor } from '../testing/visitor';
import type { RunningWidgets } from '../testing/widget-suite';

/** Pages of the service that are read rather than used. */
export function describeDocuments(running: RunningWidgets): void {
  it.each(['/problems/', '/problems/validation-failed'])(
    '%s is accessible at 320 and 1280 pixels, in light and dark, without script or sideways scrolling',
    async (path) => {
      const visitor = await Visitor.with(running.tests.browser);
      const { page } = visitor;
      await page.goto(`${running.tests.service.url}${path}`);
      await look(page, path, [1280, 320]);
      expect(await page.locator('script').count()).toBe(0);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
      expect([visitor.errors, await visitor.events()]).toEqual([[], []]);
      await visitor.close();
    },
  );
}
