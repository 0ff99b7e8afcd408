import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedRecords } from '../compare-records';
import type { Front } from '../front';
import { inShop, prepare, type Capability, type Identity, type Shop, type ShopPlace } from '../shop';
import { configurationOf } from './configuration';
import { expectedOfWooCommerce } from './expected';
import { WooCommerceRest } from './rest';

export const woocommerceDatabase = 'woocommerce';
const topics = ['customer', 'product', 'order'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
);
const lastRound = 10_000;

/** A WooCommerce whose changes go through its REST interface and leave as its own signed webhooks. */
export class WooCommerceShop implements Shop {
  readonly unchecked = new Set<string>();
  /** Sales counts and the products of deleted ones change without the record's date; prices of parents follow their variations. */
  readonly undated =
    /^custom_attributes\.commerce_a\.(total_sales|needs_processing|is_paying_customer)$|^line_items\.\d+\.(product_source_id|sku)$/;
  readonly front: Front;
  private readonly rest: WooCommerceRest;
  private ids: Record<Capability, number[]> | null = null;

  private constructor(
    readonly name: string,
    readonly identity: Identity,
    readonly place: ShopPlace,
  ) {
    this.front = place.front;
    this.rest = new WooCommerceRest(identity);
  }

  /** Installs WordPress with WooCommerce from a folder of sources and fills it. */
  static async raise(place: ShopPlace, source: string, records: number): Promise<WooCommerceShop> {
    const { root, front } = place;
    await prepare(place, source, 'wp-content/plugins/woocommerce/woocommerce.php', woocommerceDatabase);
    writeFileSync(join(root, 'wp-config.php'), configurationOf(place, woocommerceDatabase));
    mkdirSync(join(root, 'wp-content/mu-plugins'), { recursive: true });
    cpSync('tools/real-shops/php/woocommerce/must-use.php', join(root, 'wp-content/mu-plugins/real-shops.php'));
    const { failure } = await inShop<{ failure: string | null }>(root, 'woocommerce/install');
    if (failure) throw new Error(`WooCommerce could not be activated: ${failure}`);
    const connection_token = randomBytes(24).toString('base64url');
    const settled = await inShop<{ version: string; key: Record<string, string> }>(root, 'woocommerce/settle', connection_token);
    await inShop(root, 'woocommerce/seed', String(Math.ceil(records / 3)));
    const credentials = { ...settled.key, connection_token, webhook_secret: randomBytes(24).toString('base64url') };
    const identity: Identity = { system_slug: 'commerce_a', base_url: front.url, credentials };
    return new WooCommerceShop(`WooCommerce ${settled.version}`, identity, place);
  }

  async expected(type: Capability): Promise<ExpectedRecords> {
    return expectedOfWooCommerce(type, await this.rest.all(type));
  }

  /** A customer is never restored. */
  async createWebhooks(delivery_url: string): Promise<void> {
    const secret = this.identity.credentials.webhook_secret;
    for (const topic of topics.filter((each) => each !== 'customer.restored'))
      await this.rest.create('webhooks', { delivery_url, secret, topic, name: topic });
    await this.deliver();
  }

  async changeOne(): Promise<void> {
    const [order] = await this.rest.all('orders');
    if (order) await this.rest.change('orders', order.id, { customer_note: 'Changed once' });
  }

  async churn(round: number): Promise<number> {
    this.ids ??= await this.listIds();
    const { customers, products, orders } = this.ids;
    await this.create(round, this.ids);
    await this.rest.change('customers', at(customers, round * 7), { first_name: `Geändert ${round}` });
    await this.rest.change('products', at(products, round * 11), { name: `Geändert <b>${round}</b>`, short_description: `Runde ${round}` });
    await this.rest.change('orders', at(orders, round * 13), { status: 'completed', customer_note: `Runde ${round}` });
    // Past the trash, the platform sends no webhook for orders and products.
    await this.rest.remove('customers', takenFrom(customers, round * 17), true);
    await this.rest.remove('products', takenFrom(products, round * 19), round % 2 === 0);
    await this.rest.remove('orders', takenFrom(orders, round * 23), round % 2 === 1);
    await this.deliver();
    return 9;
  }

