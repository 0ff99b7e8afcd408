import type { SqlRunner } from '@sync/postgres';
import { visibleConnections, type Viewer } from '../visibility/visible-connections';
import { connectionStatuses, type SystemConnectionStatus } from './transitions';

/** How many connections have each status. */
export type ConnectionCounts = Record<SystemConnectionStatus, number>;

/** Stands for all connections. */
const everyTenant = '00000000-0000-0000-0000-000000000000';

/** What a transaction adds meanwhile has rows of its own, which the next call adds up. */
const addUp = `
  with counted as (
    delete from connection_counts
    where (tenant_id, system_id, status) in (select tenant_id, system_id, status from connection_counts where not is_added_up)
    returning tenant_id, system_id, status, connections
  )
  insert into connection_counts (tenant_id, system_id, status, connections, is_added_up)
  select tenant_id, system_id, status, sum(connections), true from counted group by 1, 2, 3 having sum(connections) <> 0`;

/**
 * Adds the changes up to one row per tenant, system and status, which keeps reading them cheap. Its cost follows the changes. Safe for
 * concurrent callers.
 */
export async function addUpConnectionCounts(sql: SqlRunner): Promise<void> {
  await sql.query(addUp);
}

/** Of the connections that the viewer sees, from the counts that triggers maintain. */
export async function countVisibleConnections(sql: SqlRunner, viewer: Viewer): Promise<ConnectionCounts> {
  const parameters: unknown[] = [];
  const isVisible =
    viewer.role === 'super_admin' ? `counted.tenant_id = '${everyTenant}'` : visibleConnections(viewer)('counted', parameters);
  const rows = await sql.query<{ status: SystemConnectionStatus; count: number }[]>(
    `select status, sum(connections)::float8 as count from connection_counts counted where ${isVisible} group by status`,
    parameters,
  );
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(connectionStatuses.map((status) => [status, counts.get(status) ?? 0])) as ConnectionCounts;
}
