import type { AdminVisit } from '../testing/admin-tests';
import { axeFindings } from '../testing/axe';
import { look } from '../testing/look';
import { deleteOverview, insertOverview } from '../testing/overview-rows';
import type { PanelSuite } from '../testing/panel-suite';
import { openSection } from './doctor-and-records';
import { canary } from './failed-work';
import { previewFrame } from './preview';

interface Shown {
  /** Behind the `#`. */
  screen: string;
  prepare?: (visit: AdminVisit) => Promise<unknown>;
}

/** Then nothing moves any more. */
async function untilLoaded({ page }: AdminVisit): Promise<void> {
  await page
    .getByText(/^(Wird geladen|Loading) …$/)
    .first()
    .waitFor({ state: 'detached' });
}

/** Opens one after another. */
async function lookAtEach({ service }: PanelSuite, visit: AdminVisit, shown: readonly Shown[]): Promise<void> {
  for (const [at, { screen, prepare }] of shown.entries()) {
    await visit.page.setViewportSize({ width: 1024, height: 800 });
    await visit.page.goto(`${service.url}/admin/#/${screen}`);
    // The address differs behind the `#` only, which loads nothing by itself.
    await visit.page.reload();
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    await prepare?.(visit);
    await untilLoaded(visit);
    await look(visit.page, `${at} ${screen}`);
  }
}

/** In German, whose words are longer. */
export function describeScreens(panel: PanelSuite): void {
  /** Every part of the connection's screen, with a record and the doctor's findings. */
  const openAll = async (visit: AdminVisit) => {
    const [order] = await panel.query<{ source_id: string }>('select source_id from orders where shop_id = $1 limit 1', [panel.shopA]);
    for (const title of ['Diagnose', 'Was der Shop sagt', 'Datensätze', 'Sync-Regeln']) await openSection(visit, title);
    await visit.page.getByLabel('Art').selectOption('orders');
    await visit.page.getByLabel('Datensatz nachschlagen').fill(order?.source_id ?? '');
    await visit.press('Nachschlagen');
    await visit.shows('Bestellte Artikel');
    await visit.shows(/^Probleme: 0/);
    await visit.page.getByText(/^Weitere Prüfungen/).click();
    await visit.page.getByText('Der ganze Datensatz').click();
    await visit.shows(/^GET wp-json/);
  };
  /** With the delivery that the tests of webhooks have made. */
  const openWebhooks = async (visit: AdminVisit) => {
    await openSection(visit, 'Webhooks');
    await visit.page.getByRole('button', { name: 'Zustellungen' }).first().click();
    await visit.shows('endpoint.test');
  };
  const openPreview = async (visit: AdminVisit) => {
    const { page } = visit;
    // A browser draws nothing in a frame that is out of sight, where parts above that load later would move it.
    await untilLoaded(visit);
    await page.getByRole('button', { name: 'Vorschau zeigen' }).click();
    await page.frameLocator('iframe').getByRole('combobox').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const frame = previewFrame(page);
      expect([frame.url(), await axeFindings(frame, 'html', { preload: false })]).toEqual([`${panel.service.url}/admin/preview/`, []]);
    }
  };

  it('have no finding of axe, on a desk and on a phone, in light and dark, and nothing sticks out', async () => {
    const visit = await panel.open('', { locale: 'de-DE' });
    await visit.isOn('Anmelden');
    await look(visit.page, 'sign-in');
    await visit.signIn(panel.root);
    await visit.page.getByRole('navigation').waitFor();
    const support = await panel.support('commerce_a');
    const [user] = await panel.query<{ id: string }>('select id from users where login = $1', [support.login]);
    const openFigures = async ({ page }: AdminVisit) => {
      await page.getByRole('heading', { name: 'Gestört 6' }).waitFor();
      await page.getByText('In Zahlen').first().click();
      await page.getByText('In Zahlen').last().click();
    };
    await lookAtEach(panel, visit, [{ screen: 'dashboard' }]);
    await insertOverview(panel.query);
    await lookAtEach(
      panel,
      visit,
      ['dashboard', 'dashboard?period=days'].map((screen) => ({ screen, prepare: openFigures })),
    );
    await deleteOverview(panel.query);
    const plain = ['connections', 'failed-work', 'tenants', 'users', 'audit-log'].map((screen) => ({ screen }));
    await lookAtEach(panel, visit, [
      ...plain,
      { screen: 'account', prepare: () => visit.shows('Diese Sitzung') },
      { screen: 'systems', prepare: () => visit.press('Neues System') },
      { screen: 'sync-rules', prepare: () => visit.page.getByRole('row').nth(1).waitFor() },
      { screen: `users/${user?.id ?? ''}/sessions`, prepare: () => visit.press('Alle beenden') },
      { screen: `connections/${panel.shopA}`, prepare: openAll },
      { screen: `connections/${panel.shopA}`, prepare: openPreview },
      { screen: `connections/${panel.tenant.connectionId}`, prepare: openWebhooks },
    ]);
  });

  it('to connect a shop have none either, from the form to the connected shop', async () => {
    await panel.query(`insert into tenants (id, name) values (gen_random_uuid(), 'Werft')`);
    const visit = await panel.as(panel.root, 'connections/new', { locale: 'de-DE' });
    const { page } = visit;
    await page.getByRole('group', { name: 'Firma' }).getByRole('radio', { name: 'Werft' }).check();
    const products = page.getByRole('group', { name: 'Welches Ihrer Produkte empfängt die Daten?' });
    await products.getByRole('radio', { name: 'Noch keines' }).check();
    await page.getByRole('radio', { name: 'Commerce B' }).check();
    await page.getByRole('radio', { name: 'Mit Adresse und Zugangsdaten' }).check();
    await page.getByLabel('Adresse des Shops').fill(panel.service.shopUrl('demo-shop-b'));
    await page.getByLabel('Webservice-Schlüssel').fill('wrong');
    await visit.press('Prüfen und verbinden');
    await page.getByRole('region', { name: /^Was die Diagnose/ }).waitFor();
    await look(visit.page, 'refused');
    await page.getByRole('radio', { name: 'Mit einem Token für das Plugin' }).check();
    await visit.press('Token erzeugen');
    await page.locator('code.secret').waitFor();
    await look(visit.page, 'token');
    await panel.service.finalise('demo-shop-b', (await page.locator('code.secret').textContent()) ?? '');
    await page.getByRole('link', { name: 'Verbindung öffnen' }).waitFor();
    await look(visit.page, 'connected');
  });
}

