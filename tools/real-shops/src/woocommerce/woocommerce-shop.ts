import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedRecords } from '../comparison/compare-records';
import type { RaisedShop, ShopPlace } from '../host/raised-host';
import type { RequestLog } from '../scenario/request-log';
import type { ShopUnderTest } from '../scenario/shop-under-test';
import type { Capability } from '../service/service';
import { expectedOfWooCommerce } from './expected-records';
import { inShop, woocommerceDatabase } from './raise-woocommerce';
import { WooCommerceRest, type RestRecord } from './rest';

const topics = ['customer', 'product', 'order'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
);

/** A WooCommerce whose changes go through its REST interface and leave as its own signed webhooks. */
export class WooCommerceShop implements ShopUnderTest {
  readonly unchecked = new Set<string>();
  private readonly rest: WooCommerceRest;
  private readonly maintenance: string;

  constructor(
    readonly shop: RaisedShop,
    readonly log: RequestLog,
    private readonly place: ShopPlace,
  ) {
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
    const lists = {
      customers: await this.rest.all('customers'),
      products: await this.rest.all('products'),
      orders: await this.rest.all('orders'),
    };
    const nth = (list: readonly RestRecord[], step: number) => list[(round * 7 + step) % list.length] as RestRecord;
    const customer = await this.rest.create('customers', {
      email: `churn${round}@shop.example`,
      first_name: 'Zoë',
      meta_data: [{ key: 'round', value: round }],
    });
    const product = await this.rest.create('products', {
      name: `Neu & frisch ${round}`,
      regular_price: '9.995',
      description: '<p>5 &lt; 6</p>',
    });
    const line_items = [{ product_id: product.id, quantity: 2 }];
    await this.rest.create('orders', { customer_id: customer.id, currency: round % 2 ? 'JPY' : 'EUR', line_items });
    await this.rest.change('customers', nth(lists.customers, 1).id, { first_name: `Geändert ${round}` });
    await this.rest.change('products', nth(lists.products, 2).id, {
      name: `Geändert <b>${round}</b>`,
      short_description: `Runde ${round}`,
    });
    await this.rest.change('orders', nth(lists.orders, 3).id, { status: 'completed', customer_note: `Runde ${round}` });
    await this.rest.remove('customers', nth(lists.customers, 4).id, true);
    await this.rest.remove('products', nth(lists.products, 5).id, round % 2 === 0);
    await this.rest.remove('orders', nth(lists.orders, 6).id, round % 2 === 1);
    await this.deliver();
    return 9;
  }

  async refuseKey(isRefused: boolean): Promise<void> {
    const secret = isRefused ? "concat('x', consumer_secret)" : 'substring(consumer_secret, 2)';
    await this.place.database.execute(`update wp_woocommerce_api_keys set consumer_secret = ${secret}`, woocommerceDatabase);
  }

  /** What an update of the platform does: every request gets 503. */
  maintain(isClosed: boolean): Promise<void> {
    if (isClosed) writeFileSync(this.maintenance, `<?php $upgrading = ${Math.floor(Date.now() / 1_000)};`);
    else rmSync(this.maintenance, { force: true });
    return Promise.resolve();
  }

  private async deliver(): Promise<void> {
    await inShop(this.place.site.root, 'deliver');
  }
}
