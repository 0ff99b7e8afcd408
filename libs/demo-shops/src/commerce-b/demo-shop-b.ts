import { randomBytes } from 'node:crypto';
import { platforms, type PluginInfo } from '@sync/platforms';
import { DemoShop, type DemoShopOptions, type ShopEvent, type ShopRequest, type ShopServer, type Target } from '../base/demo-shop';
import type { Fault } from '../base/faults';
import { ListedChanges } from '../base/listed-changes';
import type { Fields, RecordList } from '../base/record-list';
import { newestPlugin, ServicePlugin } from '../base/service-plugin';
import { htmlResponse, type ShopResponse } from '../base/shop-response';
import { nowInSeconds, shopCollections, type ShopCollection } from '../base/variation';
import { localTime, type ShopTimeZone } from '../base/zone-time';
import { changedTexts, type ShopLanguage } from './languages';
import { RecordPages, type Dialect } from './record-pages';
import { addressIds, recordLists, type CurrencyCode } from './records';
import { resourceOf, type ShopResource } from './resources';
import { error, errorResponse, platformVersion } from './responses';
import { newApiKey, Webservice } from './webservice';

const { plugin } = platforms.commerceB;

export interface DemoShopBOptions extends DemoShopOptions {
  /** Id of the first record of each collection. Default 1. */
  firstId?: number;
  /** 32 characters. Default: a new random key. */
  apiKey?: string;
  /** The first is the default one. With one language, translated fields are plain text. Default en, de. */
  languages?: readonly ShopLanguage[];
  /** The shop's default. Default EUR. */
  currency?: CurrencyCode;
  /** Default Europe/Berlin. */
  timeZone?: ShopTimeZone;
  /** What the key may read. Default: every resource. */
  rights?: readonly ShopResource[];
  /** Shops of the installation. Default 1. */
  shops?: number;
  /** Default today. */
  dialect?: Dialect;
  /** True: the host drops the Authorization header; a key in the address still works. */
  authorizationDropped?: boolean;
  /** The service's module is installed: it lists what has changed. Default false. */
  module?: boolean;
  /** When the module's list began, in milliseconds since 1970. Default now. */
  moduleSince?: number;
}

/** In faults, pages count from 1 by offset and count of `limit`; a list without limit is page 0. */
export type ShopBFault = Fault<ShopPath>;
/** `changes`: the module's list. */
type ShopPath = ShopResource | 'changes' | 'other';

const hostErrors: Record<number, string> = { 429: 'Too Many Requests', 502: 'Bad Gateway', 503: 'Service Temporarily Unavailable' };

/** The key of the shop's webservice, and what its module adds. */
interface ShopBCredentials {
  api_key: string;
  webhook_secret?: string;
  module_version?: string;
}

/** The plugin of a commerce_b shop. The platform sends no webhooks, so the plugin creates none. */
export class DemoPluginB extends ServicePlugin {
  constructor(shop: { url: string; credentials: ShopBCredentials; described: PluginInfo | null }, serviceUrl: string) {
    const { url, credentials, described } = shop;
    super({ system_slug: 'commerce_b', base_url: url, credentials, plugin: described ?? undefined }, serviceUrl);
  }
}

const withoutModule = { changes: null, described: null, said: {} };

function moduleWith(apiKey: string, since?: number) {
  const version = { module_version: plugin.releases[0].version };
  return {
    changes: new ListedChanges(apiKey, version, since),
    described: newestPlugin(plugin, platformVersion),
    said: { webhook_secret: randomBytes(24).toString('base64url'), ...version },
  };
}

/** A shop of commerce_b, with its webservice and its plugin. */
export class DemoShopB extends DemoShop<ShopResource, ShopPath> {
  protected readonly lists: Readonly<Record<ShopResource, RecordList>>;
  private readonly timeZone: ShopTimeZone;
  private readonly recordPages: RecordPages;
  private readonly webservice: Webservice;
  private readonly changes: ListedChanges | null;
  /** What the module says of itself. Null: there is none. */
  readonly described: PluginInfo | null;
  readonly credentials: ShopBCredentials;

