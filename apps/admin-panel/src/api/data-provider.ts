import type { CrudFilter, DataProvider, GetListResponse } from '@refinedev/core';
import { request, type Query } from './request';

const pageSize = 50;

interface Page<T> {
  data: T[];
  next_cursor: string | null;
}

/** The library's names of filters are the query parameters of the API. */
function queryOf(filters: CrudFilter[] = []): Query {
  return Object.fromEntries(filters.flatMap((filter) => ('field' in filter ? [[filter.field, filter.value as string]] : [])));
}

/** The admin API for the data library. A resource is a path below /api/admin, such as `connections/{id}/timeline`. */
export const dataProvider: DataProvider = {
  getApiUrl: () => '/api/admin',
  /** By keyset: the library hands the cursor of the page before as the current page. The API has no totals. */
  getList: async <T>({ resource, pagination, filters, meta }: Parameters<DataProvider['getList']>[0]): Promise<GetListResponse<T>> => {
    const place: unknown = pagination?.currentPage;
    const cursor = typeof place === 'string' ? place : undefined;
    const query = { ...queryOf(filters), limit: pageSize, cursor };
    const page = await request<Page<T>>('GET', resource, { query, signal: meta?.queryContext?.signal });
    return { data: page.data, total: page.data.length, cursor: { next: page.next_cursor ?? undefined } };
  },
  getOne: async ({ resource, id, meta }) => ({ data: await request('GET', `${resource}/${id}`, { signal: meta?.queryContext?.signal }) }),
  create: async ({ resource, variables }) => ({ data: await request('POST', resource, { body: variables }) }),
  update: async ({ resource, id, variables }) => ({ data: await request('PATCH', `${resource}/${id}`, { body: variables }) }),
  deleteOne: async ({ resource, id, variables }) => ({ data: await request('DELETE', `${resource}/${id}`, { body: variables }) }),
  custom: async ({ url, method, payload }) => ({ data: await request(method.toUpperCase(), url, { body: payload }) }),
};
