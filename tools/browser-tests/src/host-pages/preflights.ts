import { until } from '@sync/test-harness';
import type { WidgetSuite } from '../testing/widget-suite';

export function describePreflights(suite: WidgetSuite): void {
  it('a poll costs one request: the browser asks for permission once, not before each poll', async () => {
    // No faults here: while Playwright intercepts requests, it responds to preflights itself.
    const page = await suite.connector(suite.known(), { prepare: (visitor) => visitor.page.clock.install() });
    const network = await page.page.context().newCDPSession(page.page);
    const sent: string[] = [];
    network.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
      if (/\/status$/.test(url)) sent.push(method);
    });
    await network.send('Network.enable');
    await page.newToken();
    for (let polls = 1; polls <= 4; polls++) {
      await page.page.clock.fastForward(3_000);
      await page.untilPolls(polls);
    }
    // The browser reports them through another channel, a moment later.
    await until(() => sent.filter((method) => method === 'GET').length >= 4);
    expect(sent.filter((method) => method === 'OPTIONS')).toEqual(['OPTIONS']);
  });
}