  /** No customer with orders is deleted: the platform makes their orders a guest's and sends no webhook for that. */
  async changeWithWebhooks(): Promise<number> {
    this.ids ??= await this.listIds();
    const { customers, products, orders } = this.ids;
    const visitor = await this.rest.create('customers', { email: 'visitor@shop.example' });
    await this.create(lastRound, this.ids);
    await this.deliver();
    await this.rest.change('customers', at(customers, -1), { first_name: 'Geändert' });
    await this.rest.change('products', at(products, -1), { regular_price: '1.005' });
    await this.rest.change('orders', at(orders, -1), { status: 'on-hold' });
    await this.rest.remove('customers', visitor.id, true);
    await this.rest.remove('products', takenFrom(products, 5), false);
    await this.rest.remove('orders', takenFrom(orders, 5), false);
    await this.deliver();
    return 10;
  }

  async refuseKey(isRefused: boolean): Promise<void> {
    const secret = `concat('${isRefused ? 'x' : 'c'}', substring(consumer_secret, 2))`;
    await this.execute(`update wp_woocommerce_api_keys set consumer_secret = ${secret}`);
  }

  /** The platform's keys read all or nothing. */
  async restrictKey(isRestricted: boolean): Promise<void> {
    const permissions = isRestricted ? 'write' : 'read_write';
    await this.execute(`update wp_woocommerce_api_keys set permissions = '${permissions}'`);
  }

  async plainAddresses(isPlain: boolean): Promise<void> {
    const structure = isPlain ? '' : '/%postname%/';
    // Without rules, WordPress makes new ones.
    await this.execute(
      `update wp_options set option_value = case option_name when 'rewrite_rules' then '' else '${structure}' end
       where option_name in ('permalink_structure', 'rewrite_rules')`,
    );
  }

  /** What an update of the platform does: every request gets 503. */
  maintain(isClosed: boolean): Promise<void> {
    const file = join(this.place.root, '.maintenance');
    if (isClosed) writeFileSync(file, `<?php $upgrading = ${Math.floor(Date.now() / 1_000)};`);
    else rmSync(file, { force: true });
    return Promise.resolve();
  }

  /** The same shop at another address. */
  at(place: ShopPlace): WooCommerceShop {
    return new WooCommerceShop(this.name, { ...this.identity, base_url: place.front.url }, place);
  }

  private async create(round: number, { customers, products, orders }: Record<Capability, number[]>): Promise<void> {
    const email = `churn${round}@shop.example`;
    const customer = await this.rest.create('customers', { email, first_name: 'Zoë', meta_data: [{ key: 'round', value: round }] });
    const product = await this.rest.create('products', {
      name: `Neu & frisch ${round}`,
      regular_price: '9.995',
      description: '<p>5 &lt; 6</p>',
    });
    const line_items = [{ product_id: product.id, quantity: 2 }];
    const order = await this.rest.create('orders', { customer_id: customer.id, currency: round % 2 ? 'JPY' : 'EUR', line_items });
    customers.push(customer.id);
    products.push(product.id);
    orders.push(order.id);
  }

  private async listIds(): Promise<Record<Capability, number[]>> {
    const idsOf = async (type: Capability) => (await this.rest.all(type)).map(({ id }) => id);
    return { customers: await idsOf('customers'), products: await idsOf('products'), orders: await idsOf('orders') };
  }

  private async deliver(): Promise<void> {
    await inShop(this.place.root, 'woocommerce/deliver');
  }

  private async execute(sql: string): Promise<void> {
    await this.place.database.execute(sql, woocommerceDatabase);
  }
}

function at(list: readonly number[], index: number): number {
  return list.at(index % list.length) ?? 0;
}

function takenFrom(list: number[], index: number): number {
  return list.splice(index % list.length, 1)[0] ?? 0;
}
