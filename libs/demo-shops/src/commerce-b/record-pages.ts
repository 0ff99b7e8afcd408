import type { Pages } from '../base/demo-shop';
import type { Fields, RecordList } from '../base/record-list';
import type { ShopResponse } from '../base/shop-response';
import type { ShopCollection } from '../base/variation';
import { listName, singulars, type ShopResource } from './resources';
import {
  brokenResponse,
  contentResponse,
  error,
  errorResponse,
  missingResponse,
  phpJson,
  xml,
  type Format,
  type WebserviceError,
} from './responses';

/** `today`: as shops have written for years. `old`: as earlier versions did, see `inOldWays`. */
export type Dialect = 'today' | 'old';

/** Names of the wanted fields, or all of them. */
type Display = 'ids' | 'full' | readonly string[];

interface Limit {
  offset: number;
  count: number;
}

interface PageRequest {
  display: Display;
  filters: readonly { field: string; values: readonly string[] }[];
  isSorted: boolean;
  limit: Limit | null;
}

/** Lists and single records. Understands the parameters that an export sends: display, filter[field]=[a|b], sort=[id_ASC] and limit. */
export class RecordPages {
  private readonly fields = new Map<ShopResource, readonly string[]>();

  constructor(
    private readonly lists: Readonly<Record<ShopResource, RecordList>>,
    private readonly cache: Pages,
    private readonly storeBase: string,
    private readonly dialect: Dialect,
  ) {}

  list(resource: ShopResource, parameters: URLSearchParams, format: Format): ShopResponse {
    const request = this.read(resource, parameters);
    if (request === 'broken') return brokenResponse();
    if ('code' in request) return errorResponse(format, [request]);
    const key = `${resource} ${this.lists[resource].version} ${format} ${JSON.stringify(request)}`;
    const make = () => Buffer.from(this.serialised(resource, request, format));
    return contentResponse(format, this.cache.memo(key, { context: make }));
  }

  /** Comes in a list with `display`, by itself and with gaps without. */
  single(resource: ShopResource, id: number, parameters: URLSearchParams): ShopResponse {
    const list = this.lists[resource];
    if (!list.has(id)) return missingResponse();
    const record = list.record(id);
    const body = parameters.has('display') ? { [listName(resource)]: [record] } : { [singulars[resource]]: withoutEmptyFields(record) };
    return contentResponse('JSON', Buffer.from(phpJson(body)));
  }

  warm(collection: ShopCollection, perPage: number): void {
    for (let offset = 0; offset < this.lists[collection].size; offset += perPage) {
      const query = { display: 'full', sort: '[id_ASC]', limit: `${offset},${perPage}` };
      this.list(collection, new URLSearchParams(query), 'JSON');
    }
  }

  private read(resource: ShopResource, parameters: URLSearchParams): PageRequest | WebserviceError | 'broken' {
    const fields = this.fieldsOf(resource);
    const display = readDisplay(parameters.get('display'), fields);
    if (typeof display === 'object' && 'code' in display) return display;
    const filters = [...parameters].flatMap(([key, text]) => {
      const field = /^filter\[(.*)\]$/.exec(key)?.[1];
      return field === undefined ? [] : [{ field, values: text.replace(/^\[|\]$/g, '').split('|') }];
    });
    const unknown = filters.find(({ field }) => !fields.includes(field));
    if (unknown) return error(400, 32, `This filter does not exist. The full list is: "${fields.join('", "')}"`);
    const limit = readLimit(parameters.get('limit'));
    if (limit === 'broken') return limit;
    return { display, filters, isSorted: parameters.get('sort') === '[id_ASC]', limit };
  }

  private fieldsOf(resource: ShopResource): readonly string[] {
    const list = this.lists[resource];
    const known = this.fields.get(resource) ?? Object.keys(list.record(list.ids()[0] ?? 1));
    this.fields.set(resource, known);
    return known;
  }

  private serialised(resource: ShopResource, request: PageRequest, format: Format): string {
    const all = this.selected(resource, request);
    const { limit, display } = request;
    const ids = limit === null ? all : all.slice(limit.offset, limit.offset + limit.count);
    if (format === 'XML') return xml(`<${resource}>\n${ids.map((id) => this.xmlEntry(resource, id)).join('')}</${resource}>\n`);
    if (ids.length === 0) return this.dialect === 'old' ? '{}' : '[]';
    return phpJson({ [listName(resource)]: ids.map((id) => this.shown(resource, id, display)) });
  }

  /** Keeps the shop's order of fields, not the request's. */
  private shown(resource: ShopResource, id: number, display: Display): Fields {
    if (display === 'ids') return { id };
    const record = this.lists[resource].record(id);
    const isShown = ([name]: [string, unknown]) => display === 'full' || display.includes(name);
    const shown = Object.fromEntries(Object.entries(record).filter(isShown));
    return this.dialect === 'old' ? inOldWays(shown) : shown;
  }

  /** Ids are enough: an export reads JSON, and meets XML only where a shop does not understand it. */
  private xmlEntry(resource: ShopResource, id: number): string {
    return `<${singulars[resource]} id="${id}" xlink:href="${this.storeBase}/api/${resource}/${id}"/>\n`;
  }

  private selected(resource: ShopResource, { filters, isSorted }: PageRequest): readonly number[] {
    const list = this.lists[resource];
    const ids = isSorted ? list.idsAscending() : list.ids();
    if (filters.length === 0) return ids;
    const [only] = filters;
    // Orders look up their addresses and credit slips on every page: no scan of the whole list. A slip has the number of its order.
    const isById = only?.field === 'id' || (resource === 'order_slip' && only?.field === 'id_order');
    if (only && isById && filters.length === 1)
      return [...new Set(only.values.map(Number))].filter((id) => list.has(id)).sort((a, b) => a - b);
    return ids.filter((id) => {
      const record = list.record(id);
      return filters.every(({ field, values }) => values.includes(String(record[field])));
    });
  }
}

/** A single entry stands without a list, rows of an order are one level deeper, and lists lack the state of an order. */
function inOldWays({ current_state: _state, associations, ...fields }: Fields): Fields {
  if (associations === undefined) return fields;
  const shown = Object.entries(associations as Record<string, Fields[]>).map(([name, rows]) => {
    const entries = rows.length === 1 ? rows[0] : rows;
    return [name, name === 'order_rows' ? { order_row: entries } : entries];
  });
  return { ...fields, associations: Object.fromEntries(shown) as Fields };
}

/** A single record requested without `display` lacks every field that PHP considers empty. */
function withoutEmptyFields(record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !['', '0', 0, null, false].includes(value as string)));
}

function readDisplay(text: string | null, fields: readonly string[]): Display | WebserviceError {
  if (text === null) return 'ids';
  if (text === 'full') return 'full';
  const names = text.replace(/^\[|\]$/g, '').split(',');
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return names;
  const available = fields.filter((name) => name !== 'associations').join(', ');
  return error(400, 35, `Unable to display this field "${unknown}". However, these are available: ${available}`);
}

/** Text that is not a number counts as 0, and a page of 0 is empty. The database chokes on negative numbers. */
function readLimit(text: string | null): Limit | null | 'broken' {
  if (text === null) return null;
  const [first = 0, second] = text.split(',').map((part) => Number.parseInt(part, 10) || 0);
  if (first < 0 || (second ?? 0) < 0) return 'broken';
  return second === undefined ? { offset: 0, count: first } : { offset: first, count: second };
}
