import { fullyVisibleConnections, type Viewer } from '@sync/domain';
import { lastSyncedAt } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import { newestFound, type ConnectionFilter, type FoundConnection } from './find-connections';

/** A count stops here, and a list in another order than by age has the newest so many. */
export const maxSortedConnections = 1_000;

export const connectionSorts = ['name', '-name', 'tenant', '-tenant', 'status', '-status', 'last_synced_at', '-last_synced_at'] as const;
/** A minus: the other way round. */
export type ConnectionSort = (typeof connectionSorts)[number];

/** SQL of what the viewer sees: in the status-only form the name of the system stands for that of the connection. */
const keys: Readonly<Record<string, string>> = {
  name: `lower(case when found."isFull" then connection.name else system.name end)`,
  tenant: 'lower(tenant.name)',
  status: 'connection.status',
  last_synced_at: `to_char(case when found."isFull" then ${lastSyncedAt('connection.id')} end at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
};

/** A cursor has room for so many characters of a key. Connections with one key follow in the order of their ids. */
const maxKey = 60;

/** A connection with its place in a sorted list. */
export interface SortedConnection extends FoundConnection {
  key: string;
}

interface SortedPlace {
  sort: ConnectionSort;
  /** The last connection seen. */
  after: { id: string; key: string } | null;
  limit: number;
}

/** How many connections the filter finds; one more than `maxSortedConnections` when there are more. */
export async function countFoundConnections(dataSource: DataSource, viewer: Viewer, filter: ConnectionFilter): Promise<number> {
  const parameters: unknown[] = [];
  const found = newestFound(viewer, filter, { after: null, limit: maxSortedConnections + 1 }, parameters);
  const [{ count }] = await dataSource.query<[{ count: number }]>(`select count(*)::float8 as count from (${found}) found`, parameters);
  return count;
}

/** Of the newest connections that the filter finds, a page in the wanted order. */
export async function findSortedConnections(
  dataSource: DataSource,
  viewer: Viewer,
  filter: ConnectionFilter,
  { sort, after, limit }: SortedPlace,
): Promise<SortedConnection[]> {
  const parameters: unknown[] = [];
  const isFull = fullyVisibleConnections(viewer)('connection', parameters);
  const newest = newestFound(viewer, filter, { after: null, limit: maxSortedConnections }, parameters);
  const [compared, direction] = sort.startsWith('-') ? ['<', 'desc'] : ['>', 'asc'];
  const isNext = after
    ? `(key, id) ${compared} ($${parameters.push(after.key)}::text collate "C", $${parameters.push(after.id)}::uuid)`
    : 'true';
  return dataSource.query<SortedConnection[]>(
    `with found as materialized (
       select connection.id, ${isFull} as "isFull" from (${newest}) newest join system_connections connection on connection.id = newest.id
     ), sorted as (
       select found.*, left(coalesce(${keys[sort.replace('-', '')] ?? ''}, ''), ${maxKey}) collate "C" as key
       from found join system_connections connection on connection.id = found.id
       left join tenants tenant on tenant.id = connection.tenant_id left join systems system on system.id = connection.system_id
     )
     select id, "isFull", key from sorted where ${isNext} order by key ${direction}, id ${direction} limit ${limit}`,
    parameters,
  );
}
