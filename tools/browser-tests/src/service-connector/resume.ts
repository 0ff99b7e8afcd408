import { connectPath, statusPath, type Visitor } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const stored = (page: Visitor['page']) => page.evaluate(() => ({ ...sessionStorage }));

export function describeResume(suite: WidgetSuite): void {
  it('continues after a reload with the same token, connects, and forgets it', async () => {
    const page = await suite.connector(suite.known());
    const token = await page.newToken();
    await page.page.reload();
    await page.field.waitFor();
    expect(await page.field.inputValue()).toBe(token);
    await page.shows('Waiting for the plugin…');
    expect(JSON.stringify(await stored(page.page))).not.toContain(suite.tenant.token);
    const { id } = (await suite.service.finalise('demo-shop-a', token)) as { id: string };
    await page.connected.waitFor();
    expect((await page.visitor.events()).map(({ detail }) => detail)).toEqual([{ connection_id: id }]);
    expect(page.visitor.requestsTo(connectPath)).toHaveLength(1);
    expect(await stored(page.page)).toEqual({});
  });

  it('belongs to one tenant and one platform', async () => {
    const page = await suite.connector(suite.known());
    const token = await page.newToken();
    await page.setAttribute('connection', 'commerce_b');
    await page.generate.waitFor();
    await page.setAttribute('connection', 'commerce_a');
    await page.field.waitFor();
    expect(await page.field.inputValue()).toBe(token);
    const other = await suite.service.tenant();
    await page.set({ tenantId: other.tenantId, token: other.token });
    await page.generate.waitFor();
  });

  it('forgets a token that has ended or expired', async () => {
    const page = await suite.connector(suite.known(), { prepare: (it) => it.page.clock.install() });
    await page.visitor.fault(statusPath, { status: 404 }, 1);
    await page.newToken();
    await page.page.clock.fastForward(3_000);
    await page.shows('This token is no longer valid.');
    expect(await stored(page.page)).toEqual({});
    await page.newToken();
    await page.page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await page.page.reload();
    await page.generate.waitFor();
  });
}
