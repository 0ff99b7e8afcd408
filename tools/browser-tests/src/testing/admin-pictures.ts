import type { AdminVisit } from './admin-tests';

/** What the pictures need to exist. */
export interface PicturedPlaces {
  shopId: string;
  /** Of a product with a webhook endpoint that fails. */
  productId: string;
  orderId: string;
  disconnectedId: string;
  /** Of a connection that a newer one has replaced. */
  retiredId: string;
  userId: string;
  /** Of the user. */
  password: string;
}

/** A screen, and what is done there before its picture is taken. In each language. */
export interface Picture {
  name: string;
  address: (places: PicturedPlaces) => string;
  prepare?: (visit: AdminVisit, places: PicturedPlaces) => Promise<unknown>;
}

const onShop = ({ shopId }: PicturedPlaces) => `connections/${shopId}`;
const onDisconnected = ({ disconnectedId }: PicturedPlaces) => `connections/${disconnectedId}`;
const pressing = (name: RegExp) => (visit: AdminVisit) => visit.press(name);
const open = (visit: AdminVisit, title: RegExp) => visit.page.locator('details.section > summary', { hasText: title }).click();

const replaceCredentials = /^(Replace credentials|Zugangsdaten ersetzen)$/;

async function enterWrongCredentials(visit: AdminVisit): Promise<void> {
  await visit.press(replaceCredentials);
  await visit.page.getByRole('dialog').locator('input').first().fill('A'.repeat(32));
  await visit.page.getByRole('dialog').locator('button.primary').click();
  await visit.page.getByRole('dialog').locator('.findings > li').first().waitFor();
}

async function setUpSecondFactor(visit: AdminVisit, { password }: PicturedPlaces): Promise<void> {
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

const screens = ['dashboard', 'connections', 'failed-work', 'tenants', 'users', 'audit-log', 'account', 'sync-rules', 'systems'];

export const adminPictures: readonly Picture[] = [
  ...screens.map((name) => ({ name, address: () => name })),
  {
    name: 'search',
    address: () => 'dashboard',
    prepare: async (visit) => {
      await visit.press(/^(Search|Suchen)$/);
      await visit.page.getByRole('combobox', { name: /^(Search everything|Alles durchsuchen)$/ }).fill('127.0');
      await visit.page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  { name: 'connection', address: onDisconnected },
  { name: 'new-system', address: () => 'systems', prepare: pressing(/^(New system|Neues System)$/) },
  { name: 'user-sessions', address: ({ userId }) => `users/${userId}/sessions` },
  {
    name: 'doctor',
    address: onShop,
    prepare: async (visit) => {
      await open(visit, /^(Doctor|Diagnose)$/);
      await visit.press(/^(Examine the shop|Shop untersuchen)$/);
      await visit.page.getByRole('progressbar').waitFor();
      await visit.page.getByRole('progressbar').waitFor({ state: 'detached' });
      await visit.shows(/^(Problems|Probleme): 1/);
    },
  },
  {
    name: 'shop-calls',
    address: onShop,
    prepare: async (visit) => {
      await open(visit, /^(What the shop said|Was der Shop sagt)$/);
      await visit.page
        .getByText(/^GET wp-json/)
        .first()
        .waitFor({ timeout: 90_000 });
    },
  },
  {
    name: 'record',
    address: onShop,
    prepare: async (visit, { orderId }) => {
      await open(visit, /^(Records|Datensätze)$/);
      await visit.page.getByLabel(/^(Kind|Art)$/).selectOption('orders');
      await visit.page.getByLabel(/^(Look up a record|Datensatz nachschlagen)$/).fill(orderId);
      await visit.press(/^(Look up|Nachschlagen)$/);
      await visit.shows(/^(What was ordered|Bestellte Artikel)$/);
      await visit.page
        .getByRole('region', { name: /^(Story|Geschichte)$/ })
        .getByRole('listitem')
        .first()
        .waitFor();
    },
  },
  {
    name: 'rules-of-connection',
    address: onShop,
    prepare: async (visit) => {
      await open(visit, /^(Sync rules|Sync-Regeln)$/);
      await visit.press(/^(New rule|Neue Regel)$/);
    },
  },
  {
    name: 'webhooks',
    address: ({ productId }) => `connections/${productId}`,
    prepare: async (visit) => {
      await open(visit, /^Webhooks$/);
      await visit.page
        .getByRole('button', { name: /^(Deliveries|Zustellungen)$/ })
        .first()
        .click();
      await visit.shows('endpoint.test');
    },
  },
  { name: 'edit', address: onDisconnected, prepare: pressing(/^(Edit|Bearbeiten)$/) },
  { name: 'credentials', address: onDisconnected, prepare: pressing(replaceCredentials) },
  { name: 'configure', address: onDisconnected, prepare: pressing(/^(Change configuration|Einstellungen ändern)$/) },
  { name: 'refused', address: onDisconnected, prepare: enterWrongCredentials },
  { name: 'erase', address: ({ retiredId }) => `connections/${retiredId}`, prepare: pressing(/^(Erase|Löschen)$/) },
  { name: 'task', address: () => 'failed-work', prepare: openTask },
  { name: 'payload', address: () => 'failed-work', prepare: revealPayload },
  { name: 'second-factor', address: () => 'account', prepare: setUpSecondFactor },
];
