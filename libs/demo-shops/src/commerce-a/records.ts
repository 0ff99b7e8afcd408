import { RecordList, type Fields } from '../base/record-list';
import type { SeededRandom } from '../base/seeded-random';
import {
  createdMs,
  cutIds,
  modifiedMs,
  multiplyAmounts,
  person,
  randomOf,
  renumbered,
  someId,
  type Person,
  type ShopCollection,
  type Variation,
} from '../base/variation';
import { localTime, type ShopTimeZone } from '../base/zone-time';
import recorded from './recorded/records.json';

export interface ShopSetup extends Variation {
  timeZone: ShopTimeZone;
  /** The shop's address, which the records carry in links. */
  storeBase: string;
}

interface Address extends Fields {
  first_name: string;
  address_1: string;
}

interface Line extends Fields {
  product_id: number;
  variation_id: number;
}

const decimals = 2;
const dayMs = 86_400_000;
/** Orders between those in yen, which have no hundredths. */
const yenEvery = 25;

/** The pair of texts for one instant: shop-local and UTC, both without an offset. */
function dateTexts(utcMs: number | null, timeZone: ShopTimeZone): { local: string | null; gmt: string | null } {
  if (utcMs === null) return { local: null, gmt: null };
  return { local: localTime(utcMs, timeZone).replace(' ', 'T'), gmt: new Date(utcMs).toISOString().slice(0, 19) };
}

export function dateFields(name: 'created' | 'modified' | 'paid' | 'completed', utcMs: number | null, timeZone: ShopTimeZone): Fields {
  const { local, gmt } = dateTexts(utcMs, timeZone);
  return { [`date_${name}`]: local, [`date_${name}_gmt`]: gmt };
}

/** Null: a customer that the shop's extension never touched. */
export function recordModifiedMs(setup: ShopSetup, collection: ShopCollection, id: number): number | null {
  return collection === 'customers' && id % 31 === 0 ? null : modifiedMs(setup, collection, id);
}

/** Cuts records from those of a real shop: ids, names, dates, prices and links vary, everything else stays as recorded. */
class Records {
  private readonly templates: Readonly<Record<ShopCollection, readonly Fields[]>>;

  constructor(private readonly setup: ShopSetup) {
    const parsed = (rows: readonly string[]) => rows.map((row) => JSON.parse(row.replaceAll('{store_base}', setup.storeBase)) as Fields);
    this.templates = { customers: parsed(recorded.customers), products: parsed(recorded.products), orders: parsed(recorded.orders) };
  }

  customers(id: number): Fields {
    const who = person(this.setup, 'customers', id);
    const { row } = this.template('customers', id);
    return {
      ...row,
      ...this.common('customers', id, row),
      email: who.email,
      first_name: who.firstName,
      last_name: who.lastName,
      username: `cust_${id}`,
      billing: addressOf(row.billing as Address, who, id),
      shipping: addressOf(row.shipping as Address, who, id),
    };
  }

  products(id: number): Fields {
    const { row, random } = this.template('products', id);
    const name = renumbered(row.name as string, id);
    const factor = random.between(1, 5);
    const price = (text: unknown) => multiplyAmounts(text, factor, decimals);
    const slug = row.slug === '' ? '' : renumbered(row.slug as string, id);
    return {
      ...row,
      ...this.common('products', id, row),
      name,
      slug,
      permalink: this.setup.storeBase + (slug === '' ? `/?post_type=product&p=${id}` : `/product/${slug}/`),
      description: (row.description as string).replaceAll(row.name as string, name),
      sku: row.sku === '' ? '' : `SKU-${id}`,
      price: price(row.price),
      regular_price: price(row.regular_price),
      sale_price: price(row.sale_price),
      variations: (row.variations as number[]).map((_, index) => variationId(id, index)),
    };
  }

