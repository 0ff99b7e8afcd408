import { ShopServer } from '../shop-server';
import { shopCollections, type ShopCollection } from './data/shop-setup';
import type { ShopTimeZone } from './data/shop-time';
import { DemoPlugin } from './demo-plugin';
import { RequestCounters, type ShopCounters } from './request-counters';
import { ShopAccess } from './shop-access';
import { ShopContents } from './shop-contents';
import { controlActions } from './shop-control';
import { newShopCredentials, type ShopCredentials } from './shop-credentials';
import { ShopFaults, type ShopFault } from './shop-faults';
import { ShopLists } from './shop-lists';
import { ShopRequests } from './shop-requests';
import { ShopWebhooks } from './webhooks/shop-webhooks';
import { deliveryBody } from './webhooks/delivery-body';

export interface DemoShopAOptions {
  /** Default `Demo Shop`. */
  name?: string;
  /** The same seed and sizes give the same records on every machine. Default 1. */
  seed?: number;
  /** Default 400. */
  customers?: number;
  /** Default 600, each with one to five line items. */
  orders?: number;
  /** Default 250. */
  products?: number;
  /** A free port when left out. */
  port?: number;
  /** Before every answer. Default 0. */
  latencyMs?: number;
  /** New random ones when left out. */
  credentials?: ShopCredentials;
  /** Default Europe/Berlin. */
  timeZone?: ShopTimeZone;
  /** Default X-WP. */
  totalsHeaders?: 'X-WP' | 'X-Store';
  /** True: the shop has no /wp-json/ addresses. */
  plainPermalinks?: boolean;
  /** Default wp-json/wc/v3. */
  restPath?: string;
  /** Default wp-json/service-connector/v1. */
  pluginRestPath?: string;
  /** What the control page has for the address of the service at first. */
  serviceUrl?: string;
  /** Memory for serialised pages. Default 128 MiB. */
  pageCacheBytes?: number;
}

/** A shop of commerce platform A with made-up people and goods: a real HTTP server on 127.0.0.1 that answers as real shops were seen to answer. */
export class DemoShopA {
  private readonly contents: ShopContents;
  private readonly lists: ShopLists;
  private readonly faults = new ShopFaults();
  private readonly requests = new RequestCounters();
  private latencyMs: number;
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly credentials: ShopCredentials;
  /** What it sends to others. */
  readonly webhooks: ShopWebhooks;
  /** Connection that the last successful connectivity check named. */
  checkedConnectionId: string | null = null;

  private constructor(
    private readonly server: ShopServer,
    options: DemoShopAOptions,
  ) {
    this.name = options.name ?? 'Demo Shop';
    this.url = server.url;
    this.port = server.port;
    this.credentials = options.credentials ?? newShopCredentials();
    this.latencyMs = options.latencyMs ?? 0;
    const { customers = 400, orders = 600, products = 250, seed = 1, timeZone = 'Europe/Berlin', restPath = 'wp-json/wc/v3' } = options;
    this.contents = new ShopContents({ seed, sizes: { customers, orders, products }, timeZone, storeBase: this.url });
    const { totalsHeaders = 'X-WP', pageCacheBytes = 128 * 1024 * 1024 } = options;
    this.lists = new ShopLists(this.contents, { totalsHeaders, timeZone, restPath, storeBase: this.url, pageCacheBytes });
    this.webhooks = new ShopWebhooks(this.url, this.credentials.webhook_secret, (topic, id) => deliveryBody(this.contents, topic, id));
    this.contents.onEvent = (collection, event, id) => this.webhooks.happened(collection, event, id);
    this.listen(restPath, options);
  }

  /** Resolves when the shop answers. Rejects when the port is taken. */
  static async start(options: DemoShopAOptions = {}): Promise<DemoShopA> {
    return new DemoShopA(await ShopServer.open(options.port), options);
  }

  /** Cuts whatever is under way. */
  async stop(): Promise<void> {
    this.webhooks.close();
    await this.server.close();
  }

  get counters(): ShopCounters {
    return this.requests.values;
  }

  resetCounters(): void {
    this.requests.reset();
  }

  /** Replaces the faults in force. */
  setFaults(faults: readonly ShopFault[]): void {
    this.faults.set(faults);
  }

  setLatency(ms: number): void {
    this.latencyMs = ms;
  }

  /** How many records each list holds. */
  totals(): Record<ShopCollection, number> {
    return this.contents.totals();
  }

  /** Ids as listed now. */
  ids(collection: ShopCollection): number[] {
    return [...this.contents.ids(collection)];
  }

  /** The record as the shop shows it. */
  record(collection: ShopCollection, id: number): Record<string, unknown> {
    return this.contents.record(collection, id);
  }

  add(collection: ShopCollection, fields: Record<string, unknown> = {}): number {
    return this.contents.add(collection, fields);
  }

  change(collection: ShopCollection, id: number, fields: Record<string, unknown>): boolean {
    return this.contents.change(collection, id, fields);
  }

  remove(collection: ShopCollection, id: number): boolean {
    return this.contents.remove(collection, id);
  }

  /** Takes it out of the trash again: orders and products. False: it is not there. */
  restore(collection: ShopCollection, id: number): boolean {
    return this.contents.restore(collection, id);
  }

  /** Every topic is told there, each event once, however often this is asked. */
  async deliverWebhooksTo(deliveryUrl: string): Promise<void> {
    this.webhooks.remove(deliveryUrl);
    await this.webhooks.create({ deliveryUrl });
  }

  /** Serialises every page of the list beforehand. */
  warm(collection: ShopCollection, perPage = 50): void {
    this.lists.warm(collection, perPage);
  }

  /** The shop's plugin, talking to the service at this address. */
  plugin(serviceUrl: string): DemoPlugin {
    return new DemoPlugin(this, serviceUrl);
  }

  private listen(restPath: string, options: DemoShopAOptions): void {
    const requests = new ShopRequests({
      name: this.name,
      storeBase: this.url,
      restPath,
      pluginRestPath: options.pluginRestPath ?? 'wp-json/service-connector/v1',
      timeZone: options.timeZone ?? 'Europe/Berlin',
      plainPermalinks: options.plainPermalinks ?? false,
      connectionToken: this.credentials.connection_token,
      onVerified: (connectionId) => (this.checkedConnectionId = connectionId),
      latencyMs: () => this.latencyMs,
      webhooks: () => this.webhooks.list(),
      contents: this.contents,
      lists: this.lists,
      access: new ShopAccess(this.credentials),
      faults: this.faults,
      counters: this.requests,
    });
    const page = { name: this.name, platform: 'commerce_a', collections: shopCollections, serviceUrl: options.serviceUrl };
    this.server.serve({ actions: controlActions(this), page }, requests);
  }
}
