import { basename } from 'node:path';
import type { AdminTests, AdminVisit } from './testing/admin-tests';

interface Picture {
  name: string;
  open: (visit: AdminVisit) => Promise<void>;
}

interface Studio {
  tests: AdminTests;
  visit: AdminVisit;
  /** Of the signed-in user. */
  password: string;
  pathOf: (screen: string) => string;
  /** By the name of the file. */
  isWanted: (name: string) => boolean;
}

/** What appears when a button is pressed, by the address that has it. In the languages of the looks. */
const pictures = (connectionId: string, retiredId: string, password: string): Readonly<Record<string, readonly Picture[]>> => ({
  [`connections/${connectionId}`]: [
    { name: 'edit', open: (visit) => visit.press(/^(Edit|Bearbeiten)$/) },
    { name: 'credentials', open: (visit) => visit.press(/^(Replace credentials|Zugangsdaten ersetzen)$/) },
    { name: 'configure', open: (visit) => visit.press(/^(Change configuration|Einstellungen ändern)$/) },
    { name: 'refused', open: enterWrongCredentials },
  ],
  [`connections/${retiredId}`]: [{ name: 'erase', open: (visit) => visit.press(/^(Erase|Löschen)$/) }],
  'failed-work': [
    { name: 'task', open: openTask },
    { name: 'payload', open: revealPayload },
  ],
  account: [{ name: 'second-factor', open: (visit) => setUpSecondFactor(visit, password) }],
});

/** Dialogs that change a connection, failed work, and the code of a second factor. */
export async function shootChanges(studio: Studio, connectionId: string, retiredId: string): Promise<void> {
  const { tests, visit, password, pathOf, isWanted } = studio;
  for (const [address, shown] of Object.entries(pictures(connectionId, retiredId, password))) {
    for (const { name, open } of shown.filter((one) => isWanted(basename(pathOf(one.name))))) {
      await visit.page.goto(`${tests.service.url}/admin/#/${address}`);
      // The address differs behind the `#` only, which loads nothing by itself.
      await visit.page.reload({ waitUntil: 'networkidle' });
      await open(visit);
      await visit.page.waitForLoadState('networkidle');
      // A dialog covers what is visible only.
      const fullPage = (await visit.page.getByRole('dialog').count()) === 0;
      await visit.page.screenshot({ path: pathOf(name), fullPage, animations: 'disabled' });
    }
  }
}

async function enterWrongCredentials(visit: AdminVisit): Promise<void> {
  await visit.press(/^(Replace credentials|Zugangsdaten ersetzen)$/);
  await visit.page.getByRole('dialog').locator('input').first().fill('A'.repeat(32));
  await visit.page.getByRole('dialog').locator('button.primary').click();
  await visit.page.getByRole('dialog').locator('.findings > li').first().waitFor();
}

async function setUpSecondFactor(visit: AdminVisit, password: string): Promise<void> {
  await visit.page.getByLabel(/^(Your own password|Ihr eigenes Passwort)$/).fill(password);
  await visit.press(/^(Set up|Einrichten)$/);
  await visit.page.locator('.qr-code').waitFor();
}

async function openTask(visit: AdminVisit): Promise<void> {
  await visit.page.getByRole('link', { name: 'process-webhook' }).first().click();
  await visit.page.locator('main .why').waitFor();
}

async function revealPayload(visit: AdminVisit): Promise<void> {
  await openTask(visit);
  const reveal = /^(Reveal payload|Inhalt zeigen)$/;
  await visit.press(reveal);
  await visit.page.getByLabel(/^(Reason|Grund)$/).fill('The shop asks which order is missing.');
  await visit.page.getByRole('dialog').getByRole('button', { name: reveal }).click();
  await visit.page.locator('pre').first().waitFor();
}
