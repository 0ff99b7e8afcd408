import { launchChromium } from './chromium';

describe('Chromium from npm', () => {
  it('opens several pages concurrently, with web security enabled', async () => {
    const browsers = await Promise.all([launchChromium(), launchChromium()]);
    const titles = browsers.map(async (browser) => {
      const page = await browser.newPage();
      await page.setContent('<title>Shop</title><p>text');
      const height = await page.locator('p').evaluate((text) => text.getBoundingClientRect().height);
      return [await page.title(), height > 10, await page.evaluate('isSecureContext')];
    });
    expect(await Promise.all(titles)).toEqual(browsers.map(() => ['Shop', true, false]));
    await Promise.all(browsers.map((browser) => browser.close()));
  });
});