/** `replaced`: a connection that a newer one has replaced. */
export function describeDialogs(panel: PanelSuite, replaced: () => string, failedTask: () => string): void {
  const reveal = async (visit: AdminVisit) => {
    await visit.press('Reveal payload');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The shop asks which order is missing.');
    await dialog.getByRole('button', { name: 'Reveal payload' }).click();
    await visit.shows(canary);
  };

  it('have no finding of axe, on a desk and on a phone, in light and dark, and nothing sticks out', async () => {
    const pressing = (name: string) => (visit: AdminVisit) => visit.press(name);
    const { login } = await panel.support();
    const reset = (visit: AdminVisit) =>
      visit.page.getByRole('row').filter({ hasText: login }).getByRole('button', { name: 'Reset password' }).click();
    const changes = ['Edit', 'Replace credentials', 'Change configuration'];
    await lookAtEach(panel, await panel.as(panel.root), [
      ...changes.map((button) => ({ screen: `connections/${panel.shopA}`, prepare: pressing(button) })),
      { screen: `connections/${replaced()}`, prepare: pressing('Erase') },
      { screen: `failed-work/${failedTask()}`, prepare: (visit) => visit.isOn('Failed work: process-webhook') },
      { screen: `failed-work/${failedTask()}`, prepare: reveal },
      { screen: 'users', prepare: reset },
    ]);
  });

  it('have none while a second factor is set up', async () => {
    const user = await panel.support();
    const setUp = async (visit: AdminVisit) => {
      await visit.page.getByLabel('Your own password').fill(user.password);
      await visit.press('Set up');
      await visit.page.locator('.qr-code').waitFor();
    };
    await lookAtEach(panel, await panel.as(user), [{ screen: 'account', prepare: setUp }]);
  });
}
