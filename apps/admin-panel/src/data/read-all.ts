import { request, type Query } from '../api/request';

const pageSize = 200;

export interface AllRows<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** Every row that the filters find, page after page; `hasMore`: there are more than `max`. */
export async function readAll<Row>(path: string, filters: Query, max: number): Promise<AllRows<Row>> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filters, limit: pageSize, cursor };
    const page: { data: Row[]; next_cursor: string | null } = await request('GET', path, { query });
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < max);
  return { rows: rows.slice(0, max), hasMore: cursor !== undefined || rows.length > max };
}
