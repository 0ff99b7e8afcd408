import { connectPath, statusPath } from '../testing/visitor';
import { system, type WidgetSuite } from '../testing/widget-suite';

const shop = { system, connection: 'commerce_a' };

export function describePlacement(suite: WidgetSuite): void {
  /** Removed while it initialises; the response has arrived since. */
  const initialisedOutside = async () => {
    let release: () => void = () => undefined;
    const page = await suite.connector(shop, { prepare: async (it) => (release = await it.hold(connectPath)) });
    await page.says('Loading…');
    await page.remove();
    const responded = page.visitor.responded(connectPath, 'POST');
    release();
    await responded;
    await page.aMoment();
    return page;
  };

  it.each([
    ['with instructions', {}],
    ['direct', { connection: system }],
  ])('starts only once it stays in the page: %s', async (_title, given) => {
    const page = await suite.connector({}, { body: '<main></main>' });
    await page.page.evaluate(
      (attributes) => {
        const element = document.createElement('service-connector');
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        Object.assign(globalThis, { kept: element });
      },
      { ...shop, ...given },
    );
    await page.putBack(true);
    await page.aMoment();
    expect(page.visitor.requestsTo(/\/api\//)).toEqual([]);
    await page.putBack();
    await page.generate.or(page.connected).waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
  });

  it('applies attributes that were set outside once it is back', async () => {
    const page = await suite.connector(suite.known());
    await page.generate.waitFor();
    await page.remove();
    await page.setOnRemoved({ tenantId: null });
    await page.aMoment();
    expect(page.visitor.requestsTo(connectPath)).toEqual([]);
    await page.putBack();
    await page.aMoment();
    await page.generate.waitFor();
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('fires service-initialized once it is back, and not when it is put in and removed at once', async () => {
    const page = await initialisedOutside();
    expect(await page.heard()).toEqual([]);
    await page.putBack(true);
    await page.aMoment();
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.generate.waitFor();
    expect(await page.heard()).toEqual(['service-initialized in the page']);
    expect(await page.visitor.eventTypes()).toEqual(['service-initialized']);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
  });

  it('never fires service-initialized for a tenant that the page has replaced meanwhile', async () => {
    const page = await initialisedOutside();
    await page.setOnRemoved({ tenantId: suite.tenant.tenantId });
    await page.putBack();
    await page.generate.waitFor();
    await page.aMoment();
    expect(await page.heard()).toEqual([]);
  });

  it('fires service-registered once it is back', async () => {
    const page = await suite.connector(suite.known());
    const release = await page.visitor.hold(statusPath);
    const token = await page.newToken();
    await page.untilPolls(1);
    await suite.service.finalise('demo-shop-a', token);
    await page.remove();
    const responded = page.visitor.responded(statusPath, 'GET');
    release();
    await responded;
    await page.putBack(true);
    await page.aMoment();
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.connected.waitFor();
    expect(await page.heard()).toEqual(['service-registered in the page']);
    expect(await page.visitor.eventTypes()).toEqual(['service-registered']);
  });

  it('stops polling when it is removed, also during a request, and continues when it is back', async () => {
    const page = await suite.connector(suite.known(), { prepare: (it) => it.page.clock.install() });
    const release = await page.visitor.hold(statusPath);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.untilPolls(1);
    await page.remove();
    release();
    await page.passIntervals(3);
    await page.putBack(true);
    await page.passIntervals(3);
    expect(page.polls()).toHaveLength(1);
    await page.putBack();
    await page.passIntervals(1);
    await page.untilPolls(2);
  });

  it('pauses while the page is hidden and continues at once when it is visible', async () => {
    const page = await suite.connector(suite.known(), { prepare: (it) => it.page.clock.install() });
    await page.hide(true);
    await page.newToken();
    await page.passIntervals(3);
    expect(page.polls()).toHaveLength(0);
    await page.hide(false);
    await page.untilPolls(1);
  });
}
