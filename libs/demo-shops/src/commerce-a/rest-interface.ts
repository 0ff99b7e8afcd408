import type { ShopRequest, Target } from '../base/demo-shop';
import type { Fields } from '../base/record-list';
import { htmlResponse, type ShopResponse } from '../base/shop-response';
import { shopCollections, type ShopCollection } from '../base/variation';
import { ShopAccess, type ShopCredentials } from './access';
import { connectivityCheck } from './connectivity-check';
import type { RecordPages } from './record-pages';
import type { ShopSetup } from './records';
import { errorResponse, jsonResponse, noRoute } from './responses';
import type { ShopWebhook } from './webhooks/shop-webhooks';

interface RestParts {
  name: string;
  setup: ShopSetup;
  restPath: string;
  hasPlainPermalinks: boolean;
  credentials: ShopCredentials;
  pages: RecordPages;
  /** Null: there is no such record. */
  single: (collection: ShopCollection, id: number) => Fields | null;
  webhooks: () => readonly ShopWebhook[];
  onVerified: (connectionId: string) => void;
}

const checkPath = '/wp-json/service-connector/v1/connectivity-check';

const unknownId: Record<ShopCollection, [code: string, message: string]> = {
  customers: ['woocommerce_rest_invalid_id', 'Invalid resource ID.'],
  products: ['woocommerce_rest_product_invalid_id', 'Invalid ID.'],
  orders: ['woocommerce_rest_shop_order_invalid_id', 'Invalid ID.'],
};

/** The shop's public addresses: REST interface, the plugin's route and the home page. */
export class RestInterface {
  private readonly access: ShopAccess;

  constructor(private readonly parts: RestParts) {
    this.access = new ShopAccess(parts.credentials);
  }

  targetOf(url: string): Target {
    const [path = '', query] = url.split('?', 2);
    const parameters = new URLSearchParams(query);
    if (path === checkPath) return { path: 'connectivity-check', page: null, parameters };
    const { collection, id } = this.namedBy(path);
    if (!collection) return { path: 'other', page: null, parameters };
    return { path: collection, page: id === null ? Number(parameters.get('page') ?? 1) : null, parameters };
  }

  /** Every REST response links to the interface, unless it links to a neighbouring page. */
  respond(request: ShopRequest, target: Target): ShopResponse {
    const response = this.withoutLink(request, target);
    const { headers } = response;
    if (headers.Link !== undefined || !headers['Content-Type']?.startsWith('application/json')) return response;
    return { ...response, headers: { ...headers, Link: `<${this.parts.setup.storeBase}/wp-json/>; rel="https://api.w.org/"` } };
  }

  private withoutLink({ method, url, headers, body }: ShopRequest, { path, parameters }: Target): ShopResponse {
    const { name, hasPlainPermalinks, credentials, restPath, pages, webhooks, onVerified } = this.parts;
    const [address = '', query] = url.split('?', 2);
    if (hasPlainPermalinks && address.startsWith('/wp-json/')) return this.homePage(method, address, query);
    if (path === 'connectivity-check') return connectivityCheck(method, body, credentials.connection_token, onVerified);
    if (address === '/') return htmlResponse(200, name);
    if (address === '/wp-json/') return this.restIndex();
    const { collection, id } = this.namedBy(address);
    const isWebhooks = address === `/${restPath}/webhooks`;
    if ((!collection && !isWebhooks) || (method !== 'GET' && method !== 'HEAD')) return noRoute();
    const refusal = this.access.refusal(headers.authorization);
    if (refusal) return refusal;
    if (!collection) return webhookList(webhooks());
    return id === null ? pages.page(collection, parameters) : this.single(collection, id);
  }

  private single(collection: ShopCollection, id: number): ShopResponse {
    const record = this.parts.single(collection, id);
    if (record) return jsonResponse(200, record);
    const [code, message] = unknownId[collection];
    return errorResponse(404, code, message);
  }

  /** A shop with plain permalinks takes /wp-json/ for a page and shows its home page. */
  private homePage(method: string, address: string, query: string | undefined): ShopResponse {
    if (method === 'POST' || address.endsWith('/')) return htmlResponse(200, this.parts.name);
    const location = `${address}/${query === undefined ? '' : `?${query}`}`;
    return { status: 301, headers: { Location: location, 'Content-Type': 'text/html; charset=UTF-8' }, body: Buffer.alloc(0) };
  }

  /** The root of the REST interface, which needs no key: the shop's settings and its namespaces. */
  private restIndex(): ShopResponse {
    const { name, restPath, setup } = this.parts;
    const { timeZone, storeBase } = setup;
    const namespaces = ['oembed/1.0', restPath.replace(/^wp-json\//, ''), 'service-connector/v1', 'wp/v2'];
    const urls = { url: storeBase, home: storeBase };
    const time = { gmt_offset: timeZone === 'UTC' ? '0' : '1', timezone_string: timeZone };
    return jsonResponse(200, { name, description: '', ...urls, ...time, namespaces, authentication: {} });
  }

  private namedBy(address: string): { collection: ShopCollection | null; id: number | null } {
    const root = `/${this.parts.restPath}/`;
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
