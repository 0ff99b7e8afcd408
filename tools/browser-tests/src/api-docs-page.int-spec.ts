import { Visitor } from './testing/visitor';
import { WidgetTests } from './testing/widget-tests';

let tests: WidgetTests;

beforeAll(async () => (tests = await WidgetTests.start()));
afterAll(() => tests.stop());

describe('/api/docs', () => {
  it.each([390, 1280])(
    '%i px wide: examples of an opened operation can be read, and nothing has to be scrolled sideways',
    async (width) => {
      const visitor = await Visitor.with(tests.browser, { viewport: { width, height: 900 } });
      await visitor.page.goto(`${tests.service.url}/api/docs`);
      const operation = visitor.page.locator('.opblock', { hasText: '/api/records/{type}' });
      await operation.locator('button').first().click();
      const example = operation.locator('.responses-table .highlight-code').first();
      await example.waitFor();
      expect((await example.boundingBox())?.width).toBeGreaterThan(width * 0.7);
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await visitor.close();
    },
  );
});
