import type { ShopCollection } from './data/shop-setup';
import { readModifiedAfter, type ShopTimeZone } from './data/shop-time';
import { invalidParameter, type ShopAnswer } from './wordpress-answers';

export interface ListRequest {
  page: number;
  perPage: number;
  modifiedAfterMs: number | null;
  /** As it came, without what is not understood: unknown parameters are ignored. */
  query: string;
}

function wholeNumber(parameters: URLSearchParams, name: string, fallback: number): number | null {
  const text = parameters.get(name);
  if (text === null) return fallback;
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

const notANumber = (name: string) => invalidParameter(name, `${name} is not of type integer.`, 'rest_invalid_type');

/** The parameters of a list, or the platform's answer to wrong ones. Customers ignore modified_after altogether, whatever it says. */
export function readListRequest(collection: ShopCollection, parameters: URLSearchParams, zone: ShopTimeZone): ListRequest | ShopAnswer {
  const page = wholeNumber(parameters, 'page', 1);
  if (page === null) return notANumber('page');
  if (page < 1) return invalidParameter('page', 'page must be greater than or equal to 1', 'rest_out_of_bounds');
  const perPage = wholeNumber(parameters, 'per_page', 10);
  if (perPage === null) return notANumber('per_page');
  if (perPage < 1 || perPage > 100)
    return invalidParameter('per_page', 'per_page must be between 1 (inclusive) and 100 (inclusive)', 'rest_out_of_bounds');
  const text = collection === 'customers' ? null : parameters.get('modified_after');
  const modifiedAfterMs = text === null ? null : readModifiedAfter(text, zone, collection === 'orders');
  if (text !== null && modifiedAfterMs === null) return invalidParameter('modified_after', 'Invalid date.', 'rest_invalid_date');
  return { page, perPage, modifiedAfterMs, query: parameters.toString() };
}
