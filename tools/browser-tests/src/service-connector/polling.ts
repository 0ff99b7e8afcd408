import { connectPath, statusPath, type Fault } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const expired = 'This token is no longer valid.';

export function describePolling(suite: WidgetSuite): void {
  const clocked = () => suite.connector(suite.known(), { prepare: ({ page }) => page.clock.install() });

  it.each<[string, Fault, string]>([
    ['401', { status: 401 }, 'No access. Please reload the page.'],
    ['the status error', { status: 200, body: { id: 'x', status: 'error' } }, 'Something went wrong.'],
  ])('ends on %s, with a notice and without an event', async (_title, fault, text) => {
    const page = await clocked();
    await page.visitor.fault(statusPath, fault);
    await page.newToken();
    await page.passIntervals(1);
    await page.host.locator('[part=notice]', { hasText: text }).waitFor();
    await page.passIntervals(3);
    expect(page.polls()).toHaveLength(1);
    expect(await page.renew.isVisible()).toBe(true);
    expect(await page.visitor.events()).toEqual([]);
  });

  it('ends when the connection is gone, and the user can generate a new token', async () => {
    const page = await suite.connector(suite.known());
    await page.newToken();
    await page.untilPolls(1);
    await suite.service.database.dataSource.query('delete from system_connections where id = $1', [page.polls()[0]]);
    await page.shows(expired);
    expect(await page.field.count()).toBe(0);
    await page.visitor.fault(connectPath, 'offline', 1);
    await page.renew.click();
    // One notice, about the newest failure.
    await page.host.locator('[part=notice]', { hasText: 'The service cannot be reached.' }).waitFor();
    expect(await page.host.locator('[part=notice]').count()).toBe(1);
    await page.newToken();
  });

  it('has one request in flight at a time, every 3 seconds, also while the element moves', async () => {
    const page = await clocked();
    const release = await page.visitor.hold(statusPath);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.untilPolls(1);
    for (let move = 0; move < 4; move++) {
      await page.move();
      await page.passIntervals(1);
    }
    expect(page.polls()).toHaveLength(1);
    release();
    await page.visitor.responded(statusPath);
    await page.passIntervals(1);
    await page.untilPolls(2);
  });

  it.each<[string, Fault, number]>([
    ['429 with Retry-After', { status: 429, headers: { 'Retry-After': '120' } }, 120_000],
    ['unreachable', 'offline', 6_000],
  ])('backs off and says so: %s', async (_title, fault, delayMs) => {
    const page = await clocked();
    await page.visitor.fault(statusPath, fault, 1);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.shows('The service cannot be reached.');
    // Half of the delay leaves room for a slow machine.
    await page.page.clock.fastForward(delayMs / 2);
    await page.page.waitForTimeout(100);
    expect(page.polls()).toHaveLength(1);
    await page.page.clock.fastForward(delayMs / 2 + 1_000);
    await page.shows('Waiting for the plugin…');
    expect(page.polls().length).toBeGreaterThanOrEqual(2);
  });

  it('pauses while the page is hidden and continues at once when it is visible', async () => {
    const page = await clocked();
    await page.hide(true);
    await page.newToken();
    await page.passIntervals(3);
    expect(page.polls()).toHaveLength(0);
    await page.hide(false);
    await page.untilPolls(1);
  });
}
