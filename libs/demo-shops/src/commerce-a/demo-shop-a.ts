import { DemoShop, type DemoShopOptions, type ShopEvent, type ShopRequest, type Target } from '../base/demo-shop';
import type { Fault } from '../base/faults';
import { collectionOf, namesOf, numberOf, textOf, type ControlActions, type ControlInput } from '../base/local-control';
import type { Fields } from '../base/record-list';
import { htmlResponse, type ShopResponse } from '../base/shop-response';
import type { ShopServer } from '../base/shop-server';
import { nowInSeconds, shopCollections, type ShopCollection } from '../base/variation';
import type { ShopTimeZone } from '../base/zone-time';
import { newShopCredentials, ShopAccess, type ShopCredentials } from './access';
import { connectivityCheck } from './connectivity-check';
import { DemoPlugin } from './demo-plugin';
import { RecordPages } from './record-pages';
import { dateFields, recordLists, type ShopSetup } from './records';
import { errorResponse, failure, jsonResponse, noRoute, phpJson } from './responses';
import { ShopWebhooks, type NewWebhooks, type ShopWebhook } from './webhooks/shop-webhooks';
import type { WebhookManners } from './webhooks/webhook-manners';
import { collectionOf as collectionOfTopic, webhookTopics, type WebhookTopic } from './webhooks/webhook-topics';

export interface DemoShopAOptions extends DemoShopOptions {
  /** Default: new random ones. */
  credentials?: ShopCredentials;
  /** Default Europe/Berlin. */
  timeZone?: ShopTimeZone;
  /** True: the shop has no /wp-json/ addresses. */
  plainPermalinks?: boolean;
  /** Default wp-json/wc/v3. */
  restPath?: string;
}

export type ShopFault = Fault<ShopCollection | 'connectivity-check' | 'other'>;

const checkPath = '/wp-json/service-connector/v1/connectivity-check';

const unknownId: Record<ShopCollection, [code: string, message: string]> = {
  customers: ['woocommerce_rest_invalid_id', 'Invalid resource ID.'],
  products: ['woocommerce_rest_product_invalid_id', 'Invalid ID.'],
  orders: ['woocommerce_rest_shop_order_invalid_id', 'Invalid ID.'],
};

/** A shop of commerce_a, with its REST interface, version 3, its plugin and its webhooks. */
export class DemoShopA extends DemoShop<ShopCollection, ShopCollection | 'connectivity-check' | 'other'> {
  private readonly setup: ShopSetup;
  protected readonly lists: ReturnType<typeof recordLists>;
  private readonly recordPages: RecordPages;
  private readonly trash: Record<ShopCollection, Set<number>> = { customers: new Set(), products: new Set(), orders: new Set() };
  private readonly access: ShopAccess;
  private readonly restPath: string;
  private readonly hasPlainPermalinks: boolean;
  readonly credentials: ShopCredentials;
  readonly webhooks: ShopWebhooks;
  /** Connection that the last successful connectivity check named. */
  checkedConnectionId: string | null = null;

  private constructor(server: ShopServer, options: DemoShopAOptions) {
    super(server, 'commerce_a', options);
    const { seed = 1, customers = 400, orders = 600, products = 250, timeZone = 'Europe/Berlin', restPath = 'wp-json/wc/v3' } = options;
    const firstIds = { customers: 2, products: 40, orders: 1001 };
    this.setup = { seed, sizes: { customers, orders, products }, firstIds, timeZone, storeBase: this.url };
    this.restPath = restPath;
    this.hasPlainPermalinks = options.plainPermalinks ?? false;
    this.credentials = options.credentials ?? newShopCredentials();
    this.access = new ShopAccess(this.credentials);
    this.lists = recordLists(this.setup);
    this.recordPages = new RecordPages(this.lists, this.pages, this.setup, `${this.url}/${restPath}`);
    this.webhooks = new ShopWebhooks(this.url, this.credentials.webhook_secret, (topic, id) => this.payload(topic, id));
  }

