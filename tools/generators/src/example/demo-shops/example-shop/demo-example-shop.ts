import {
  DemoShop,
  type DemoShopOptions,
  type ShopEvent,
  type ShopRequest,
  type ShopServer,
  type Target,
} from '../../../../../../libs/demo-shops/src/base/demo-shop';
import { RecordList, type Fields } from '../../../../../../libs/demo-shops/src/base/record-list';
import { ServicePlugin } from '../../../../../../libs/demo-shops/src/base/service-plugin';
import type { ShopResponse } from '../../../../../../libs/demo-shops/src/base/shop-response';
import { createdMs, cutIds, modifiedMs, shopCollections, type ShopCollection } from '../../../../../../libs/demo-shops/src/base/variation';
import recorded from './records.json';

const maxPerPage = 100;

/** A shop of Example Shop. Its records are copies of those in records.json. */
export class DemoExampleShop extends DemoShop {
  static readonly recorded: Readonly<Record<ShopCollection, Fields>> = recorded;
  readonly credentials = { api_key: 'key-of-the-demo-shop' };
  protected readonly lists: Readonly<Record<ShopCollection, RecordList>>;

  private constructor(opened: ShopServer, options: DemoShopOptions) {
    super(opened, 'example_shop', { ...options, name: options.name ?? 'Demo Example Shop' });
    const { seed = 1, customers = 100, products = 80, orders = 150 } = options;
    const variation = { seed, sizes: { customers, products, orders }, firstIds: { customers: 1, products: 1, orders: 1 } };
    const listOf = (collection: ShopCollection): RecordList => {
      const cut = (id: number): Fields => ({
        ...recorded[collection],
        id,
        created_at: new Date(createdMs(variation, collection, id)).toISOString(),
        updated_at: new Date(modifiedMs(variation, collection, id)).toISOString(),
      });
      return new RecordList({ cut, ids: cutIds(variation, collection), nextId: variation.sizes[collection] + 1 });
    };
    this.lists = { customers: listOf('customers'), products: listOf('products'), orders: listOf('orders') };
  }

  /** Resolves when the shop responds. Rejects when the port is taken. */
  static start(options: DemoShopOptions = {}): Promise<DemoExampleShop> {
    return DemoShop.open((opened, given) => new DemoExampleShop(opened, given), options);
  }

  /** This shop keeps no serialised pages. */
  warm(): void {
    return undefined;
  }

  plugin(serviceUrl: string): ServicePlugin {
    return new ServicePlugin({ system_slug: 'example_shop', base_url: this.url, credentials: this.credentials }, serviceUrl);
  }

  protected override targetOf({ address, parameters }: ShopRequest): Target {
    const collection = collectionAt(address);
    return { path: collection ?? 'other', page: collection ? Number(parameters.get('page') ?? 1) : null };
  }

  protected override respond({ address, headers, parameters }: ShopRequest): ShopResponse {
    const expected = `Basic ${Buffer.from(`${this.credentials.api_key}:`).toString('base64')}`;
    if (headers.authorization !== expected) return this.errorOf(401);
    if (address === '/api/account') return jsonResponse(200, { id: 'account-1', name: this.name });
    const collection = collectionAt(address);
    return collection ? this.pageOf(collection, parameters) : this.errorOf(404);
  }

  protected override errorOf(status: number): ShopResponse {
    return jsonResponse(status, { error: { status } });
  }

  protected override stamp(_collection: ShopCollection, event: ShopEvent): Fields {
    const now = new Date().toISOString();
    return event === 'created' ? { created_at: now, updated_at: now } : { updated_at: now };
  }

  private pageOf(collection: ShopCollection, parameters: URLSearchParams): ShopResponse {
    const [page, perPage] = [Number(parameters.get('page')), Number(parameters.get('per_page'))];
    if (!(page >= 1 && perPage >= 1 && perPage <= maxPerPage)) return this.errorOf(400);
    const after = Date.parse(parameters.get('modified_after') ?? '0001-01-01T00:00:00Z');
    const records = this.ids(collection).map((id) => this.record(collection, id));
    const found = records.filter(({ updated_at }) => Date.parse(String(updated_at)) > after);
    return jsonResponse(200, { data: found.slice((page - 1) * perPage, page * perPage), total: found.length });
  }
}

function collectionAt(address: string): ShopCollection | undefined {
  return shopCollections.find((collection) => address === `/api/${collection}`);
}

function jsonResponse(status: number, value: unknown): ShopResponse {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: Buffer.from(JSON.stringify(value)) };
}
