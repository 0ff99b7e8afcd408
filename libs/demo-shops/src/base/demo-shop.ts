import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { deliver, Faults, spoil, type Fault } from './faults';
import { collectionOf, fieldsOf, numberOf, pluginActions, type ControlActions, type ControlInput } from './local-control';
import type { Fields, RecordList } from './record-list';
import { RequestCounters, type ShopCounters } from './request-counters';
import type { ServicePlugin } from './service-plugin';
import type { ShopResponse } from './shop-response';
import { ShopServer } from './shop-server';
import { shopCollections, type ShopCollection } from './variation';

export interface DemoShopOptions {
  name?: string;
  /** The same seed and sizes give the same records on every machine. Default 1. */
  seed?: number;
  customers?: number;
  orders?: number;
  products?: number;
  /** Default: a free port. */
  port?: number;
  /** Host name or address under which others reach this machine; the shop then listens on all interfaces. Default: 127.0.0.1 only. */
  address?: string;
  /** Delay before every response. Default 0. */
  latencyMs?: number;
  /** The service's address that the control page offers. */
  serviceUrl?: string;
}

/** What a request asks for. */
export interface Target {
  /** The name that counters and faults know: a collection or resource, or `other`. */
  path: string;
  /** Page of a list; null: not a list. */
  page: number | null;
  parameters: URLSearchParams;
}

export interface ShopRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Of a POST. */
  body: string;
}

export type ShopEvent = 'created' | 'updated' | 'deleted' | 'restored';

const maxCachedBytes = 128 * 1024 * 1024;

/** Serialised pages by everything that they depend on. */
export type Pages = LRUCache<string, Buffer, () => Buffer>;

/**
 * A shop with made-up people and goods: a real HTTP server that replays recorded records, as many as a test needs, in one platform's
 * dialect. R: names of its lists. P: names that faults can target.
 */
export abstract class DemoShop<R extends string = ShopCollection, P extends string = R | 'other'> {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  abstract readonly credentials: object;
  protected abstract readonly lists: Readonly<Record<R | ShopCollection, RecordList>>;
  protected readonly pages: Pages = new LRUCache({
    maxSize: maxCachedBytes,
    sizeCalculation: (page) => page.length,
    memoMethod: (_key, _stale, { context: make }) => make(),
  });
  private readonly faults = new Faults();
  /** What a cache in front keeps, by path. */
  private readonly kept = new Map<string, ShopResponse>();
  private readonly requests = new RequestCounters();
  private latencyMs: number;

  protected constructor(
    private readonly server: ShopServer,
    private readonly platform: string,
    private readonly options: DemoShopOptions,
  ) {
    this.name = options.name ?? 'Demo Shop';
    this.url = server.url;
    this.port = server.port;
    this.latencyMs = options.latencyMs ?? 0;
  }

  /** Opens the port, then the shop. */
  protected static async open<O extends DemoShopOptions, S extends DemoShop<string, string>>(
    create: (server: ShopServer, options: O) => S,
    options: O,
  ): Promise<S> {
    const shop = create(await ShopServer.open(options.port, options.address), options);
    shop.listen();
    return shop;
  }

  /** Cuts open requests. */
  stop(): Promise<void> {
    return this.server.close();
  }

  get counters(): ShopCounters {
    return this.requests.values;
  }

  resetCounters(): void {
    this.requests.reset();
  }

  /** Replaces the faults in force. */
  setFaults(faults: readonly Fault<P>[]): void {
    this.faults.set(faults);
    this.kept.clear();
  }

  setLatency(ms: number): void {
    this.latencyMs = ms;
  }

  /** How many records each list holds. */
  totals(): Record<ShopCollection, number> {
    const { customers, products, orders } = this.lists;
    return { customers: customers.size, products: products.size, orders: orders.size };
  }

  /** Ids as listed now. */
  ids(resource: R): number[] {
    return [...this.lists[resource].ids()];
  }

  /** The record as the shop shows it. */
  record(resource: R, id: number): Fields {
    return this.lists[resource].record(id);
  }

  /** Adds a record like the others, with these fields replaced. Returns its id. */
  add(collection: ShopCollection, fields: Fields = {}): number {
    const id = this.lists[collection].add({ ...this.stamp(collection, 'created'), ...fields }, this.placeOfNew(collection));
    this.onChange(collection, 'created', id);
    return id;
  }