  /** Resolves when the shop responds. Rejects when the port is taken. */
  static start(options: DemoShopAOptions = {}): Promise<DemoShopA> {
    return DemoShop.open((server, given) => new DemoShopA(server, given), options);
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
    this.happened(collection, 'restored', id);
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

  protected override targetOf(url: string): Target {
    const [path = '', query] = url.split('?', 2);
    const parameters = new URLSearchParams(query);
    if (path === checkPath) return { path: 'connectivity-check', page: null, parameters };
    const { collection, id } = this.namedBy(path);
    if (!collection) return { path: 'other', page: null, parameters };
    return { path: collection, page: id === null ? Number(parameters.get('page') ?? 1) : null, parameters };
  }

  /** Every REST response links to the interface, unless it links to a neighbouring page. */
  protected override respond(request: ShopRequest, target: Target): ShopResponse {
    const response = this.withoutLink(request, target);
    const { headers } = response;
    if (headers.Link !== undefined || !headers['Content-Type']?.startsWith('application/json')) return response;
    return { ...response, headers: { ...headers, Link: `<${this.url}/wp-json/>; rel="https://api.w.org/"` } };
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

  protected override happened(collection: ShopCollection, event: ShopEvent, id: number): void {
    this.webhooks.happened(collection, event, id);
  }

  protected override controlActions(): ControlActions {
    const { webhooks } = this;
    const restored = (input: ControlInput) => this.restore(collectionOf(input, shopCollections), numberOf(input, 'id'));
    return {
      ...super.controlActions(),
      restore: (input) => ({ restored: restored(input) }),
      webhooks: () => ({ webhooks: webhooks.list(), counters: webhooks.counters }),
      'create-webhooks': async (input) => ({ webhooks: await webhooks.create(newWebhooksOf(input)) }),
      'renew-webhooks': (input) => this.deliverWebhooksTo(textOf(input, 'delivery_url')),
      'webhook-manners': (input) => webhooks.behave(input as WebhookManners),
    };
  }

  private withoutLink({ method, url, headers, body }: ShopRequest, { path, parameters }: Target): ShopResponse {
    const [address = '', query] = url.split('?', 2);
    if (this.hasPlainPermalinks && address.startsWith('/wp-json/')) return this.homePage(method, address, query);
    if (path === 'connectivity-check') {
      const onVerified = (connectionId: string) => (this.checkedConnectionId = connectionId);
      return connectivityCheck(method, body, this.credentials.connection_token, onVerified);
    }
    if (address === '/') return htmlResponse(200, this.name);
    if (address === '/wp-json/') return this.restIndex();
    const { collection, id } = this.namedBy(address);
    const isWebhooks = address === `/${this.restPath}/webhooks`;
    if ((!collection && !isWebhooks) || (method !== 'GET' && method !== 'HEAD')) return noRoute();
    const refusal = this.access.refusal(headers.authorization);
    if (refusal) return refusal;
    if (!collection) return webhookList(this.webhooks.list());
    return id === null ? this.recordPages.page(collection, parameters) : this.single(collection, id);
  }

  private single(collection: ShopCollection, id: number): ShopResponse {
    if (this.isThere(collection, id)) return jsonResponse(200, this.record(collection, id));
    const [code, message] = unknownId[collection];
    return errorResponse(404, code, message);
  }

  private isThere(collection: ShopCollection, id: number): boolean {
    return this.lists[collection].has(id) || this.trash[collection].has(id);
  }

  /** A shop with plain permalinks takes /wp-json/ for a page and shows its home page. */
  private homePage(method: string, address: string, query: string | undefined): ShopResponse {
    if (method === 'POST' || address.endsWith('/')) return htmlResponse(200, this.name);
    const location = `${address}/${query === undefined ? '' : `?${query}`}`;
    return { status: 301, headers: { Location: location, 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.alloc(0) };
  }

  /** The root of the REST interface, which needs no key: the shop's settings and its namespaces. */
  private restIndex(): ShopResponse {
    const { timeZone } = this.setup;
    const namespaces = ['oembed/1.0', this.restPath.replace(/^wp-json\//, ''), 'service-connector/v1', 'wp/v2'];
    const urls = { url: this.url, home: this.url };
    const time = { gmt_offset: timeZone === 'UTC' ? '0' : '1', timezone_string: timeZone };
    return jsonResponse(200, { name: this.name, description: '', ...urls, ...time, namespaces, authentication: {} });
  }

  private namedBy(address: string): { collection: ShopCollection | null; id: number | null } {
    const [name = '', id, ...more] = address.startsWith(`/${this.restPath}/`) ? address.slice(this.restPath.length + 2).split('/') : [];
    const collection = shopCollections.find((candidate) => candidate === name);
    if (!collection || more.length > 0 || (id !== undefined && !/^\d+$/.test(id))) return { collection: null, id: null };
    return { collection, id: id === undefined ? null : Number(id) };
  }

  /** Like GET /resource/{id} at the time of sending; of a deleted record the id only. */
  private payload(topic: WebhookTopic, id: number): string {
    if (topic.endsWith('.deleted')) return phpJson({ id });
    const collection = collectionOfTopic(topic);
    if (this.isThere(collection, id)) return phpJson(this.record(collection, id));
    const [code, message] = unknownId.customers;
    return phpJson({ code, message, data: { status: 404 } });
  }
}

/** As the platform lists its webhooks: never with their secret. */
function webhookList(webhooks: readonly ShopWebhook[]): ShopResponse {
  const rows = webhooks.map(({ id, topic, status, deliveryUrl }) => {
    const [resource, event] = topic.split('.');
    return { id, name: topic, status, topic, resource, event, hooks: [], delivery_url: deliveryUrl };
  });
  return jsonResponse(200, rows, { 'X-WP-Total': String(rows.length), 'X-WP-TotalPages': rows.length > 0 ? '1' : '0' });
}

function newWebhooksOf(input: ControlInput): NewWebhooks {
  const topics = 'topics' in input ? namesOf(input, 'topics', webhookTopics) : webhookTopics;
  return { deliveryUrl: textOf(input, 'delivery_url'), topics, ...('secret' in input && { secret: textOf(input, 'secret') }) };
}
