import type { ConfigPage } from '../testing/config-page';
import { impaired } from '../testing/linked-shop';
import { connectionPath } from '../testing/visitor';
import type { WidgetSuite } from '../testing/widget-suite';

const ended = 'This connection is no longer active.';

export function describeConnection(suite: WidgetSuite): void {
  let token: string;
  let connectionId: string;
  beforeEach(async () => {
    ({ widgetToken: token, connectionId } = await suite.service.linkedShop('demo-shop-a', suite.tenant));
  });

  const panel = (page: ConfigPage) => page.host.locator('.connection');
  const buttons = (page: ConfigPage) => panel(page).getByRole('button').allTextContents();
  const status = async () => {
    const { status: current } = await suite.service.ask<{ status: string }>('GET', connectionPath, { token });
    return current;
  };
  const fired = async (page: ConfigPage) => (await page.visitor.events()).map(({ type, detail, target }) => [type, detail, target]);
  const event = (type: string) => [`service-${type}`, { connection_id: connectionId }, 'service-config'];

  it('is disconnected after a question, reconnected, and removed after another one; the page hears of each', async () => {
    const page = await suite.config({ token });
    await page.button('Disconnect').click();
    expect(await panel(page).getByRole('group').getAttribute('aria-labelledby')).toBe('question');
    expect(await page.focused()).toMatch(/Stop syncing \u2068.+\u2069\?/);
    await page.page.keyboard.press('Escape');
    await page.aMoment();
    expect([await page.focused(), await status()]).toEqual(['Disconnect', 'active']);
    await page.page.keyboard.press('Enter');
    await page.button('Cancel').click();
    await page.button('Disconnect').click();
    await page.button('Cancel').waitFor();
    await page.button('Disconnect').click();
    await page.says(ended);
    await page.button('Remove').waitFor();
    expect([await status(), await buttons(page), await page.focused()]).toEqual([
      'disconnected',
      ['Reconnect', 'Remove'],
      'Connection settings',
    ]);
    const year = String(new Date(Date.now() + 30 * 86_400_000).getFullYear());
    expect(await panel(page).textContent()).toMatch(new RegExp(`^Disconnected\\. Reconnect until \\w+ \\d+, ${year}\\.`));
    await page.button('Reconnect').click();
    await page.choice('From the shop').waitFor();
    expect(await status()).toBe('active');
    await page.button('Disconnect').click();
    await page.button('Cancel').waitFor();
    await page.button('Disconnect').click();
    await page.button('Remove').click();
    await page.button('Cancel').waitFor();
    await page.button('Remove').click();
    await page.says('The shop has been removed.');
    expect(await page.host.getByRole('button').count()).toBe(0);
    const response = await fetch(suite.service.url + connectionPath, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
    expect(await fired(page)).toEqual(['disconnected', 'reconnected', 'disconnected', 'removed'].map(event));
  });

  it('sends an action once, and fires its event when the element is back in a page', async () => {
    const page = await suite.config({ token });
    const release = await page.visitor.hold(`${connectionPath}/disconnect`);
    await page.button('Disconnect').click();
    await page.button('Cancel').waitFor();
    await page.button('Disconnect').dblclick();
    await page.says('Loading…');
    await page.button('Cancel').click({ force: true });
    expect(await page.button('Cancel').count()).toBe(1);
    await page.remove();
    release();
    await page.removedShows(ended);
    expect(await page.heard()).toEqual([]);
    await page.putBack();
    await page.visitor.untilEvents(1);
    expect(await page.heard()).toEqual(['service-disconnected in the page']);
    expect(page.visitor.requestsTo(`${connectionPath}/disconnect`)).toHaveLength(1);
  });

  it('active, but with a problem: says which in the service’s words, and when the last sync was', async () => {
    const page = await suite.config({
      token,
      prepare: async ({ visitor }) => {
        const connection = {
          id: connectionId,
          status: 'active',
          last_synced_at: new Date(Date.now() - 301_000).toISOString(),
          ...impaired,
        };
        await visitor.fault(connectionPath, { status: 200, body: connection });
      },
    });
    await page.shows('Last sync 5 minutes ago');
    const sentence = page.host.getByText(impaired.status_reason.message);
    expect([await sentence.isVisible(), await sentence.getAttribute('lang')]).toEqual([true, 'en']);
  });

  it('a token that only shows and edits settings offers no action', async () => {
    const issued = await suite.service.ask<{ widget_token: string }>('POST', `/api/system-connections/${connectionId}/widget-tokens`, {
      token: suite.tenant.token,
      body: {},
    });
    const page = await suite.config({ token: issued.widget_token });
    const responded = page.visitor.responded(connectionPath);
    await page.choice('Both ways').check();
    await responded.catch(() => undefined);
    await page.saveAll();
    expect(await buttons(page)).toEqual([]);
  });
}
