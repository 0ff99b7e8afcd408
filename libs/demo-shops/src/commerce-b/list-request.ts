import { InLanguages } from './data/languages';
import { didYouMean, refusal, type WebserviceError } from './webservice-error';

/** The fields of a resource, by the way in which they can be asked for. */
export interface ResourceFields {
  plain: readonly string[];
  translated: readonly string[];
  associations: Readonly<Record<string, readonly string[]>>;
}

/** Names of fields, with those that are wanted of an association. */
export type Display = 'ids' | 'full' | ReadonlyMap<string, readonly string[] | null>;

export interface ListRequest {
  display: Display;
  /** Places of the languages to be shown. */
  languages: readonly number[];
  filters: readonly { field: string; text: string }[];
  sort: readonly { field: string; isDescending: boolean }[];
  limit: { offset: number; count: number } | null;
  /** Prices to be computed, by the name that they are to have. */
  prices: ReadonlyMap<string, { useTax: boolean; useReduction: boolean }>;
}

/** What the database does not understand ends without a word. */
export const databaseError = 'database error';

export function fieldsOf(record: Readonly<Record<string, unknown>>): ResourceFields {
  const names = Object.keys(record).filter((name) => name !== 'associations');
  const associations = Object.entries((record.associations ?? {}) as Record<string, Record<string, unknown>[]>);
  return {
    plain: names.filter((name) => !(record[name] instanceof InLanguages)),
    translated: names.filter((name) => record[name] instanceof InLanguages),
    associations: Object.fromEntries(associations.map(([name, [row]]) => [name, Object.keys(row ?? { id: '' })])),
  };
}

function splitOutsideBrackets(text: string): string[] {
  return text.match(/[^,[]+(\[[^\]]*\])?/g) ?? [];
}

export function readDisplay(text: string | null, fields: ResourceFields, prices: ListRequest['prices']): Display | WebserviceError {
  if (text === null || text === 'minimum') return 'ids';
  if (text === 'full') return 'full';
  const all = [...fields.plain, ...fields.translated];
  const inner = /^\[(.*)\]$/.exec(text)?.[1];
  if (inner === undefined) {
    const say = `The 'display' syntax is wrong. You can set 'full' or '[field_1,field_2,field_3,...]'. These are available: `;
    return refusal(400, 36, `${say}${all.join(', ')}`);
  }
  const display = new Map<string, readonly string[] | null>();
  for (const part of splitOutsideBrackets(inner)) {
    const [, name = '', nested] = /^([^[]*)(?:\[(.*)\])?$/.exec(part.trim()) ?? [];
    const known = fields.associations[name];
    const isKnown =
      nested === undefined ? all.includes(name) || prices.has(name) : nested.split(',').every((field) => known?.includes(field));
    if (!isKnown) return refusal(400, 35, `Unable to display this field "${name}". However, these are available: ${all.join(', ')}`);
    display.set(name, nested?.split(',') ?? null);
  }
  return display;
}

/** Dates are among them only when the request says date=1. */
function filterable({ plain }: ResourceFields, parameters: URLSearchParams): string[] {
  const withDates = !['', '0', null].includes(parameters.get('date'));
  return plain.filter((name) => withDates || (name !== 'date_add' && name !== 'date_upd'));
}

function readFilters(parameters: URLSearchParams, fields: ResourceFields, available: string[]): ListRequest['filters'] | WebserviceError {
  const filters: { field: string; text: string }[] = [];
  for (const [key, text] of parameters) {
    const field = /^filter\[([^\]]*)\]$/.exec(key)?.[1];
    if (field === undefined) continue;
    if (!available.includes(field) && !(text !== '' && fields.translated.includes(field))) {
      return refusal(400, 32, didYouMean('This filter does not exist', field, available));
    }
    if (text === '') return refusal(400, 33, `The filter "${field}" is malformed.`);
    filters.push({ field, text });
  }
  return filters;
}

function readSort(text: string | null, { translated }: ResourceFields, available: string[]): ListRequest['sort'] | WebserviceError {
  if (text === null) return [];
  const sorts: { field: string; isDescending: boolean }[] = [];
  for (const part of (/^\[(.*)\]$/.exec(text)?.[1] ?? text).split(',')) {
    const [, field, direction] = /^(.*)_(asc|desc)$/i.exec(part) ?? [];
    if (field === undefined || direction === undefined) {
      const example = `"field_ASC" or '[field_1_DESC,field_2_ASC,field_3_ASC,...]'`;
      return refusal(400, 37, `The "sort" value has to be formed as this example: ${example} ("field" has to be an available field)`);
    }
    if (!available.includes(field) && !translated.includes(field)) {
      const say = `Unable to filter by this field. However, these are available: ${available.join(', ')}`;
      return refusal(400, 38, `${say}, for i18n fields:${translated.join(', ')}`);
    }
    sorts.push({ field, isDescending: direction.toUpperCase() === 'DESC' });
  }
  return sorts;
}

/** What is no number counts as 0, and a list of none is an empty one. */
function readLimit(text: string | null): ListRequest['limit'] | WebserviceError | typeof databaseError {
  if (text === null) return null;
  const [first = 0, second, more] = text.split(',').map((part) => Number.parseInt(part, 10) || 0);
  if (more !== undefined) return refusal(400, 39, 'The "limit" value has to be formed as this example: "5,25" or "10"');
  if (first < 0 || (second ?? 0) < 0) return databaseError;
  return second === undefined ? { offset: 0, count: first } : { offset: first, count: second };
}

export function readPrices(parameters: URLSearchParams): ListRequest['prices'] {
  const prices = new Map<string, { useTax: boolean; useReduction: boolean }>();
  for (const [key, value] of parameters) {
    const [, alias, option] = /^price\[([^\]]+)\]\[([^\]]+)\]$/.exec(key) ?? [];
    if (alias === undefined) continue;
    const price = prices.get(alias) ?? { useTax: true, useReduction: true };
    if (option === 'use_tax') price.useTax = value !== '0';
    if (option === 'use_reduction') price.useReduction = value !== '0';
    prices.set(alias, price);
  }
  return prices;
}

const isError = (value: object): value is WebserviceError => 'status' in value;

/** The parameters of a list, or the platform's answer to wrong ones. Others than these, such as page and per_page, are not looked at. */
export function readListRequest(
  parameters: URLSearchParams,
  fields: ResourceFields,
  languages: readonly number[],
): ListRequest | WebserviceError | typeof databaseError {
  const available = filterable(fields, parameters);
  const prices = readPrices(parameters);
  const filters = readFilters(parameters, fields, available);
  if (isError(filters)) return filters;
  const display = readDisplay(parameters.get('display'), fields, prices);
  if (typeof display === 'object' && isError(display)) return display;
  const sort = readSort(parameters.get('sort'), fields, available);
  if (isError(sort)) return sort;
  const limit = readLimit(parameters.get('limit'));
  if (limit === databaseError || (limit !== null && isError(limit))) return limit;
  return { display, languages, filters, sort, limit, prices };
}
