import type { Pages } from '../base/demo-shop';
import type { Fields, RecordList } from '../base/record-list';
import type { ShopResponse } from '../base/shop-response';
import type { ShopCollection } from '../base/variation';
import { readModifiedAfter } from './modified-after';
import { recordModifiedMs, type ShopSetup } from './records';
import { invalidParameter, listResponse, phpJson } from './responses';

interface PageRequest {
  page: number;
  perPage: number;
  modifiedAfterMs: number | null;
  /** The only ids to list; null: all. */
  include: readonly number[] | null;
  /** The only fields to show; null: all. */
  fields: readonly string[] | null;
}

const isResponse = (read: PageRequest | ShopResponse): read is ShopResponse => 'status' in read;

/** The pages of the three lists. */
export class RecordPages {
  constructor(
    private readonly lists: Readonly<Record<ShopCollection, RecordList>>,
    private readonly cache: Pages,
    private readonly setup: ShopSetup,
    /** Address of the lists. */
    private readonly root: string,
  ) {}

  page(collection: ShopCollection, parameters: URLSearchParams): ShopResponse {
    const request = this.read(collection, parameters);
    if (isResponse(request)) return request;
    const ids = this.listed(collection, request);
    const pages = Math.ceil(ids.length / request.perPage);
    // Beyond the end the newer order tables report zero totals; the other lists keep theirs.
    const areZero = collection === 'orders' && request.page > pages;
    return listResponse(this.body(collection, request, ids), {
      'X-WP-Total': String(areZero ? 0 : ids.length),
      'X-WP-TotalPages': String(areZero ? 0 : pages),
      ...this.links(collection, parameters, request.page, pages),
    });
  }

  warm(collection: ShopCollection, perPage: number): void {
    for (let page = 1; page <= Math.ceil(this.lists[collection].size / perPage); page += 1)
      this.page(collection, new URLSearchParams({ page: String(page), per_page: String(perPage) }));
  }

  /** Customers ignore modified_after, even when it is not a date. */
  private read(collection: ShopCollection, parameters: URLSearchParams): PageRequest | ShopResponse {
    const [page, perPage] = [numberIn(parameters, 'page', 1), numberIn(parameters, 'per_page', 10)];
    if (page === null) return invalidParameter('page', 'page is not of type integer.', 'rest_invalid_type');
    if (page < 1) return invalidParameter('page', 'page must be greater than or equal to 1', 'rest_out_of_bounds');
    if (perPage === null) return invalidParameter('per_page', 'per_page is not of type integer.', 'rest_invalid_type');
    if (perPage < 1 || perPage > 100)
      return invalidParameter('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)', 'rest_out_of_bounds');
    const text = collection === 'customers' ? null : parameters.get('modified_after');
    const modifiedAfterMs = text === null ? null : readModifiedAfter(text, this.setup.timeZone, collection === 'orders');
    if (text !== null && modifiedAfterMs === null) return invalidParameter('modified_after', 'Invalid date.', 'rest_invalid_date');
    const include = listIn(parameters, 'include');
    const fields = listIn(parameters, '_fields');
    return { page, perPage, modifiedAfterMs, include: include && include.map(Number), fields };
  }

  private body(collection: ShopCollection, request: PageRequest, ids: readonly number[]): Buffer {
    const list = this.lists[collection];
    const { page, perPage, fields } = request;
    const make = () => {
      const records = ids.slice((page - 1) * perPage, page * perPage).map((id) => list.record(id));
      return Buffer.from(phpJson(fields ? records.map((record) => onlyFields(record, fields)) : records));
    };
    return this.cache.memo(`${collection} ${list.version} ${JSON.stringify(request)}`, { context: make });
  }

  /** Strictly after: a record modified at that very instant is not listed. */
  private listed(collection: ShopCollection, { modifiedAfterMs, include }: PageRequest): readonly number[] {
    const list = this.lists[collection];
    const modifiedMs = (id: number) => {
      const changed = list.changeOf(id)?.date_modified_gmt;
      return changed === undefined ? (recordModifiedMs(this.setup, collection, id) ?? 0) : Date.parse(`${String(changed)}Z`);
    };
    const wanted = include && new Set(include);
    const ids = wanted ? list.ids().filter((id) => wanted.has(id)) : list.ids();
    return modifiedAfterMs === null ? ids : ids.filter((id) => modifiedMs(id) > modifiedAfterMs);
  }

  private links(collection: ShopCollection, query: URLSearchParams, page: number, pages: number): { Link?: string } {
    const link = (target: number, relation: string) => {
      const parameters = new URLSearchParams(query);
      parameters.set('page', String(target));
      return `<${this.root}/${collection}?${parameters.toString()}>; rel="${relation}"`;
    };
    const links = [];
    if (page > 1) links.push(link(Math.min(page - 1, pages), 'prev'));
    if (page < pages) links.push(link(page + 1, 'next'));
    return links.length > 0 ? { Link: links.join(', ') } : {};
  }
}

function numberIn(parameters: URLSearchParams, name: string, fallback: number): number | null {
  const text = parameters.get(name);
  if (text === null) return fallback;
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

/** `include=1,2` or `_fields=id,status`; null: no such parameter. */
function listIn(parameters: URLSearchParams, name: string): string[] | null {
  return parameters.get(name)?.split(',') ?? null;
}

function onlyFields(record: Fields, fields: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
}
