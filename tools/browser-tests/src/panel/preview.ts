import { until } from '@sync/test-harness';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import type { AdminVisit } from '../testing/admin-tests';
import type { PanelSuite } from '../testing/panel-suite';

export const previewFrame = (page: Page): Frame =>
  page.frames().find((frame) => frame.url().endsWith('/admin/preview/')) ?? page.mainFrame();

/** Of the configuration widget. */
export function describePreview(panel: PanelSuite): void {
  let visit: AdminVisit;

  /** Shows the preview and returns its token. */
  async function open(options: BrowserContextOptions = {}): Promise<{ id: string; token: string }> {
    visit = await panel.as(panel.root, `connections/${panel.shopA}`, options);
    const path = `/api/admin/connections/${panel.shopA}/preview-tokens`;
    const response = visit.page.waitForResponse((got) => new URL(got.url()).pathname === path && got.request().method() === 'POST');
    await visit.press(/^(Show the preview|Vorschau zeigen)$/);
    const issued = (await (await response).json()) as { id: string; token: string };
    await widget().getByRole('combobox').waitFor();
    return issued;
  }
  const widget = () => visit.page.frameLocator('iframe');
  const tokens = (id: string) => panel.query('select 1 from access_tokens where id = $1', [id]);

  it('saves for real, as a change of the administrator, and its token ends with it', async () => {
    const { id, token } = await open();
    await visit.shows(/^This is not a trial/);
    await widget().getByRole('combobox').selectOption('weekly');
    await widget().getByRole('button', { name: 'Save' }).click();
    await widget().getByText('Changes saved').waitFor();
    // The panel reads again what it shows itself.
    await visit.page.getByRole('definition').getByText('Every week').waitFor();
    const audited = `select actor, after from audit_log where object_id = $1 and action = 'connection.configure'`;
    expect(await panel.query(audited, [panel.shopA])).toMatchObject([
      {
        actor: expect.stringMatching(/^administrator:/) as unknown,
        after: { configuration: { frequency: 'weekly' }, preview_token_id: id },
      },
    ]);
    expect(await visit.visitor.leaksOf(token)).toEqual([]);
    const revoked = () => visit.visitor.responded(`/api/admin/connections/${panel.shopA}/preview-tokens/${id}`, 'DELETE');
    await Promise.all([revoked(), visit.press('Close the preview')]);
    expect(await tokens(id)).toEqual([]);

    await visit.visitor.close();
    const other = await open();
    await visit.page.getByText('Valid preview tokens').click();
    await visit.shows('You');
    // Leaving the page closes the preview, too.
    await visit.page.goto('about:blank');
    await until(async () => (await tokens(other.id)).length === 0);
  });

  it('stands in a frame that reads neither cookie nor page nor storage of the panel, and that no other page may show', async () => {
    await open();
    const frame = previewFrame(visit.page);
    const reach = await frame.evaluate(() => {
      const outcome = (look: () => unknown) => {
        try {
          return String(look());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return [
        self.origin,
        outcome(() => document.cookie),
        outcome(() => parent.document.title),
        outcome(() => localStorage.length),
        outcome(() => (top!.location.href = 'https://elsewhere.example/')),
      ];
    });
    expect(reach).toEqual(['null', ...Array<string>(4).fill('SecurityError')]);
    expect(await visit.page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
    const framed = async (path: string) => (await fetch(panel.service.url + path)).headers.get('content-security-policy');
    expect(await framed('/admin/preview/')).toContain("frame-ancestors 'self'");
    expect(await framed('/admin/')).toContain("frame-ancestors 'none'");
    const asked = await frame.evaluate(() => fetch('/api/admin/me', { credentials: 'include' }).then(({ status }) => status, String));
    expect(asked).toContain('TypeError');
    // The browser says so, too.
    const lines = visit.visitor.console.splice(0).join();
    for (const line of ['is sandboxed', 'blocked by CORS policy']) expect(lines).toContain(line);
  });

  it('follows language and appearance of the panel while it is open', async () => {
    await open({ locale: 'de-DE', colorScheme: 'light' });
    await widget().getByText('Häufigkeit').waitFor();
    const ground = () =>
      widget()
        .locator('body')
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await ground();
    await visit.page.getByLabel('Darstellung').selectOption('dark');
    await until(async () => (await ground()) !== light);
    await visit.page.getByLabel('Sprache').selectOption('en');
    await widget().getByText('Frequency').waitFor();
  });
}
