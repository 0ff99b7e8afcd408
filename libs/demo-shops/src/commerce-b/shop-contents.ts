import { shopCollections, type ShopCollection } from '../commerce-a/data/shop-setup';
import { addressIds, addressRecord, customerOfAddress } from './data/address';
import { categoryRecords, manufacturerRecords } from './data/catalogue';
import { currencyRecords } from './data/currencies';
import { customerRecord } from './data/customer';
import { languageRecords } from './data/languages';
import { orderRecord } from './data/order';
import { orderStateRecords } from './data/order-states';
import { countryRecords, stateRecords } from './data/places';
import { productRecord } from './data/product';
import { configurationRecords, shopRecords } from './data/settings';
import { createdMs, lastId, modifiedMs, shopTime, type ShopSetup } from './data/shop-setup';
import { ResourceRecords, type Fields, type RecordSource } from './resource-records';
import { shopResources, type ShopResource } from './resources';

const makers = { customers: customerRecord, products: productRecord, orders: orderRecord } as const;

/** Everything that the shop holds. */
export class ShopContents {
  private readonly records: Readonly<Record<ShopResource, ResourceRecords>>;

  constructor(
    readonly setup: ShopSetup,
    { name, shops }: { name: string; shops: number },
  ) {
    this.records = {
      customers: this.generated('customers'),
      products: this.generated('products'),
      orders: this.generated('orders'),
      addresses: this.addresses(),
      shops: fixed(shopRecords(name, shops)),
      languages: fixed(languageRecords(setup.languages)),
      currencies: fixed(currencyRecords(setup)),
      countries: fixed(countryRecords(setup)),
      states: fixed(stateRecords()),
      order_states: fixed(orderStateRecords(setup)),
      categories: fixed(categoryRecords(setup)),
      manufacturers: fixed(manufacturerRecords(setup)),
      configurations: fixed(configurationRecords(setup)),
    };
  }

  of(resource: ShopResource): ResourceRecords {
    return this.records[resource];
  }

  /** A new customer comes with an address. */
  add(collection: ShopCollection, fields: Fields = {}): number {
    const now = this.now();
    const id = this.records[collection].add(fields, { date_add: now, date_upd: now });
    if (collection === 'customers') this.records.addresses.add({}, { date_add: now, date_upd: now }, addressIds(this.setup, id).first);
    return id;
  }

  change(resource: ShopResource, id: number, fields: Fields): boolean {
    const records = this.records[resource];
    const isDated = records.has(id) && 'date_upd' in records.record(id);
    return records.change(id, fields, isDated ? { date_upd: this.now() } : {});
  }

  remove(resource: ShopResource, id: number): boolean {
    return this.records[resource].remove(id);
  }

  totals(): Record<ShopCollection, number> {
    return { customers: this.records.customers.size, products: this.records.products.size, orders: this.records.orders.size };
  }

  private now(): string {
    return shopTime(Math.floor(Date.now() / 1000) * 1000, this.setup.timeZone);
  }

  private generated(collection: ShopCollection): ResourceRecords {
    const { setup } = this;
    const source: RecordSource = {
      make: (id) => makers[collection](setup, id),
      ids: Array.from({ length: setup.sizes[collection] }, (_, index) => setup.firstId + index),
      dates: (id) => ({
        date_add: shopTime(createdMs(setup, collection, id), setup.timeZone),
        date_upd: shopTime(modifiedMs(setup, collection, id), setup.timeZone),
      }),
      ...(collection === 'products' && { grouping: 'id_category_default' }),
    };
    return new ResourceRecords(source, lastId(setup, collection) + 1);
  }

  private addresses(): ResourceRecords {
    const { setup } = this;
    const ids = Array.from({ length: setup.sizes.customers }, (_, index) => {
      const { first, second } = addressIds(setup, setup.firstId + index);
      return second === null ? [first] : [first, second];
    }).flat();
    return new ResourceRecords({ make: (id) => addressRecord(setup, id), ids }, 2 * customerOfAddress(ids.at(-1) ?? 0) + 1);
  }
}

/** Records of which there are few, in the order in which they are listed. */
function fixed(records: readonly Record<string, unknown>[]): ResourceRecords {
  const byId = new Map(records.map((record) => [record.id as number, record]));
  const template = records[0] ?? {};
  const make = (id: number) => ({ ...(byId.get(id) ?? template), id });
  const ids = [...byId.keys()];
  return new ResourceRecords({ make, ids }, Math.max(0, ...ids) + 1);
}

export function isShopResource(name: unknown): name is ShopResource {
  return (shopResources as readonly unknown[]).includes(name);
}

export function isShopCollection(name: unknown): name is ShopCollection {
  return (shopCollections as readonly unknown[]).includes(name);
}
