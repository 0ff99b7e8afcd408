import type { ShopTimeZone } from './shop-time';

export type ShopCollection = 'customers' | 'products' | 'orders';
export const shopCollections: readonly ShopCollection[] = ['customers', 'products', 'orders'];

/** What a generated record depends on. */
export interface ShopSetup {
  seed: number;
  sizes: Readonly<Record<ShopCollection, number>>;
  timeZone: ShopTimeZone;
  /** Address of the shop, which its records carry in links. */
  storeBase: string;
}

/** The first record of each collection was created here and the last about three years later. */
const firstCreated = Date.UTC(2022, 10, 1, 8);
const lastCreated = Date.UTC(2025, 9, 31, 18);
/** No generated record was modified later: what a test or the demo changes is newer. */
export const lastModified = Date.UTC(2025, 10, 14, 12);

const firstIds: Record<ShopCollection, number> = { customers: 2, products: 40, orders: 1001 };
const salts: Record<ShopCollection, number> = { customers: 1, products: 2, orders: 3 };

export function idOf(collection: ShopCollection, index: number): number {
  return firstIds[collection] + index;
}

/** Salt that keeps the random numbers of different collections and purposes apart. */
export function saltOf(collection: ShopCollection): number {
  return salts[collection];
}

/** Grows with the id: the list is newest first by date and by id alike. */
export function createdMs(setup: ShopSetup, collection: ShopCollection, id: number): number {
  const size = Math.max(1, setup.sizes[collection]);
  const step = (lastCreated - firstCreated) / size;
  const index = id - firstIds[collection];
  return Math.floor((firstCreated + index * step + ((index * 7919) % 997) * (step / 1000)) / 1000) * 1000;
}

/** Cheap, so that modified_after can look at every record; null: a user that the shop's plugin never touched. */
export function modifiedMs(setup: ShopSetup, collection: ShopCollection, id: number): number | null {
  if (collection === 'customers' && id % 31 === 0) return null;
  const created = createdMs(setup, collection, id);
  const later = ((Math.imul(id ^ setup.seed, 2654435761) >>> 0) % (45 * 24 * 3600)) * 1000;
  return Math.min(created + later, lastModified);
}
