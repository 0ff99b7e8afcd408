import { customerRecord, displayName } from './data/customer';
import { orderRecord } from './data/order';
import { productRecord } from './data/product';
import { idOf, modifiedMs, shopCollections, type ShopCollection, type ShopSetup } from './data/shop-setup';
import { dateTexts } from './data/shop-time';
import type { ShopEvent } from './webhooks/webhook-topics';

type Fields = Readonly<Record<string, unknown>>;

/** What differs from the generated record. */
interface Change {
  fields: Fields;
  modifiedMs: number;
  /** Set for a record that was added later. */
  createdMs?: number;
}

const makers: Record<ShopCollection, (setup: ShopSetup, id: number) => Record<string, unknown>> = {
  customers: customerRecord,
  products: productRecord,
  orders: orderRecord,
};

/** The records of the shop. Only their ids are kept in memory: a record is generated whenever it is asked for. */
export class ShopContents {
  private readonly listed: Record<ShopCollection, number[]>;
  private readonly changes: Record<ShopCollection, Map<number, Change>>;
  private readonly nextId: Record<ShopCollection, number>;
  private readonly filtered = new Map<string, readonly number[]>();
  /** Orders and products in the trash. */
  private readonly trashed: Record<ShopCollection, Set<number>> = { customers: new Set(), products: new Set(), orders: new Set() };
  /** Told of each change, after it. */
  onEvent: (collection: ShopCollection, event: ShopEvent, id: number) => void = () => undefined;
  /** Grows with every change of a collection. */
  readonly versions: Record<ShopCollection, number> = { customers: 0, products: 0, orders: 0 };

  constructor(private readonly setup: ShopSetup) {
    const newestFirst = (collection: ShopCollection) => {
      const size = setup.sizes[collection];
      return Array.from({ length: size }, (_, position) => idOf(collection, size - 1 - position));
    };
    this.listed = {
      customers: this.byDisplayName(newestFirst('customers')),
      products: newestFirst('products'),
      orders: newestFirst('orders'),
    };
    this.changes = { customers: new Map(), products: new Map(), orders: new Map() };
    this.nextId = { customers: 0, products: 0, orders: 0 };
    for (const collection of shopCollections) this.nextId[collection] = idOf(collection, setup.sizes[collection]);
  }

  /** Ids as listed: customers by display name, the others newest first. Trashed ones are left out. */
  ids(collection: ShopCollection, modifiedAfterMs: number | null = null): readonly number[] {
    if (modifiedAfterMs === null) return this.listed[collection];
    const key = `${collection} ${this.versions[collection]} ${modifiedAfterMs}`;
    const known = this.filtered.get(key);
    if (known) return known;
    // Strictly after: a record modified at that very instant is left out.
    const ids = this.listed[collection].filter((id) => (this.modifiedMs(collection, id) ?? 0) > modifiedAfterMs);
    if (this.filtered.size > 20) this.filtered.clear();
    this.filtered.set(key, ids);
    return ids;
  }

  has(collection: ShopCollection, id: number): boolean {
    return this.listed[collection].includes(id);
  }

  record(collection: ShopCollection, id: number): Record<string, unknown> {
    const record = makers[collection](this.setup, id);
    const change = this.changes[collection].get(id);
    if (!change) return record;
    const modified = dateTexts(change.modifiedMs, this.setup.timeZone);
    Object.assign(record, { date_modified: modified.local, date_modified_gmt: modified.gmt });
    if (change.createdMs !== undefined) {
      const created = dateTexts(change.createdMs, this.setup.timeZone);
      Object.assign(record, { date_created: created.local, date_created_gmt: created.gmt });
    }
    Object.assign(record, change.fields);
    return this.trashed[collection].has(id) ? Object.assign(record, { status: 'trash' }) : record;
  }

  /** In no list, yet still there. */
  isTrashed(collection: ShopCollection, id: number): boolean {
    return this.trashed[collection].has(id);
  }

  /** A new record, generated like the others and overwritten with the fields; it is listed first (customers: last). Returns its id. */
  add(collection: ShopCollection, fields: Fields = {}): number {
    const id = this.nextId[collection];
    this.nextId[collection] += 1;
    const now = Math.floor(Date.now() / 1000) * 1000;
    this.changes[collection].set(id, { fields, modifiedMs: now, createdMs: now });
    if (collection === 'customers') this.listed.customers.push(id);
    else this.listed[collection].unshift(id);
    this.changed(collection, 'created', id);
    return id;
  }

  /** Fields given replace those of the record, which counts as modified now. False: there is no such record. */
  change(collection: ShopCollection, id: number, fields: Fields): boolean {
    if (!this.has(collection, id)) return false;
    this.modify(collection, id, fields);
    this.changed(collection, 'updated', id);
    return true;
  }

  /** Moves an order or a product to the trash, which no list shows; a customer is gone for good. False: there is no such record. */
  remove(collection: ShopCollection, id: number): boolean {
    const position = this.listed[collection].indexOf(id);
    if (position < 0) return false;
    this.listed[collection].splice(position, 1);
    if (collection !== 'customers') {
      this.trashed[collection].add(id);
      this.modify(collection, id, {});
    }
    this.changed(collection, 'deleted', id);
    return true;
  }

  /** Takes an order or a product out of the trash; it counts as modified now. False: it is not there. */
  restore(collection: ShopCollection, id: number): boolean {
    if (!this.trashed[collection].delete(id)) return false;
    const list = this.listed[collection];
    const position = list.findIndex((other) => other < id);
    list.splice(position < 0 ? list.length : position, 0, id);
    this.modify(collection, id, {});
    this.changed(collection, 'restored', id);
    return true;
  }

  totals(): Record<ShopCollection, number> {
    return { customers: this.listed.customers.length, products: this.listed.products.length, orders: this.listed.orders.length };
  }

  private modify(collection: ShopCollection, id: number, fields: Fields): void {
    const before = this.changes[collection].get(id);
    const now = Math.floor(Date.now() / 1000) * 1000;
    this.changes[collection].set(id, { ...before, fields: { ...before?.fields, ...fields }, modifiedMs: now });
  }

  private changed(collection: ShopCollection, event: ShopEvent, id: number): void {
    this.versions[collection] += 1;
    this.onEvent(collection, event, id);
  }

  private modifiedMs(collection: ShopCollection, id: number): number | null {
    return this.changes[collection].get(id)?.modifiedMs ?? modifiedMs(this.setup, collection, id);
  }

  private byDisplayName(ids: number[]): number[] {
    const names = new Map(ids.map((id) => [id, displayName(this.setup, id)]));
    const name = (id: number) => names.get(id) ?? '';
    return ids.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b));
  }
}
