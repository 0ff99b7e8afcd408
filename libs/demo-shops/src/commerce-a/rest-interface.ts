import type { ShopRequest, Target } from '../base/demo-shop';
import type { ListedChanges } from '../base/listed-changes';
import type { Fields } from '../base/record-list';
import { htmlResponse, type ShopResponse } from '../base/shop-response';
import { shopCollections, type ShopCollection } from '../base/variation';
import type { ShopTimeZone } from '../base/zone-time';
import { refusalOf, type ShopCredentials } from './access';
import { connectivityCheck, type CheckedShop } from './connectivity-check';
import type { RecordPages } from './record-pages';
import { errorResponse, jsonResponse, noRoute } from './responses';
import type { ShopWebhook } from './webhooks/shop-webhooks';

/** The shop behind its addresses. */
interface RestShop extends CheckedShop {
  name: string;
  url: string;
  credentials: ShopCredentials;
  webhooks: { list(): readonly ShopWebhook[] };
  changes: ListedChanges | null;
  /** Null: there is no such record. */
  single(collection: ShopCollection, id: number): Fields | null;
}

interface RestOptions {
  timeZone: ShopTimeZone;
  restPath: string;
  hasPlainPermalinks: boolean;
}

const checkPath = '/wp-json/service-connector/v1/connectivity-check';
const changesPath = '/wp-json/service-connector/v1/changes';

const unknownId: Record<ShopCollection, [code: string, message: string]> = {
  customers: ['woocommerce_rest_invalid_id', 'Invalid resource ID.'],
  products: ['woocommerce_rest_product_invalid_id', 'Invalid ID.'],
  orders: ['woocommerce_rest_shop_order_invalid_id', 'Invalid ID.'],
};

/** The shop's public addresses: REST interface, the plugin's route and the home page. */
export class RestInterface {
  constructor(
    private readonly shop: RestShop,
    private readonly pages: RecordPages,
    private readonly options: RestOptions,
  ) {}

  targetOf({ address, parameters }: ShopRequest): Target {
    if (address === checkPath) return { path: 'connectivity-check', page: null };
    if (address === changesPath && this.shop.changes) return { path: 'changes', page: null };
    const { collection, id } = this.namedBy(address);
    if (!collection) return { path: 'other', page: null };
    return { path: collection, page: id === null ? Number(parameters.get('page') ?? 1) : null };
  }

  /** Every REST response links to the interface, unless it links to a neighbouring page. */
  respond(request: ShopRequest): ShopResponse {
    const response = this.withoutLink(request);
    const { headers } = response;
    if (headers.Link !== undefined || !headers['Content-Type']?.startsWith('application/json')) return response;
    return { ...response, headers: { ...headers, Link: `<${this.shop.url}/wp-json/>; rel="https://api.w.org/"` } };
  }

  private withoutLink(request: ShopRequest): ShopResponse {
    const { method, address, headers } = request;
    const { hasPlainPermalinks, restPath } = this.options;
    if (hasPlainPermalinks && address.startsWith('/wp-json/')) return this.homePage(request);
    const ofPlugin = this.ofPlugin(request);
    if (ofPlugin) return ofPlugin;
    if (address === '/') return htmlResponse(200, this.shop.name);
    if (address === '/wp-json/') return this.restIndex();
    const { collection, id } = this.namedBy(address);
    const isWebhooks = address === `/${restPath}/webhooks`;
    if ((!collection && !isWebhooks) || (method !== 'GET' && method !== 'HEAD')) return noRoute();
    const refusal = refusalOf(headers.authorization, this.shop.credentials);
    if (refusal) return refusal;
    if (!collection) return webhookList(this.shop.webhooks.list());
    return id === null ? this.pages.page(collection, request.parameters) : this.single(collection, id);
  }

  /** Null: none of the plugin's addresses. */
  private ofPlugin(request: ShopRequest): ShopResponse | null {
    const { method, address } = request;
    if (address === checkPath) return connectivityCheck(request, this.shop, this.options.timeZone);
    return address === changesPath && method === 'GET' ? (this.shop.changes?.respond(request) ?? null) : null;
  }

  private single(collection: ShopCollection, id: number): ShopResponse {
    const record = this.shop.single(collection, id);
    if (record) return jsonResponse(200, record);
    const [code, message] = unknownId[collection];
    return errorResponse(404, code, message);
  }

  /** A shop with plain permalinks takes /wp-json/ for a page and shows its home page. */
  private homePage({ method, address, query }: ShopRequest): ShopResponse {
    if (method === 'POST' || address.endsWith('/')) return htmlResponse(200, this.shop.name);
    const location = `${address}/${query === undefined ? '' : `?${query}`}`;
    return { status: 301, headers: { Location: location, 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.alloc(0) };
  }

  /** The root of the REST interface, which needs no key: the shop's settings and its namespaces. */
  private restIndex(): ShopResponse {
    const { name, url } = this.shop;
    const { restPath, timeZone } = this.options;
    const namespaces = ['oembed/1.0', restPath.replace(/^wp-json\//, ''), 'service-connector/v1', 'wp/v2'];
    const time = { gmt_offset: timeZone === 'UTC' ? '0' : '1', timezone_string: timeZone };
    return jsonResponse(200, { name, description: '', url, home: url, ...time, namespaces, authentication: {} });
  }

  private namedBy(address: string): { collection: ShopCollection | null; id: number | null } {
    const root = `/${this.options.restPath}/`;
    const [name = '', id, ...more] = address.startsWith(root) ? address.slice(root.length).split('/') : [];
    const collection = shopCollections.find((candidate) => candidate === name);
    if (!collection || more.length > 0 || (id !== undefined && !/^\d+$/.test(id))) return { collection: null, id: null };
    return { collection, id: id === undefined ? null : Number(id) };
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