  orders(id: number): Fields {
    const { row, random } = this.template('orders', id);
    const customerId = row.customer_id === 0 ? 0 : (someId(this.setup, 'customers', random) ?? 0);
    const who = customerId === 0 ? person(this.setup, 'orders', id) : person(this.setup, 'customers', customerId);
    const created = createdMs(this.setup, 'orders', id);
    // The shop writes all amounts with its own number of decimals, whatever the currency.
    const isYen = id % yenEvery === 0;
    const sums = multiplyAmounts(row, random.between(1, 9) * (isYen ? 100 : 1), decimals) as Fields;
    return {
      ...sums,
      ...this.common('orders', id, row),
      ...dateFields('paid', row.date_paid === null ? null : created + 600_000, this.setup.timeZone),
      ...dateFields('completed', row.date_completed === null ? null : created + dayMs, this.setup.timeZone),
      ...(isYen && { currency: 'JPY', currency_symbol: '¥' }),
      customer_id: customerId,
      number: String(id),
      order_key: `wc_order_${id}`,
      billing: { ...addressOf(row.billing as Address, who, id), email: who.email },
      shipping: addressOf(row.shipping as Address, who, id),
      line_items: (sums.line_items as Line[]).map((line, index) => this.lineOf(line, id * 10 + index, random)),
      payment_url: `${this.setup.storeBase}/checkout/order-pay/${id}/?pay_for_order=true&key=wc_order_${id}`,
    };
  }

  /** A line without a product, or with a deleted one, has product 0. */
  private lineOf(line: Line, id: number, random: SeededRandom): Fields {
    const productId = line.product_id === 0 ? null : someId(this.setup, 'products', random);
    if (productId === null) return { ...line, id, product_id: 0, variation_id: 0, sku: null };
    return { ...line, id, product_id: productId, variation_id: line.variation_id === 0 ? 0 : variationId(productId, 0) };
  }

  private template(collection: ShopCollection, id: number): { row: Fields; random: SeededRandom } {
    const random = randomOf(this.setup, collection, id);
    return { row: random.pick(this.templates[collection]), random };
  }

  private common(collection: ShopCollection, id: number, { _links: links }: Fields): Fields {
    const { storeBase, timeZone } = this.setup;
    const self = `${storeBase}/wp-json/wc/v3/${collection}/${id}`;
    return {
      id,
      ...dateFields('created', createdMs(this.setup, collection, id), timeZone),
      ...dateFields('modified', recordModifiedMs(this.setup, collection, id), timeZone),
      _links: { ...(links as object), self: [{ href: self, targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }] },
    };
  }
}

function variationId(productId: number, index: number): number {
  return 1_000_000 + productId * 10 + index;
}

/** An empty address stays empty. */
function addressOf(address: Address, { firstName, lastName, email }: Person, id: number): Fields {
  const withEmail = 'email' in address ? { ...address, email } : address;
  if (address.first_name === '') return withEmail;
  return { ...withEmail, first_name: firstName, last_name: lastName, address_1: renumbered(address.address_1, 1 + (id % 240)) };
}

/** Customers by name, products and orders newest first. */
export function recordLists(setup: ShopSetup): Record<ShopCollection, RecordList> {
  const records = new Records(setup);
  const listOf = (collection: ShopCollection, ids: readonly number[]) =>
    new RecordList({ cut: (id) => records[collection](id), ids, nextId: setup.firstIds[collection] + setup.sizes[collection] });
  return {
    customers: listOf('customers', byName(setup, cutIds(setup, 'customers'))),
    products: listOf('products', cutIds(setup, 'products').reverse()),
    orders: listOf('orders', cutIds(setup, 'orders').reverse()),
  };
}

function byName(setup: ShopSetup, ids: readonly number[]): number[] {
  const named = ids.map((id) => ({ id, ...person(setup, 'customers', id) }));
  return named.sort((a, b) => (`${a.firstName} ${a.lastName}` < `${b.firstName} ${b.lastName}` ? -1 : 1)).map(({ id }) => id);
}
