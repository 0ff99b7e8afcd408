import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { deliver, Faults, spoil, type Fault } from './faults';
import { controlPrefix, handleLocalControl, pluginActions, type ControlActions } from './local-control';
import type { Fields, RecordList } from './record-list';
import { RequestCounters, type ShopCounters } from './request-counters';
import type { ServicePlugin } from './service-plugin';
import type { ShopResponse } from './shop-response';
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

export interface ShopRequest {
  method: string;
  /** Path of the URL. */
  address: string;
  /** As it was sent. Undefined: the URL has no question mark. */
  query: string | undefined;
  parameters: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Of a POST. */
  body: string;
}

/** What a request asks for. */
export interface Target {
  /** The name that counters and faults know: a collection or resource, or `other`. */
  path: string;
  /** Page of a list; null: not a list. */
  page: number | null;
}

/** The open port of a shop. */
export interface ShopServer {
  server: Server;
  port: number;
  url: string;
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
    private readonly opened: ShopServer,
    private readonly platform: string,
    private readonly options: DemoShopOptions,
  ) {
    this.name = options.name ?? 'Demo Shop';
    this.url = opened.url;
    this.port = opened.port;
    this.latencyMs = options.latencyMs ?? 0;
  }

  /** Opens the port, then the shop. Rejects when the port is taken. */
  protected static async open<O extends DemoShopOptions, S extends DemoShop<string, string>>(
    create: (opened: ShopServer, options: O) => S,
    options: O,
  ): Promise<S> {
    const { port = 0, address } = options;
    const server = createServer({ keepAliveTimeout: 65_000 }).listen(port, address === undefined ? '127.0.0.1' : '0.0.0.0');
    await once(server, 'listening');
    const { port: own } = server.address() as AddressInfo;
    const shop = create({ server, port: own, url: `http://${address ?? '127.0.0.1'}:${own}` }, options);
    shop.listen();
    return shop;
  }

  /** Cuts open requests. */
  async stop(): Promise<void> {
    const { server } = this.opened;
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
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

  protected abstract targetOf(request: ShopRequest): Target;

  /** The response of a shop without faults. */
  protected abstract respond(request: ShopRequest): ShopResponse;

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
    return {
      totals: () => this.totals(),
      faults: ({ faults }) => this.setFaults(faults as Fault<P>[]),
      latency: ({ ms }) => this.setLatency(ms as number),
      warm: ({ collection, per_page }) => this.warm(collection as ShopCollection, per_page as number),
      add: ({ collection, fields }) => ({ id: this.add(collection as ShopCollection, fields as Fields) }),
      change: ({ collection, id, fields }) => ({ changed: this.change(collection as R, id as number, fields as Fields) }),
      remove: ({ collection, id }) => ({ removed: this.remove(collection as R, id as number) }),
      record: ({ collection, id }) => this.record(collection as R, id as number),
      ids: ({ collection }) => ({ ids: this.ids(collection as R) }),
      ...pluginActions((serviceUrl) => this.plugin(serviceUrl)),
    };
  }

  private listen(): void {
    const { name, platform, options } = this;
    const page = { name, platform, collections: shopCollections, serviceUrl: options.serviceUrl };
    const actions = this.controlActions();
    this.opened.server.on('request', (request, response) => {
      const isControl = request.url?.startsWith(controlPrefix);
      const handled = isControl ? handleLocalControl(actions, page, request, response) : this.handle(request, response);
      handled.catch(() => response.destroy());
    });
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const [address = '', query] = url.split('?', 2);
    const parameters = new URLSearchParams(query);
    const request: ShopRequest = { method, address, query, parameters, headers, body: '' };
    const target = this.targetOf(request);
    this.requests.request(target.path);
    if (target.page !== null) response.once('close', this.requests.page(target.path, target.page, parameters.get('modified_after')));
    const faults = this.faults.take(target);
    if (method === 'POST') request.body = await text(incoming);
    const waitMs = this.latencyMs + (faults.latency?.ms ?? 0);
    if (waitMs > 0) await sleep(waitMs);
    this.shiftPages(target, faults.insert !== undefined, faults.vanish !== undefined);
    const kept = faults.cache ? this.kept.get(address) : undefined;
    const honest = kept ?? this.respond(request);
    if (faults.cache) this.kept.set(address, honest);
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
