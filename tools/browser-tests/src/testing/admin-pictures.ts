import type { AdminVisit } from './admin-tests';

/** What the pictures need to exist. */
export interface PicturedPlaces {
  shopId: string;
  userId: string;
  orderId: string;
}

/** A screen, and what is done there before its picture is taken. In each language. */
export interface Picture {
  name: string;
  address: (places: PicturedPlaces) => string;
  prepare?: (visit: AdminVisit, places: PicturedPlaces) => Promise<unknown>;
}

const onShop = ({ shopId }: PicturedPlaces) => `connections/${shopId}`;
const open = (visit: AdminVisit, title: RegExp) => visit.page.locator('details.section > summary', { hasText: title }).click();

/** Systems, sessions, sync rules, the doctor and records. */
export const supportPictures: readonly Picture[] = [
  { name: 'sync-rules', address: () => 'sync-rules' },
  { name: 'systems', address: () => 'systems' },
  { name: 'new-system', address: () => 'systems', prepare: (visit) => visit.press(/^(New system|Neues System)$/) },
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
    name: 'record',
    address: onShop,
    prepare: async (visit, { orderId }) => {
      await open(visit, /^(Records|Datensätze)$/);
      await visit.page.getByLabel(/^(Kind|Art)$/).selectOption('orders');
      await visit.page.getByLabel(/^(Look up a record|Datensatz nachschlagen)$/).fill(orderId);
      await visit.press(/^(Look up|Nachschlagen)$/);
      await visit.shows(/^(What was ordered|Bestellte Artikel)$/);
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
];