  private constructor(opened: ShopServer, options: DemoShopBOptions) {
    super(opened, 'commerce_b', { ...options, name: options.name ?? 'Demo Shop B' });
    const { seed = 1, customers = 300, orders = 500, products = 200, firstId = 1, shops = 1 } = options;
    const { languages = ['en', 'de'], currency = 'EUR', timeZone = 'Europe/Berlin', dialect = 'today' } = options;
    const firstIds = { customers: firstId, products: firstId, orders: firstId };
    const sizes = { customers, orders, products };
    this.timeZone = timeZone;
    const apiKey = options.apiKey ?? newApiKey();
    const { changes, described, said } = options.module ? moduleWith(apiKey, options.moduleSince) : withoutModule;
    this.changes = changes;
    this.described = described;
    this.credentials = { api_key: apiKey, ...said };
    this.lists = recordLists({ seed, sizes, firstIds, name: this.name, shops, timeZone, languages, currency });
    this.recordPages = new RecordPages(this.lists, this.pages, this.url, dialect);
    this.webservice = new Webservice(this.recordPages, { ...options, apiKey });
  }

  /** Resolves when the shop responds. Rejects when the port is taken. */
  static start(options: DemoShopBOptions = {}): Promise<DemoShopB> {
    return DemoShop.open((opened, given) => new DemoShopB(opened, given), options);
  }

  /** Replaces what the key may read. */
  setRights(rights: readonly ShopResource[]): void {
    this.webservice.rights = rights;
  }

  /** Off: 503, code 22. */
  switchWebservice(isOn: boolean): void {
    this.webservice.isOn = isOn;
  }

  /** A new customer comes with an address. */
  override add(collection: ShopCollection, fields: Fields = {}): number {
    const id = super.add(collection, fields);
    if (collection === 'customers') this.lists.addresses.add(this.stamp('addresses', 'created'), 'last', addressIds(id).first);
    return id;
  }

  /** A text for a translated field counts for all languages. */
  override change(resource: ShopResource, id: number, fields: Fields): boolean {
    return super.change(resource, id, changedTexts(this.record(resource, id), fields));
  }

  warm(collection: ShopCollection, perPage = 50): void {
    this.recordPages.warm(collection, perPage);
  }

  plugin(serviceUrl: string): DemoPluginB {
    return new DemoPluginB(this, serviceUrl);
  }

  protected override targetOf(request: ShopRequest): Target {
    const { address, parameters } = request;
    if (this.changesAskedBy(request)) return { path: 'changes', page: null };
    const [, root, name = '', id = ''] = address.split('/');
    const resource = root === 'api' ? resourceOf(name) : null;
    return { path: resource ?? 'other', page: resource && id === '' ? pageOf(parameters.get('limit')) : null };
  }

  private changesAskedBy({ address, parameters }: ShopRequest): ListedChanges | null {
    const isOfModule = parameters.get('module') === plugin.name && parameters.get('controller') === 'changes';
    return address === '/index.php' && isOfModule ? this.changes : null;
  }

  protected override respond(request: ShopRequest): ShopResponse {
    const { address } = request;
    const changes = this.changesAskedBy(request);
    if (changes) return changes.respond(request);
    if (address === '/api' || address.startsWith('/api/')) return this.webservice.respond(request);
    return address === '/' ? htmlResponse(200, this.name) : htmlResponse(404, 'The page you are looking for was not found.');
  }

  /** 401 and 500 come from the webservice: a PHP error becomes an entry of `errors`. The host in front responds with all others, as a page. */
  protected override errorOf(status: number): ShopResponse {
    if (status === 401) return errorResponse('JSON', [error(401, 21, 'No permission for this authentication key')], false);
    if (status === 500) return errorResponse('JSON', [error(500, 2, '[PHP Error #1] Allowed memory size of 134217728 bytes exhausted')]);
    return htmlResponse(status, `${status} ${hostErrors[status] ?? 'Error'}`);
  }

  /** A change of an address is one of its customer and of the orders that show it. */
  protected override onChange(resource: ShopResource, event: ShopEvent, id: number): void {
    if (!this.changes) return;
    const collection = shopCollections.find((candidate) => candidate === resource);
    if (collection) return this.changes.note(collection, id, event);
    if (resource !== 'addresses') return;
    this.changes.note('customers', Number(this.record('addresses', id).id_customer), 'updated');
    for (const order of this.ids('orders')) {
      const { id_address_invoice: invoice, id_address_delivery: delivery } = this.record('orders', order);
      if ([invoice, delivery].includes(String(id))) this.changes.note('orders', order, 'updated');
    }
  }

  protected override stamp(resource: ShopResource, event: ShopEvent): Fields {
    const now = localTime(nowInSeconds(), this.timeZone);
    if (event === 'created') return { date_add: now, date_upd: now };
    return 'date_upd' in this.record(resource, this.ids(resource)[0] ?? 0) ? { date_upd: now } : {};
  }
}

function pageOf(limit: string | null): number {
  const [offset = 0, count = 0] = (limit ?? '').split(',').map(Number);
  return count > 0 ? Math.floor(offset / count) + 1 : 0;
}