  /** Replaces the given fields; the record counts as modified now. False: there is no such record. */
  change(resource: R, id: number, fields: Fields): boolean {
    if (!this.lists[resource].has(id)) return false;
    this.lists[resource].change(id, { ...this.stamp(resource, 'updated'), ...fields });
    this.onChange(resource, 'updated', id);
    return true;
  }

  /** False: there is no such record. */
  remove(resource: R, id: number): boolean {
    if (!this.lists[resource].remove(id)) return false;
    this.onChange(resource, 'deleted', id);
    return true;
  }

  /** Serialises every page of a list beforehand, so that a measurement does not include it. */
  abstract warm(collection: ShopCollection, perPage?: number): void;

  /** The shop's plugin, connected to the service at this address. */
  abstract plugin(serviceUrl: string): Pick<ServicePlugin, 'register' | 'finalise'>;

  protected abstract targetOf(url: string): Target;

  /** The response of a shop without faults. */
  protected abstract respond(request: ShopRequest, target: Target): ShopResponse;

  /** The platform's own error with this status. */
  protected abstract errorOf(status: number): ShopResponse;

  /** The date fields of a record that is created or updated now. */
  protected abstract stamp(resource: R | ShopCollection, event: ShopEvent): Fields;

  /** Where the list shows a new record. */
  protected placeOfNew(_collection: ShopCollection): 'first' | 'last' {
    return 'last';
  }

  /** Called after each change of a record. */
  protected onChange(_resource: R | ShopCollection, _event: ShopEvent, _id: number): void {
    // A platform without webhooks has nothing to send.
  }

  /** What can be done to the shop from outside its process. */
  protected controlActions(): ControlActions {
    const resourceOf = (input: ControlInput): R => collectionOf(input, Object.keys(this.lists) as R[]);
    const added = (input: ControlInput) => this.add(collectionOf(input, shopCollections), fieldsOf(input));
    return {
      totals: () => this.totals(),
      faults: ({ faults }) => this.setFaults(faults as Fault<P>[]),
      latency: (input) => this.setLatency(numberOf(input, 'ms')),
      warm: (input) => this.warm(collectionOf(input, shopCollections), numberOf(input, 'per_page')),
      add: (input) => ({ id: added(input) }),
      change: (input) => ({ changed: this.change(resourceOf(input), numberOf(input, 'id'), fieldsOf(input)) }),
      remove: (input) => ({ removed: this.remove(resourceOf(input), numberOf(input, 'id')) }),
      record: (input) => this.record(resourceOf(input), numberOf(input, 'id')),
      ids: (input) => ({ ids: this.ids(resourceOf(input)) }),
      ...pluginActions((serviceUrl) => this.plugin(serviceUrl)),
    };
  }

  private listen(): void {
    const { name, platform, options } = this;
    const page = { name, platform, collections: shopCollections, serviceUrl: options.serviceUrl };
    this.server.serve({ actions: this.controlActions(), page }, (request, response) => this.handle(request, response));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const target = this.targetOf(url);
    this.requests.request(target.path);
    if (target.page !== null) response.once('close', this.requests.page(target.path, target.page, target.parameters.get('modified_after')));
    const faults = this.faults.take(target);
    const body = method === 'POST' ? await text(request) : '';
    const waitMs = this.latencyMs + (faults.latency?.ms ?? 0);
    if (waitMs > 0) await sleep(waitMs);
    this.shiftPages(target, faults.insert !== undefined, faults.vanish !== undefined);
    const kept = faults.cache ? this.kept.get(pathOf(url)) : undefined;
    const honest = kept ?? this.respond({ method, url, headers, body }, target);
    if (faults.cache) this.kept.set(pathOf(url), honest);
    const spoiled = spoil(honest, faults, (status) => this.errorOf(status));
    this.requests.response(spoiled.status, spoiled.body.length);
    deliver(response, spoiled, faults, method !== 'HEAD');
  }

  private shiftPages({ path }: Target, isInserted: boolean, isRemoved: boolean): void {
    const collection = shopCollections.find((candidate) => candidate === path);
    if (!collection) return;
    const [oldest] = this.lists[collection].idsAscending();
    if (isInserted) this.add(collection);
    if (isRemoved && oldest !== undefined) this.remove(collection as R, oldest);
  }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
