import type { SqlRunner } from '@sync/postgres';
import { visibleConnections, type Viewer } from '../visibility/visible-connections';
import { connectionStatuses, type SystemConnectionStatus } from './transitions';

/** How many connections have each status. */
export type ConnectionCounts = Record<SystemConnectionStatus, number>;

/** Of the counts that triggers maintain. */
const readCounts = 'select status, sum(connections)::float8 as count from connection_counts group by status';

/** What a transaction adds meanwhile has rows of its own, which the next call adds up. */
const addUp = `
  with counted as (
    delete from connection_counts returning status, connections
  )
  insert into connection_counts select status, sum(connections) from counted group by status having sum(connections) <> 0`;

/** Adds the counted changes up to one row per status, which keeps reading them cheap. Safe for concurrent callers. */
export async function addUpConnectionCounts(sql: SqlRunner): Promise<void> {
  await sql.query(addUp);
}

/** Of the connections that the viewer sees. Of a support user's it counts at most `max`, so that the cost is bounded. */
export async function countVisibleConnections(sql: SqlRunner, viewer: Viewer, max: number): Promise<ConnectionCounts> {
  if (viewer.role === 'super_admin') return asCounts(await sql.query(readCounts));
  const parameters: unknown[] = [max];
  const isVisible = visibleConnections(viewer)('connection', parameters);
  const visible = `select status from system_connections connection where ${isVisible} and deleted_at is null limit $1`;
  return asCounts(await sql.query(`select status, count(*)::float8 as count from (${visible}) visible group by status`, parameters));
}

function asCounts(rows: readonly { status: SystemConnectionStatus; count: number }[]): ConnectionCounts {
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(connectionStatuses.map((status) => [status, counts.get(status) ?? 0])) as ConnectionCounts;
}
