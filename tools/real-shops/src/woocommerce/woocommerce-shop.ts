import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedRecords } from '../comparison/compare-records';
import type { Front } from '../host/front';
import type { RaisedShop, ShopPlace } from '../host/raised-host';
import type { RequestLog } from '../scenario/request-log';
import type { ShopUnderTest } from '../scenario/shop-under-test';
import type { Capability } from '../service/service';
import { expectedOfWooCommerce } from './expected-records';
import { inShop, woocommerceDatabase } from './raise-woocommerce';
import { WooCommerceRest } from './rest';

const topics = ['customer', 'product', 'order'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
);

const lastRound = 10_000;

/** A WooCommerce whose changes go through its REST interface and leave as its own signed webhooks. */
export class WooCommerceShop implements ShopUnderTest {
  readonly unchecked = new Set<string>();
  /** Sales counts and the products of deleted ones change without the record's date; prices of parents follow their variations. */
  readonly undated =
    /^custom_attributes\.commerce_a\.(total_sales|needs_processing|is_paying_customer)$|^line_items\.\d+\.(product_source_id|sku)$/;
  readonly front: Front | null;
  private readonly rest: WooCommerceRest;
  private readonly maintenance: string;
  private ids: Record<Capability, number[]> | null = null;

  constructor(
    readonly shop: RaisedShop,
    readonly log: RequestLog,
    private readonly place: ShopPlace,
  ) {
    this.front = place.front;
    this.rest = new WooCommerceRest(shop.url, shop.credentials);
    this.maintenance = join(place.site.root, '.maintenance');
  }

  async expected(type: Capability): Promise<ExpectedRecords> {
    return expectedOfWooCommerce(type, await this.rest.all(type));
  }

  async linked(connectionId: string, serviceUrl: string): Promise<void> {
    const common = { delivery_url: `${serviceUrl}/api/webhooks/${connectionId}`, secret: this.shop.credentials.webhook_secret };
    // A customer is never restored.
    for (const topic of topics.filter((each) => each !== 'customer.restored'))
      await this.rest.create('webhooks', { ...common, topic, name: topic });
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
    await this.place.database.execute(`update wp_woocommerce_api_keys set consumer_secret = ${secret}`, woocommerceDatabase);
  }

  /** The platform's keys read all or nothing. */
  async restrictKey(isRestricted: boolean): Promise<void> {
    const permissions = isRestricted ? 'write' : 'read_write';
    await this.place.database.execute(`update wp_woocommerce_api_keys set permissions = '${permissions}'`, woocommerceDatabase);
  }

  async plainAddresses(isPlain: boolean): Promise<void> {
    const structure = isPlain ? '' : '/%postname%/';
    // Without rules, WordPress makes new ones.
    await this.place.database.execute(
      `update wp_options set option_value = case option_name when 'rewrite_rules' then '' else '${structure}' end
       where option_name in ('permalink_structure', 'rewrite_rules')`,
      woocommerceDatabase,
    );
  }

  /** What an update of the platform does: every request gets 503. */
  maintain(isClosed: boolean): Promise<void> {
    if (isClosed) writeFileSync(this.maintenance, `<?php $upgrading = ${Math.floor(Date.now() / 1_000)};`);
    else rmSync(this.maintenance, { force: true });
    return Promise.resolve();
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
    await inShop(this.place.site.root, 'deliver');
  }
}

function at(list: readonly number[], index: number): number {
  return list.at(index % list.length) ?? 0;
}

function takenFrom(list: number[], index: number): number {
  return list.splice(index % list.length, 1)[0] ?? 0;
}
