import { platforms, type PluginInfo } from '@sync/platforms';
import { DemoShop, type DemoShopOptions, type ShopEvent, type ShopRequest, type ShopServer, type Target } from '../base/demo-shop';
import type { Fault } from '../base/faults';
import { ListedChanges } from '../base/listed-changes';
import type { ControlActions } from '../base/local-control';
import type { Fields } from '../base/record-list';
import type { ShopResponse } from '../base/shop-response';
import { newestPlugin } from '../base/service-plugin';
import { nowInSeconds, type ShopCollection } from '../base/variation';
import type { ShopTimeZone } from '../base/zone-time';
import { newShopCredentials, type ShopCredentials } from './access';
import { DemoPlugin } from './demo-plugin';
import { RecordPages } from './record-pages';
import { dateFields, recordLists, type ShopSetup } from './records';
import { failure, phpJson } from './responses';
import { RestInterface } from './rest-interface';
import { ShopWebhooks } from './webhooks/shop-webhooks';
import { collectionOf, type WebhookTopic } from './webhooks/webhook-request';

const { plugin } = platforms.commerceA;

export interface DemoShopAOptions extends DemoShopOptions {
  /** Default: new random ones. */
  credentials?: ShopCredentials;
  /** Default Europe/Berlin. */
  timeZone?: ShopTimeZone;
  /** True: the shop has no /wp-json/ addresses. */
  plainPermalinks?: boolean;
  /** Default wp-json/wc/v3. */
  restPath?: string;
  /** False: the plugin does not say what it is. Default true. */
  describesPlugin?: boolean;
  /** True: the plugin lists what has changed. Default false. */
  changesList?: boolean;
  /** When that list began, in milliseconds since 1970. Default now. */
  changesSince?: number;
}

/** `changes`: the plugin's list. */
type ShopPath = ShopCollection | 'connectivity-check' | 'changes' | 'other';
export type ShopFault = Fault<ShopPath>;

/** A shop of commerce_a, with its REST interface, version 3, its plugin and its webhooks. */
export class DemoShopA extends DemoShop<ShopCollection, ShopPath> {
  private readonly setup: ShopSetup;
  protected readonly lists: ReturnType<typeof recordLists>;
  private readonly recordPages: RecordPages;
  private readonly trash: Record<ShopCollection, Set<number>> = { customers: new Set(), products: new Set(), orders: new Set() };
  private readonly rest: RestInterface;
  readonly credentials: ShopCredentials;
  readonly webhooks: ShopWebhooks;
  readonly described: PluginInfo | null;
  /** Null: the plugin has no such list. */
  readonly changes: ListedChanges | null;
  /** Connection that the last successful connectivity check named. */
  checkedConnectionId: string | null = null;

  private constructor(opened: ShopServer, options: DemoShopAOptions) {
    super(opened, 'commerce_a', options);
    const { seed = 1, customers = 400, orders = 600, products = 250, timeZone = 'Europe/Berlin', restPath = 'wp-json/wc/v3' } = options;
    const firstIds = { customers: 2, products: 40, orders: 1001 };
    this.setup = { seed, sizes: { customers, orders, products }, firstIds, timeZone, storeBase: this.url };
    const { describesPlugin = true } = options;
    this.described = describesPlugin ? newestPlugin(plugin, '10.9.4 / WordPress 7.0.4') : null;
    const credentials = options.credentials ?? newShopCredentials();
    const said = { plugin_version: plugin.releases[0].version };
    this.changes = options.changesList ? new ListedChanges(credentials.connection_token, said, options.changesSince) : null;
    this.credentials = { ...credentials, ...(this.changes && said) };
    this.lists = recordLists(this.setup);
    this.recordPages = new RecordPages(this.lists, this.pages, this.setup, `${this.url}/${restPath}`);
    this.webhooks = new ShopWebhooks(this.url, this.credentials.webhook_secret, (topic, id) => this.payload(topic, id));
    this.rest = new RestInterface(this, this.recordPages, { timeZone, restPath, hasPlainPermalinks: options.plainPermalinks ?? false });
  }

  /** Resolves when the shop responds. Rejects when the port is taken. */
  static start(options: DemoShopAOptions = {}): Promise<DemoShopA> {
    return DemoShop.open((opened, given) => new DemoShopA(opened, given), options);
  }

  override async stop(): Promise<void> {
    this.webhooks.close();
    await super.stop();
  }

  /** Moves an order or a product to the trash, which no list shows; deletes a customer permanently. False: there is no such record. */
  override remove(collection: ShopCollection, id: number): boolean {
    if (collection !== 'customers' && this.lists[collection].has(id)) {
      this.trash[collection].add(id);
      this.lists[collection].change(id, this.stamp(collection, 'deleted'));
    }
    return super.remove(collection, id);
  }

  /** Takes an order or a product out of the trash; it counts as modified now. False: it is not there. */
  restore(collection: ShopCollection, id: number): boolean {
    if (!this.trash[collection].delete(id)) return false;
    this.lists[collection].restore(id);
    this.lists[collection].change(id, this.stamp(collection, 'restored'));
    this.onChange(collection, 'restored', id);
    return true;
  }

  override record(collection: ShopCollection, id: number): Fields {
    const record = super.record(collection, id);
    return this.trash[collection].has(id) ? { ...record, status: 'trash' } : record;
  }

  /** Replaces the webhooks that deliver there: each event arrives once, however often this is called. */
  async deliverWebhooksTo(deliveryUrl: string): Promise<void> {
    this.webhooks.remove(deliveryUrl);
    await this.webhooks.create({ deliveryUrl });
  }

  warm(collection: ShopCollection, perPage = 50): void {
    this.recordPages.warm(collection, perPage);
  }

  plugin(serviceUrl: string): DemoPlugin {
    return new DemoPlugin(this, serviceUrl);
  }

  protected override targetOf(request: ShopRequest): Target {
    return this.rest.targetOf(request);
  }

  protected override respond(request: ShopRequest): ShopResponse {
    return this.rest.respond(request);
  }

  protected override errorOf(status: number): ShopResponse {
    return failure(status);
  }

  protected override stamp(_collection: ShopCollection, event: ShopEvent): Fields {
    const { timeZone } = this.setup;
    const modified = dateFields('modified', nowInSeconds(), timeZone);
    return event === 'created' ? { ...dateFields('created', nowInSeconds(), timeZone), ...modified } : modified;
  }

  protected override placeOfNew(collection: ShopCollection): 'first' | 'last' {
    return collection === 'customers' ? 'last' : 'first';
  }

  protected override onChange(collection: ShopCollection, event: ShopEvent, id: number): void {
    this.changes?.note(collection, id, event);
    this.webhooks.happened(collection, event, id);
  }

  protected override controlActions(): ControlActions {
    return {
      ...super.controlActions(),
      webhooks: () => ({ webhooks: this.webhooks.list(), counters: this.webhooks.counters }),
      'renew-webhooks': (input) => this.deliverWebhooksTo(String(input.delivery_url)),
    };
  }

  /** Null: there is no such record, not even in the trash. */
  single(collection: ShopCollection, id: number): Fields | null {
    return this.lists[collection].has(id) || this.trash[collection].has(id) ? this.record(collection, id) : null;
  }

  /** Like GET /resource/{id} at the time of sending; of a deleted record the id only. */
  private payload(topic: WebhookTopic, id: number): string {
    if (topic.endsWith('.deleted')) return phpJson({ id });
    const record = this.single(collectionOf(topic), id);
    return phpJson(record ?? { code: 'woocommerce_rest_invalid_id', message: 'Invalid resource ID.', data: { status: 404 } });
  }
}
