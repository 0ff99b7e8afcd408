import { createHash } from 'node:crypto';
import { RecordList, type Fields } from '../base/record-list';
import {
  createdMs,
  cutIds,
  modifiedMs,
  multiplyAmounts,
  person,
  randomOf,
  renumbered,
  someId,
  type ShopCollection,
  type Variation,
} from '../base/variation';
import { localTime, type ShopTimeZone } from '../base/zone-time';
import { inLanguages, mapValues, type ShopLanguage } from './languages';
import recorded from './recorded/records.json';
import type { ShopResource } from './resources';

/** The shop's currencies, in the order of their ids. */
const currencies = ['EUR', 'USD', 'JPY', 'GBP', 'KWD'] as const;
export type CurrencyCode = (typeof currencies)[number];

export interface ShopSetup extends Variation {
  name: string;
  /** Shops of the installation. */
  shops: number;
  timeZone: ShopTimeZone;
  /** The first is the shop's default. */
  languages: readonly ShopLanguage[];
  /** The shop's default. */
  currency: CurrencyCode;
}

const decimals = 6;
const dayMs = 86_400_000;
const zeroTime = '0000-00-00 00:00:00';
/** Ids of products deleted long ago, which orders still name. */
const deletedProducts = 100_000;
/** Orders between those with a credit slip. */
const slipEvery = 11;

function parsed(rows: readonly string[]): Fields[] {
  return rows.map((row) => JSON.parse(row) as Fields);
}

/** A customer's first address, and the second one that some have. */
export function addressIds(customerId: number): { first: number; second: number | null } {
  return { first: 2 * customerId - 1, second: customerId % 3 === 0 ? 2 * customerId : null };
}

/** Cuts records from those of a real shop: ids, names, dates and prices vary, everything else stays as recorded. */
class Records {
  private readonly templates: Readonly<Record<ShopCollection | 'addresses', readonly Fields[]>>;

  constructor(private readonly setup: ShopSetup) {
    const translated = (rows: readonly string[]) => parsed(rows).map((row) => inLanguages(row, setup.languages));
    this.templates = {
      customers: parsed(recorded.customers),
      products: translated(recorded.products),
      orders: parsed(recorded.orders),
      addresses: parsed(recorded.addresses),
    };
  }

  customers(id: number): Fields {
    const { row } = this.template('customers', id);
    const who = person(this.setup, 'customers', id);
    const created = createdMs(this.setup, 'customers', id);
    // Guests who buy again share an address.
    const email = row.is_guest === '1' && id % 2 === 0 ? person(this.setup, 'customers', id - 1).email : who.email;
    return {
      ...row,
      id,
      id_lang: String(1 + (id % this.setup.languages.length)),
      newsletter_date_add: row.newsletter_date_add === zeroTime ? zeroTime : this.time(created + dayMs),
      secure_key: secureKey(id),
      lastname: who.lastName,
      firstname: who.firstName,
      email,
      // The back office deletes one by this flag: `change('customers', id, { deleted: '1' })`.
      deleted: '0',
      ...this.dates('customers', id),
    };
  }

  /** The second address of a customer is deleted every other time; orders keep it. */
  addresses(id: number): Fields {
    const customerId = Math.ceil(id / 2);
    const who = person(this.setup, 'customers', customerId);
    const row = this.templates.addresses[id % this.templates.addresses.length] as Fields;
    const time = this.time(createdMs(this.setup, 'customers', customerId) + 300_000);
    return {
      ...row,
      id,
      id_customer: String(customerId),
      id_supplier: '0',
      lastname: who.lastName,
      firstname: who.firstName,
      deleted: id % 4 === 0 ? '1' : '0',
      date_add: time,
      date_upd: time,
    };
  }

  products(id: number): Fields {
    const { row, random } = this.template('products', id);
    const own = multiplyAmounts({ price: row.price, wholesale_price: row.wholesale_price }, random.between(1, 5), decimals) as Fields;
    const { images = [], ...associations } = row.associations as Record<string, Fields[]>;
    const pictures = images.map((_, index) => ({ id: String(10 * id + index) }));
    return {
      ...mapValues(row, ['name', 'link_rewrite'], (text) => renumbered(text, id)),
      ...own,
      id,
      reference: row.reference === '' ? '' : `RIG-${id}`,
      id_default_image: pictures[0]?.id ?? '',
      ...this.dates('products', id),
      associations: { ...associations, ...(pictures.length > 0 && { images: pictures }) },
    };
  }

  orders(id: number): Fields {
    const { row, random } = this.template('orders', id);
    const customerId = someId(this.setup, 'customers', random) ?? 0;
    const { first, second } = customerId === 0 ? { first: 0, second: null } : addressIds(customerId);
    const created = createdMs(this.setup, 'orders', id);
    const paper = (before: unknown) => (before === zeroTime ? zeroTime : this.time(created + 600_000));
    const sums = multiplyAmounts(row, random.between(1, 9), decimals) as Fields;
    const { order_rows: rows = [] } = sums.associations as Record<string, Fields[]>;
    return {
      ...sums,
      id,
      id_address_delivery: String(second ?? first),
      id_address_invoice: String(first),
      id_cart: String(id),
      id_customer: String(customerId),
      invoice_date: paper(row.invoice_date),
      delivery_date: paper(row.delivery_date),
      secure_key: secureKey(customerId),
      reference: referenceOf(id),
      ...this.dates('orders', id),
      associations: {
        order_rows: rows.map((line, index) => {
          const sold = id % 50 === 0 ? deletedProducts + id : (someId(this.setup, 'products', random) ?? deletedProducts + id);
          return { ...line, id: String(id * 10 + index), product_id: String(sold) };
        }),
      },
    };
  }

