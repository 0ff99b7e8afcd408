import { connectPath, statusPath } from './testing/api-paths';
import { describedConnector } from './testing/described-connector';

const { system, tests, at, known } = describedConnector();

describe('nothing is asked before the element is in the page', () => {
  it.each([
    ['without a tenant-id', {}],
    ['direct', { connection: system }],
  ])('%s: put in and taken out again at once it asks nothing; put in later it starts', async (_name, given) => {
    const page = await at({}, { body: '<main></main>' });
    await page.page.evaluate(
      (attributes) => {
        const element = document.createElement('service-connector');
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        Object.assign(globalThis, { kept: element });
      },
      { system, connection: 'commerce_a', ...given },
    );
    await page.putBack(true);
    await page.page.waitForTimeout(500);
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    await page.putBack();
    await page.generate.or(page.connected).waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect((await page.visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
  });

  it('attributes that are set while it is outside count from when it is in the page', async () => {
    const page = await at(known());
    await page.generate.waitFor();
    await page.remove();
    await page.page.evaluate(() => (globalThis as unknown as { kept: Element }).kept.removeAttribute('tenant-id'));
    await page.page.waitForTimeout(500);
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    await page.putBack();
    await page.generate.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });
});

describe('no event is fired while the element is outside the page', () => {
  /** Taken out while it is being initialised, and answered then. */
  const initialisedOutside = async () => {
    let answer: () => void = () => undefined;
    const page = await at({ system, connection: 'commerce_a' }, { prepare: async (it) => (answer = await it.hold(connectPath)) });
    await page.page.getByText('Loading…').first().waitFor();
    await page.remove();
    const answered = page.page.waitForResponse(`**${connectPath}`);
    answer();
    await answered;
    await page.page.waitForTimeout(300);
    return page;
  };

  it('service-initialized, answered meanwhile: not when it is put in and taken out at once, and once when it is in the page again', async () => {
    const page = await initialisedOutside();
    expect(await page.heard()).toEqual([]);
    await page.putBack(true);
    await page.page.waitForTimeout(300);
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.generate.waitFor();
    expect(await page.heard()).toEqual(['service-initialized in the page']);
    expect((await page.visitor.events()).map(({ type }) => type)).toEqual(['service-initialized']);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('service-registered, answered meanwhile: likewise', async () => {
    const page = await at(known());
    const answer = await page.visitor.hold(statusPath);
    const token = await page.newToken();
    await page.until(() => page.looks().length >= 1);
    await tests().service.finalise('demo-shop-a', token);
    await page.remove();
    const answered = page.page.waitForResponse((response) => statusPath.test(response.url()));
    answer();
    await answered;
    await page.page.waitForTimeout(300);
    await page.putBack(true);
    await page.page.waitForTimeout(300);
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.connected.waitFor();
    expect(await page.heard()).toEqual(['service-registered in the page']);
    expect((await page.visitor.events()).map(({ type }) => type)).toEqual(['service-registered']);
  });

  it('service-initialized of a tenant that the page has replaced meanwhile: never', async () => {
    const page = await initialisedOutside();
    await page.page.evaluate((given) => void Object.assign((globalThis as unknown as { kept: Element }).kept, given), {
      tenantId: known()['tenant-id'],
    });
    await page.putBack();
    await page.generate.waitFor();
    await page.page.waitForTimeout(300);
    expect(await page.heard()).toEqual([]);
  });
});

describe('polling stops when the widget is unmounted', () => {
  it('also during a request; it goes on when it is in a page again', async () => {
    const page = await at(known());
    const answer = await page.visitor.hold(statusPath);
    await page.newToken();
    await page.until(() => page.looks().length >= 1);
    await page.remove();
    answer();
    await page.page.waitForTimeout(3_800);
    await page.putBack(true);
    await page.page.waitForTimeout(3_800);
    expect(page.looks()).toHaveLength(1);
    await page.putBack();
    await page.until(() => page.looks().length >= 2);
  });
});
