import type { DemoShopA, ShopCollection, WebhookRequest, WebhookTopic } from '@sync/demo-shops';
import type { Random } from './random';

type Happening = 'add' | 'change' | 'remove' | 'restore';

const collections: readonly ShopCollection[] = ['customers', 'products', 'orders', 'orders'];
const happenings: readonly Happening[] = ['add', 'change', 'change', 'change', 'change', 'change', 'remove', 'restore'];
const resources = { customers: 'customer', products: 'product', orders: 'order' } as const;

/** The platform's times have whole seconds, so two changes within one second have no order. */
const apartMs = 1_100;

/** Adds, changes, removes and restores a shop's records at random, with their webhooks. */
export class ShopLife {
  private readonly lastChange = new Map<string, number>();
  /** Removed, and the removal acknowledged, so that a restore cannot overtake it. */
  private readonly restorable: Record<ShopCollection, number[]> = { customers: [], products: [], orders: [] };
  private count = 0;

  constructor(
    private readonly shop: DemoShopA,
    private readonly random: Random,
    private readonly deliveryUrl: string,
    /** Resolves when the delivery is acknowledged. */
    private readonly deliver: (request: WebhookRequest) => Promise<void>,
    /** Characters of the text in each change of a product or an order. */
    private readonly textLength = 0,
  ) {}

  /** Makes one change and returns the number of deliveries it produced. Skips records changed a moment ago, so it may be none. */
  happen(): number {
    const collection = this.random.pick(collections) ?? 'orders';
    const happening = this.random.pick(happenings);
    this.count += 1;
    if (happening === 'add') return this.add(collection);
    if (happening === 'restore') return this.restore(collection);
    const id = this.random.pick(this.shop.ids(collection));
    if (id === undefined || !this.isCalm(collection, id)) return 0;
    return happening === 'change' ? this.change(collection, id) : this.remove(collection, id);
  }

  private add(collection: ShopCollection): number {
    const id = this.shop.add(collection);
    this.touch(collection, id);
    const created = [this.topic(collection, 'created'), ...(collection === 'products' ? [] : [this.topic(collection, 'updated')])];
    for (const topic of this.random.shuffled(created)) void this.sendWebhook(topic, id);
    return created.length;
  }

  private change(collection: ShopCollection, id: number): number {
    const name = `Changed ${this.count}`;
    const text = name + 'x'.repeat(this.textLength);
    const fields = { customers: { first_name: name }, products: { name, description: text }, orders: { customer_note: text } }[collection];
    this.shop.change(collection, id, fields);
    this.touch(collection, id);
    void this.sendWebhook(this.topic(collection, 'updated'), id);
    return 1;
  }

  private remove(collection: ShopCollection, id: number): number {
    this.shop.remove(collection, id);
    this.touch(collection, id);
    const delivered = this.sendWebhook(this.topic(collection, 'deleted'), id);
    if (collection !== 'customers') void delivered.then(() => this.restorable[collection].push(id));
    return 1;
  }

  private restore(collection: ShopCollection): number {
    const id = this.restorable[collection].find((candidate) => this.isCalm(collection, candidate));
    if (id === undefined) return 0;
    this.restorable[collection].splice(this.restorable[collection].indexOf(id), 1);
    this.shop.restore(collection, id);
    this.touch(collection, id);
    void this.sendWebhook(this.topic(collection, 'restored'), id);
    return 1;
  }

  private sendWebhook(topic: WebhookTopic, id: number): Promise<void> {
    return this.deliver(this.shop.webhooks.request({ deliveryUrl: this.deliveryUrl }, topic, id));
  }

  private topic(collection: ShopCollection, event: 'created' | 'updated' | 'deleted' | 'restored'): WebhookTopic {
    return `${resources[collection]}.${event}`;
  }

  private isCalm(collection: ShopCollection, id: number): boolean {
    return Date.now() - (this.lastChange.get(`${collection} ${id}`) ?? 0) > apartMs;
  }

  private touch(collection: ShopCollection, id: number): void {
    this.lastChange.set(`${collection} ${id}`, Date.now());
  }
}