  /** The whole order, but for its shipping. A slip has the number of its order. */
  order_slip(id: number): Fields {
    const order = this.orders(id);
    const time = order.date_upd;
    return {
      ...{ id, id_customer: order.id_customer, id_order: String(id), conversion_rate: order.conversion_rate },
      total_products_tax_excl: order.total_products,
      total_products_tax_incl: order.total_products_wt,
      ...{ total_shipping_tax_excl: '0.000000', total_shipping_tax_incl: '0.000000', amount: order.total_products_wt },
      ...{ shipping_cost: '0', shipping_cost_amount: '0.000000', partial: '0', order_slip_type: '0', date_add: time, date_upd: time },
    };
  }

  private template(collection: ShopCollection, id: number) {
    const random = randomOf(this.setup, collection, id);
    return { row: random.pick(this.templates[collection]), random };
  }

  private dates(collection: ShopCollection, id: number): Fields {
    return {
      date_add: this.time(createdMs(this.setup, collection, id)),
      date_upd: this.time(modifiedMs(this.setup, collection, id)),
    };
  }

  private time(utcMs: number): string {
    return localTime(utcMs, this.setup.timeZone);
  }
}

/** A secret of the customer, also on each of its orders: it opens pages without a login. */
function secureKey(customerId: number): string {
  return createHash('md5').update(`key of ${customerId}`).digest('hex');
}

/** Two orders that one basket was split into share it. */
function referenceOf(id: number): string {
  const first = id % 30 === 0 ? id - 1 : id;
  return createHash('md5').update(`order ${first}`).digest('hex').replace(/\d/g, '').padEnd(9, 'x').slice(0, 9).toUpperCase();
}

function settings({ currency, timeZone }: ShopSetup): Fields[] {
  const setting = (id: number, name: string, value: string) => ({
    id,
    value,
    name,
    id_shop_group: '',
    id_shop: '',
    date_add: zeroTime,
    date_upd: zeroTime,
  });
  return [
    setting(1, 'PS_LANG_DEFAULT', '1'),
    setting(6, 'PS_CURRENCY_DEFAULT', String(currencies.indexOf(currency) + 1)),
    setting(25, 'PS_TIMEZONE', timeZone),
  ];
}

function languageRows({ languages }: ShopSetup): Fields[] {
  const known = parsed(recorded.languages);
  return languages.map((language, index) => ({ ...known.find(({ iso_code }) => iso_code === language), id: index + 1 }));
}

function shopRows({ name, shops }: ShopSetup): Fields[] {
  const fields = { id_shop_group: '1', id_category: '2', active: '1', deleted: '0', color: '', theme_name: 'classic' };
  return Array.from({ length: shops }, (_, index) => ({ id: index + 1, ...fields, name: index === 0 ? name : `${name} ${index + 1}` }));
}

/** Every list of the shop. Without a sort order, products do not come by id, as in a real shop. */
export function recordLists(setup: ShopSetup): Record<ShopResource, RecordList> {
  const records = new Records(setup);
  const cut = (collection: ShopCollection) => {
    const ids = cutIds(setup, collection);
    const listed = collection === 'products' ? [...ids.filter((id) => id % 2 === 0), ...ids.filter((id) => id % 2 !== 0)] : ids;
    return new RecordList({ cut: (id) => records[collection](id), ids: listed, nextId: setup.firstIds[collection] + ids.length });
  };
  const addresses = cutIds(setup, 'customers').flatMap((id) => Object.values(addressIds(id)).filter((address) => address !== null));
  const slips = cutIds(setup, 'orders').filter((id) => id % slipEvery === 0);
  const fixed = (rows: readonly Fields[]) => fixedList(rows.map((row) => inLanguages(row, setup.languages)));
  const categories = parsed(recorded.categories).map((row) => ({ ...row, is_root_category: row.id === 2 ? '1' : '0' }));
  return {
    customers: cut('customers'),
    products: cut('products'),
    orders: cut('orders'),
    addresses: new RecordList({ cut: (id) => records.addresses(id), ids: addresses, nextId: (addresses.at(-1) ?? 0) + 1 }),
    order_slip: new RecordList({ cut: (id) => records.order_slip(id), ids: slips, nextId: (slips.at(-1) ?? 0) + 1 }),
    shops: fixed(shopRows(setup)),
    languages: fixed(languageRows(setup)),
    currencies: fixed(parsed(recorded.currencies)),
    countries: fixed(parsed(recorded.countries)),
    states: fixed(parsed(recorded.states)),
    order_states: fixed(parsed(recorded.order_states)),
    categories: fixed(categories),
    configurations: fixed(settings(setup)),
  };
}

function fixedList(rows: readonly Fields[]): RecordList {
  const byId = new Map(rows.map((row) => [row.id as number, row]));
  return new RecordList({ cut: (id) => byId.get(id) ?? {}, ids: [...byId.keys()], nextId: byId.size + 1 });
}
