import { PageCache } from '../commerce-a/page-cache';
import type { ShopCollection } from '../commerce-a/data/shop-setup';
import type { ShopAnswer } from '../commerce-a/wordpress-answers';
import { computedPrice, productFacts } from './data/product';
import { unit } from './data/decimal-text';
import { compare, namedIds, readFilter, textsOf } from './filters';
import { databaseError, fieldsOf, readListRequest, type ListRequest, type ResourceFields } from './list-request';
import type { ResourceRecords } from './resource-records';
import { singulars, type ShopResource } from './resources';
import type { ShopContents } from './shop-contents';
import { shownRecord, withoutNothings, type Dialect, type Shown } from './shown-record';
import { brokenAnswer, contentAnswer, errorAnswer, missingAnswer, phpJson, type Format } from './webservice-answers';
import { xmlList, xmlSingle } from './xml-body';

export interface ResourceListsOptions {
  storeBase: string;
  dialect: Dialect;
  pageCacheBytes: number;
}

/** Where and how an answer is wanted. */
export interface Wanted {
  resource: ShopResource;
  parameters: URLSearchParams;
  languages: readonly number[];
  format: Format;
}

/** Lists and single records. */
export class ResourceLists {
  private readonly cache: PageCache;
  private readonly selections = new Map<string, readonly number[]>();
  private readonly fields = new Map<ShopResource, ResourceFields>();

  constructor(
    private readonly contents: ShopContents,
    private readonly options: ResourceListsOptions,
  ) {
    this.cache = new PageCache(options.pageCacheBytes);
  }

  list(wanted: Wanted): ShopAnswer {
    const request = readListRequest(wanted.parameters, this.fieldsOf(wanted.resource), wanted.languages);
    if (request === databaseError) return brokenAnswer();
    if ('status' in request) return errorAnswer(wanted.format, [request], true);
    return contentAnswer(wanted.format, this.body(wanted.resource, request, wanted.format));
  }

  /** With `display` it comes in a list; without, by itself and with gaps. */
  single({ resource, parameters, languages, format }: Wanted, id: number): ShopAnswer {
    if (!this.contents.of(resource).has(id)) return missingAnswer();
    const request = readListRequest(parameters, this.fieldsOf(resource), languages);
    if (request === databaseError) return brokenAnswer();
    if ('status' in request) return errorAnswer(format, [request], true);
    const isPlain = request.display === 'ids';
    const shown = this.shown(resource, id, isPlain ? { ...request, display: 'full' } : request);
    if (format === 'XML') return contentAnswer(format, Buffer.from(xmlSingle(singulars[resource], shown)));
    const body = isPlain ? { [singulars[resource]]: withoutNothings(shown) } : { [resource]: [shown] };
    return contentAnswer(format, Buffer.from(phpJson(body)));
  }

  /** Serialises every page of the whole list, in order of the ids, so that a measurement does not measure it. */
  warm(collection: ShopCollection, pageSize: number): void {
    const records = this.contents.of(collection);
    const languages = this.contents.setup.languages.map((_, index) => index);
    for (let offset = 0; offset < records.size; offset += pageSize) {
      const query = { display: 'full', sort: '[id_ASC]', limit: `${offset},${pageSize}` };
      this.list({ resource: collection, parameters: new URLSearchParams(query), languages, format: 'JSON' });
    }
  }

  private body(resource: ShopResource, request: ListRequest, format: Format): Buffer {
    const { version } = this.contents.of(resource);
    const { display, languages, limit, prices } = request;
    const shape = [typeof display === 'string' ? display : [...display], [...prices], languages, limit, format];
    return this.cache.get(`${this.selectionKey(resource, version, request)} ${JSON.stringify(shape)}`, () => {
      const all = this.selected(resource, version, request);
      const ids = limit === null ? all : all.slice(limit.offset, limit.offset + limit.count);
      return Buffer.from(this.serialised(resource, request, ids, format));
    });
  }

  private serialised(resource: ShopResource, request: ListRequest, ids: readonly number[], format: Format): string {
    const shown = ids.map((id) => this.shown(resource, id, request));
    if (format === 'XML') return xmlList(resource, singulars[resource], shown, this.options.storeBase, request.display === 'ids');
    if (shown.length > 0) return phpJson({ [resource]: shown });
    return this.options.dialect === 'old' ? '{}' : '[]';
  }

  private shown(resource: ShopResource, id: number, request: ListRequest): Shown {
    if (request.display === 'ids') return { id };
    const prices: Shown = {};
    if (resource === 'products' && request.prices.size > 0) {
      const record = this.contents.of(resource).record(id);
      const facts = { ...productFacts(this.contents.setup, id), net: Math.round(Number(record.price) * unit) };
      for (const [name, { useTax, useReduction }] of request.prices) prices[name] = computedPrice(facts, useTax, useReduction);
    }
    return shownRecord(this.contents.of(resource).record(id), request, prices, this.options.dialect);
  }

  private selectionKey(resource: ShopResource, version: number, { filters, sort }: ListRequest): string {
    return `${resource} ${version} ${JSON.stringify([filters, sort])}`;
  }

  /** All ids that the filters let through, in the order wanted. */
  private selected(resource: ShopResource, version: number, request: ListRequest): readonly number[] {
    const records = this.contents.of(resource);
    const { filters, sort } = request;
    const [first, ...more] = sort;
    const inOrder = first?.field === 'id' && more.length === 0 && !first.isDescending ? records.idsAscending() : null;
    if (filters.length === 0 && (sort.length === 0 || inOrder)) return inOrder ?? records.ids();
    const key = this.selectionKey(resource, version, request);
    const known = this.selections.get(key);
    if (known) return known;
    const ids = sorted(records, filtered(records, filters, inOrder ?? records.ids()), inOrder ? [] : sort);
    if (this.selections.size > 20) this.selections.clear();
    this.selections.set(key, ids);
    return ids;
  }

  private fieldsOf(resource: ShopResource): ResourceFields {
    const known = this.fields.get(resource);
    if (known) return known;
    const records = this.contents.of(resource);
    const fields = fieldsOf(records.record(records.ids()[0] ?? this.contents.setup.firstId));
    this.fields.set(resource, fields);
    return fields;
  }
}

function filtered(records: ResourceRecords, filters: ListRequest['filters'], ids: readonly number[]): readonly number[] {
  // The rows of some ids are asked for again and again: they are taken from where they stand, without a look at all the others.
  const [only] = filters;
  const named = filters.length === 1 && only?.field === 'id' ? namedIds(only.text) : null;
  if (named) {
    const wanted = [...new Set(named)].filter((id) => records.has(id)).sort((a, b) => a - b);
    const among = new Set(wanted);
    return ids === records.idsAscending() || wanted.length < 2 ? wanted : ids.filter((id) => among.has(id));
  }
  const tests = filters.map(({ field, text }) => ({ field, matches: readFilter(text) }));
  return ids.filter((id) => tests.every(({ field, matches }) => textsOf(records.field(id, field)).some(matches)));
}

function sorted(records: ResourceRecords, ids: readonly number[], sort: ListRequest['sort']): readonly number[] {
  if (sort.length === 0) return ids;
  const keys = new Map(ids.map((id) => [id, sort.map(({ field }) => textsOf(records.field(id, field))[0] ?? '')]));
  const key = (id: number, position: number) => keys.get(id)?.[position] ?? '';
  return ids.toSorted((a, b) => {
    for (const [position, { isDescending }] of sort.entries()) {
      const order = compare(key(a, position), key(b, position));
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
}
