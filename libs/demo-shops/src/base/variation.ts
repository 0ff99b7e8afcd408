import type { Fields } from './record-list';
import { SeededRandom } from './seeded-random';

export type ShopCollection = 'customers' | 'products' | 'orders';
export const shopCollections: readonly ShopCollection[] = ['customers', 'products', 'orders'];

/** Decides how records differ from their templates: the same seed and sizes give the same records on every machine. */
export interface Variation {
  seed: number;
  sizes: Readonly<Record<ShopCollection, number>>;
  firstIds: Readonly<Record<ShopCollection, number>>;
}

/** The first record of each collection was created here, the last about three years later. */
const firstCreated = Date.UTC(2022, 10, 1, 8);
const lastCreated = Date.UTC(2025, 9, 31, 18);
/** No cut record was modified later, so that changes made by a test or by hand are newer. */
const lastModified = Date.UTC(2025, 10, 14, 12);
const maxSecondsToModification = 45 * 24 * 3600;

const salts: Record<ShopCollection, number> = { customers: 1, products: 2, orders: 3 };

export function randomOf({ seed }: Variation, collection: ShopCollection, id: number): SeededRandom {
  return new SeededRandom(seed, salts[collection], id);
}

/** The ids of the cut records, ascending. */
export function cutIds({ sizes, firstIds }: Variation, collection: ShopCollection): number[] {
  return Array.from({ length: sizes[collection] }, (_, index) => firstIds[collection] + index);
}

/** The id of one of the cut records; null when there are none. */
export function someId({ sizes, firstIds }: Variation, collection: ShopCollection, random: SeededRandom): number | null {
  return sizes[collection] === 0 ? null : firstIds[collection] + random.between(0, sizes[collection] - 1);
}

/** Grows with the id, in whole seconds. */
export function createdMs({ sizes, firstIds }: Variation, collection: ShopCollection, id: number): number {
  const step = (lastCreated - firstCreated) / Math.max(1, sizes[collection]);
  return Math.floor((firstCreated + (id - firstIds[collection]) * step) / 1000) * 1000;
}

export function modifiedMs(variation: Variation, collection: ShopCollection, id: number): number {
  const later = (Math.imul(id ^ variation.seed, 2654435761) >>> 0) % maxSecondsToModification;
  return Math.min(createdMs(variation, collection, id) + later * 1000, lastModified);
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000) * 1000;

const firstNames = ['Anna', 'Björn', 'Chloé', 'Dmitri', 'Élodie', 'Fatma', 'Hans-Peter', 'İrem', 'Jürgen', 'Kateřina', 'Søren', '山田']; // prettier-ignore
const lastNames = ['Müller', 'Schmidt-Weiß', "O'Neil", 'Van der Berg', 'García', 'Rossi', 'Dubois', 'Kowalski', 'Öztürk', 'Lindström', 'Silva']; // prettier-ignore

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** Made-up: domains are reserved ones. */
export function person(variation: Variation, collection: ShopCollection, id: number): Person {
  const random = randomOf(variation, collection, id);
  const kind = collection === 'customers' ? 'customer' : 'guest';
  return { firstName: random.pick(firstNames), lastName: random.pick(lastNames), email: `${kind}${id}@mail.example` };
}

/** `Vintage Mug 71` with another number. */
export function renumbered(text: string, id: number): string {
  return /\d$/.test(text) ? text.replace(/\d+$/, String(id)) : `${text} ${id}`;
}

/** Fields whose digits look like an amount and are none. */
const noAmounts = new Set(['meta_data', 'conversion_rate']);

/** Multiplies every amount with this number of decimals by a whole number, at any depth: sums that were right stay right. */
export function multiplyAmounts(value: unknown, by: number, decimals: number): unknown {
  if (typeof value === 'string') return multiplied(value, by, decimals);
  if (Array.isArray(value)) return value.map((entry) => multiplyAmounts(entry, by, decimals));
  if (typeof value !== 'object' || value === null) return value;
  const fields: Fields = {};
  for (const [name, field] of Object.entries(value)) {
    if (name === 'price' && typeof field === 'number') fields[name] = field * by;
    else fields[name] = noAmounts.has(name) ? field : multiplyAmounts(field, by, decimals);
  }
  return fields;
}

function multiplied(text: string, by: number, decimals: number): string {
  const point = text.length - decimals - 1;
  if (point < 1 || text[point] !== '.' || !/^-?\d+\.\d+$/.test(text)) return text;
  return (Number(text.replace('.', '')) * by * 10 ** -decimals).toFixed(decimals);
}
