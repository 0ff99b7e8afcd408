import type { ShopCollection } from './data/shop-setup';
import type { ShopTimeZone } from './data/shop-time';
import { readListRequest, type ListRequest } from './list-request';
import { PageCache } from './page-cache';
import type { ShopContents } from './shop-contents';
import { errorAnswer, jsonAnswer, listAnswer, phpJson, type ShopAnswer } from './wordpress-answers';

export interface ShopListsOptions {
  /** Which headers tell the totals. */
  totalsHeaders: 'X-WP' | 'X-Store';
  timeZone: ShopTimeZone;
  restPath: string;
  storeBase: string;
  pageCacheBytes: number;
}

const unknownIds: Record<ShopCollection, [code: string, message: string]> = {
  customers: ['woocommerce_rest_invalid_id', 'Invalid resource ID.'],
  products: ['woocommerce_rest_product_invalid_id', 'Invalid ID.'],
  orders: ['woocommerce_rest_shop_order_invalid_id', 'Invalid ID.'],
};

/** The three collections of the REST interface, version 3. */
export class ShopLists {
  private readonly cache: PageCache;

  constructor(
    private readonly contents: ShopContents,
    private readonly options: ShopListsOptions,
  ) {
    this.cache = new PageCache(options.pageCacheBytes);
  }

  list(collection: ShopCollection, parameters: URLSearchParams): ShopAnswer {
    const request = readListRequest(collection, parameters, this.options.timeZone);
    if ('status' in request) return request;
    const ids = this.contents.ids(collection, request.modifiedAfterMs);
    return listAnswer(this.body(collection, request, ids), this.headers(collection, request, ids.length));
  }

  single(collection: ShopCollection, id: number): ShopAnswer {
    const [code, message] = unknownIds[collection];
    const isThere = this.contents.has(collection, id) || this.contents.isTrashed(collection, id);
    return isThere ? jsonAnswer(200, this.contents.record(collection, id)) : errorAnswer(404, code, message);
  }

  /** Serialises every page once, so that a measurement does not measure it. */
  warm(collection: ShopCollection, perPage: number): void {
    const ids = this.contents.ids(collection);
    for (let page = 1; page <= Math.ceil(ids.length / perPage); page += 1)
      this.body(collection, { page, perPage, modifiedAfterMs: null, query: '' }, ids);
  }

  private body(collection: ShopCollection, { page, perPage, modifiedAfterMs }: ListRequest, ids: readonly number[]): Buffer {
    const key = `${collection} ${this.contents.versions[collection]} ${modifiedAfterMs ?? ''} ${perPage} ${page}`;
    return this.cache.get(key, () => {
      const records = ids.slice((page - 1) * perPage, page * perPage).map((id) => this.contents.record(collection, id));
      return Buffer.from(phpJson(records));
    });
  }

  private headers(collection: ShopCollection, request: ListRequest, total: number): Record<string, string> {
    const pages = Math.ceil(total / request.perPage);
    const { totalsHeaders: prefix } = this.options;
    const links = this.links(collection, request, pages);
    // Past the end the newer order tables forget their totals; the other collections keep them.
    const forgotten = collection === 'orders' && request.page > pages;
    return { [`${prefix}-Total`]: String(forgotten ? 0 : total), [`${prefix}-TotalPages`]: String(forgotten ? 0 : pages), ...links };
  }

  private links(collection: ShopCollection, { page, query }: ListRequest, pages: number): Record<string, string> {
    const { storeBase, restPath } = this.options;
    const link = (target: number, relation: string) => {
      const parameters = new URLSearchParams(query);
      parameters.set('page', String(target));
      return `<${storeBase}/${restPath}/${collection}?${parameters.toString()}>; rel="${relation}"`;
    };
    const links = [];
    if (page > 1) links.push(link(Math.min(page - 1, pages), 'prev'));
    if (page < pages) links.push(link(page + 1, 'next'));
    return links.length > 0 ? { Link: links.join(', ') } : {};
  }
}
