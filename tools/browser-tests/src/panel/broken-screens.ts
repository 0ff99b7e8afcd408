import type { PanelSuite } from '../testing/panel-suite';
import { axeFindings } from '../testing/axe';

/** What the system names as its language, where that is none of BCP 47. */
const strangeLanguages: [languages: string[] | undefined, heading: string][] = [
  [['en-US@posix'], 'Connections'],
  [['C'], 'Connections'],
  [[''], 'Connections'],
  [[], 'Connections'],
  [undefined, 'Connections'],
  [['de_DE.UTF-8'], 'Verbindungen'],
];

export function describeBrokenScreens(panel: PanelSuite): void {
  it('show in any language of a browser', async () => {
    const visit = await panel.as(panel.root, 'connections');
    for (const [languages, heading] of strangeLanguages) {
      await visit.page.addInitScript((named) => {
        Object.defineProperty(navigator, 'languages', { get: () => named, configurable: true });
        Object.defineProperty(navigator, 'language', { get: () => named?.[0] ?? '', configurable: true });
      }, languages);
      await visit.page.reload();
      await visit.isOn(heading);
      // With a time in it, which is written as the language says.
      await visit.page.getByRole('row').nth(1).waitFor();
      expect([languages, await visit.complaints()]).toEqual([languages, []]);
    }
  });

  it('say so in a sentence, with the request where there is one, and lead back', async () => {
    const visit = await panel.as(panel.root, 'tenants', { locale: 'de-DE' });
    await visit.isOn('Firmen');
    await visit.visitor.fault(/^\/api\/admin\/systems/, { status: 200, body: { data: 7 } }, 1);
    await visit.page.evaluate(() => void (location.hash = '#/systems'));
    await visit.isOn('Etwas ist schiefgegangen');
    await visit.shows('Diese Seite kann nicht angezeigt werden. Ihre Daten sind unverändert.');
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    await visit.page.getByRole('link', { name: 'Zu den Verbindungen' }).click();
    await visit.isOn('Verbindungen');
    // React reports what it caught.
    expect(await visit.complaints()).not.toEqual([]);
    visit.forgiveComplaints();
    await visit.page.evaluate(() => void (location.hash = '#/systems'));
    await visit.isOn('Systeme');
    await visit.visitor.fault(/^\/api\/admin\/systems/, { status: 500, headers: { 'X-Request-Id': 'request-7' } });
    await visit.page.reload();
    await visit.shows('Nummer der Anfrage: request-7');
  });
}
