import { shopCollections, type ShopCollection } from '../commerce-a/data/shop-setup';
import type { ShopTimeZone } from '../commerce-a/data/shop-time';
import { RequestCounters, type ShopCounters } from '../commerce-a/request-counters';
import { ShopServer } from '../shop-server';
import type { CurrencyCode } from './data/currencies';
import type { ShopLanguage } from './data/languages';
import type { ShopSetup } from './data/shop-setup';
import { DemoPluginB, type ShopBCredentials } from './demo-plugin';
import { KeyAccess, newApiKey } from './key-access';
import { ResourceLists } from './resource-lists';
import type { ShopResource } from './resources';
import { ShopContents } from './shop-contents';
import { controlActions } from './shop-control';
import { ShopBFaults, type ShopBFault } from './shop-faults';
import { ShopRequests } from './shop-requests';
import { shownRecord, type Dialect } from './shown-record';
import { Webservice } from './webservice';

export interface DemoShopBOptions {
  /** Default `Demo Shop B`. */
  name?: string;
  /** The same seed and sizes give the same records on every machine. Default 1. */
  seed?: number;
  /** Default 300. Each comes with one address or two. */
  customers?: number;
  /** Default 500, each with one to four rows. */
  orders?: number;
  /** Default 200. */
  products?: number;
  /** Id of the first record of each collection. Default 1. */
  firstId?: number;
  /** A free port when left out. */
  port?: number;
  /** Before every answer. Default 0. */
  latencyMs?: number;
  /** 32 characters; a new random one when left out. */
  apiKey?: string;
  /** The first is the default one. With a single one, fields in several languages are plain text. Default en, de. */
  languages?: readonly ShopLanguage[];
  /** The shop's default. Default EUR. */
  currency?: CurrencyCode;
  /** Default Europe/Berlin. */
  timeZone?: ShopTimeZone;
  /** What the key may read. Default everything. */
  rights?: readonly ShopResource[];
  /** Shops of the installation; the key is for the first. Default 1. */
  shops?: number;
  /** Default today. */
  dialect?: Dialect;
  /** True: the host loses the Authorization header; a key in the address still works. */
  authorizationDropped?: boolean;
  /** True: a request under any other host name than the shop's address is redirected to its front page. */
  ownHostOnly?: boolean;
  /** What the control page has for the address of the service at first. */
  serviceUrl?: string;
  /** Memory for serialised pages. Default 128 MiB. */
  pageCacheBytes?: number;
}

function partsOf(options: DemoShopBOptions) {
  const { name = 'Demo Shop B', apiKey = newApiKey(), latencyMs = 0, shops = 1, dialect = 'today' } = options;
  const { authorizationDropped = false, ownHostOnly = false, pageCacheBytes = 128 * 1024 * 1024 } = options;
  return { name, apiKey, latencyMs, shops, dialect, authorizationDropped, ownHostOnly, pageCacheBytes };
}

function setupOf(options: DemoShopBOptions): ShopSetup {
  const { customers = 300, orders = 500, products = 200, seed = 1, firstId = 1 } = options;
  const { languages = ['en', 'de'], currency = 'EUR', timeZone = 'Europe/Berlin' } = options;
  return { seed, sizes: { customers, orders, products }, firstId, timeZone, languages, currency };
}

/** A shop of commerce platform B with made-up people and goods: a real HTTP server on 127.0.0.1 that answers as real shops were seen to answer. */
export class DemoShopB {
  private readonly contents: ShopContents;
  private readonly access: KeyAccess;
  private readonly lists: ResourceLists;
  private readonly webservice: Webservice;
  private readonly faults = new ShopBFaults();
  private readonly requests = new RequestCounters();
  private latencyMs: number;
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly credentials: ShopBCredentials;

  private constructor(
    private readonly server: ShopServer,
    options: DemoShopBOptions,
  ) {
    const { name, apiKey, latencyMs, shops, dialect, pageCacheBytes, ...manners } = partsOf(options);
    this.name = name;
    this.url = server.url;
    this.port = server.port;
    this.credentials = { api_key: apiKey };
    this.latencyMs = latencyMs;
    this.contents = new ShopContents(setupOf(options), { name, shops });
    this.lists = new ResourceLists(this.contents, { storeBase: this.url, dialect, pageCacheBytes });
    this.access = new KeyAccess(apiKey, options.rights);
    const languages = this.contents.setup.languages.length;
    this.webservice = new Webservice(this.lists, this.access, { name, storeBase: this.url, languages, shops, ...manners });
    this.listen(options.serviceUrl);
  }

  /** Resolves when the shop answers. Rejects when the port is taken. */
  static async start(options: DemoShopBOptions = {}): Promise<DemoShopB> {
    return new DemoShopB(await ShopServer.open(options.port), options);
  }

  /** Cuts whatever is under way. */
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
  setFaults(faults: readonly ShopBFault[]): void {
    this.faults.set(faults);
  }

  setLatency(ms: number): void {
    this.latencyMs = ms;
  }

  /** Replaces what the key may read. */
  setRights(rights: readonly ShopResource[]): void {
    this.access.setRights(rights);
  }

  /** Off: 503, code 22. */
  switchWebservice(on: boolean): void {
    this.webservice.isOn = on;
  }

  /** How many records each list holds, customers marked as deleted among them. */
  totals(): Record<ShopCollection, number> {
    return this.contents.totals();
  }

  /** Ids as listed when no order is asked for. */
  ids(resource: ShopResource): number[] {
    return [...this.contents.of(resource).ids()];
  }

  /** The record as the shop shows it with display=full. */
  record(resource: ShopResource, id: number): Record<string, unknown> {
    const languages = this.contents.setup.languages.map((_, index) => index);
    const request = { display: 'full', languages, filters: [], sort: [], limit: null, prices: new Map<string, never>() } as const;
    return shownRecord(this.contents.of(resource).record(id), request, {}, 'today');
  }

  /** A text given for a field in several languages counts for all of them. */
  add(collection: ShopCollection, fields: Record<string, unknown> = {}): number {
    return this.contents.add(collection, fields);
  }

  /** Fields given replace those of the record, whose date_upd becomes now. False: there is no such record. */
  change(resource: ShopResource, id: number, fields: Record<string, unknown>): boolean {
    return this.contents.change(resource, id, fields);
  }

  /** The row is gone for good. A customer can also be marked as deleted: change `deleted` to "1". False: there is no such record. */
  remove(resource: ShopResource, id: number): boolean {
    return this.contents.remove(resource, id);
  }

  /** Serialises every page beforehand, as it is asked for with display=full, sort=[id_ASC] and limit. */
  warm(collection: ShopCollection, perPage = 50): void {
    this.lists.warm(collection, perPage);
  }

  /** The shop's plugin, talking to the service at this address. */
  plugin(serviceUrl: string): DemoPluginB {
    return new DemoPluginB(this, serviceUrl);
  }

  private listen(serviceUrl: string | undefined): void {
    const requests = new ShopRequests({
      name: this.name,
      latencyMs: () => this.latencyMs,
      contents: this.contents,
      webservice: this.webservice,
      faults: this.faults,
      counters: this.requests,
    });
    const page = { name: this.name, platform: 'commerce_b', collections: shopCollections, serviceUrl };
    this.server.serve({ actions: controlActions(this), page }, requests);
  }
}
