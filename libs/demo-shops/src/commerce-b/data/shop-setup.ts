import { lastModified, type ShopCollection } from '../../commerce-a/data/shop-setup';
import { dateTexts, type ShopTimeZone } from '../../commerce-a/data/shop-time';
import type { CurrencyCode } from './currencies';
import type { ShopLanguage } from './languages';

/** What a generated record depends on. */
export interface ShopSetup {
  seed: number;
  sizes: Readonly<Record<ShopCollection, number>>;
  /** Id of the first record of each collection. */
  firstId: number;
  timeZone: ShopTimeZone;
  /** The first is the shop's default. */
  languages: readonly ShopLanguage[];
  currency: CurrencyCode;
}

/** Keeps the random numbers of different kinds of records apart. */
export const salts = { customers: 11, addresses: 12, products: 13, orders: 14 };

export const zeroDate = '0000-00-00';
export const zeroTime = '0000-00-00 00:00:00';
/** The day on which the shop was set up: of records that nobody touches. */
export const setUpMs = Date.UTC(2021, 8, 1, 9);

const firstCreated = Date.UTC(2021, 9, 4, 8);
const lastCreated = Date.UTC(2025, 9, 30, 18);

export function lastId({ firstId, sizes }: ShopSetup, collection: ShopCollection): number {
  return firstId + sizes[collection] - 1;
}

/** Grows with the id. */
export function createdMs(setup: ShopSetup, collection: ShopCollection, id: number): number {
  const step = (lastCreated - firstCreated) / Math.max(1, setup.sizes[collection]);
  const index = id - setup.firstId;
  return Math.floor((firstCreated + index * step + ((index * 7919) % 997) * (step / 1000)) / 1000) * 1000;
}

/** Cheap, so that a filter can look at every record. */
export function modifiedMs(setup: ShopSetup, collection: ShopCollection, id: number): number {
  const later = ((Math.imul((id % 0x7fffffff) ^ (setup.seed + 5), 2654435761) >>> 0) % (45 * 24 * 3600)) * 1000;
  return Math.min(createdMs(setup, collection, id) + later, lastModified);
}

/** As the shop writes an instant: its own time, without an offset. */
export function shopTime(ms: number, zone: ShopTimeZone): string {
  return (dateTexts(ms, zone).local ?? '').replace('T', ' ');
}
