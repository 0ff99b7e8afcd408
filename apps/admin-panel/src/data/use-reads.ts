import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { readTagged, request } from '../api/request';

/** How often something is read again while the tab is visible, given what was read last. */
type Interval<T> = number | false | ((data: T | undefined) => number | false);

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

interface PagesOptions<Row> {
  filters?: Readonly<Record<string, string | undefined>>;
  everyMs?: (rows: readonly Row[]) => number | false;
  isEnabled?: boolean;
}

const pageSize = 50;

/** Reads `/api/admin/{path}`. */
export function useOne<T>(path: string, everyMs: Interval<T> = false) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>('GET', path, { signal }),
    refetchInterval: ({ state }) => (typeof everyMs === 'function' ? everyMs(state.data) : everyMs),
  });
}

/** Reads `/api/admin/{path}` with its entity tag, for a change that must not undo another user's. */
export function useTagged<T>(path: string) {
  return useQuery({ queryKey: [path, 'tagged'], queryFn: ({ signal }) => readTagged<T>(path, signal) });
}

/** Reads a list of the API page by page: the first now, each further one by `fetchNextPage`. The API has no totals. `rows`: of all pages read. */
export function usePages<Row>(path: string, { filters, everyMs, isEnabled = true }: PagesOptions<Row> = {}) {
  const query = useInfiniteQuery({
    queryKey: [path, 'pages', filters ?? {}],
    queryFn: ({ pageParam: cursor, signal }) => request<Page<Row>>('GET', path, { query: { ...filters, limit: pageSize, cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: ({ state }) => everyMs?.(state.data?.pages.flatMap(({ data }) => data) ?? []) ?? false,
    enabled: isEnabled,
  });
  return { query, rows: query.data?.pages.flatMap(({ data }) => data) };
}
