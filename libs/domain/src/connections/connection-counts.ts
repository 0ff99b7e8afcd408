import type { SqlRunner } from '@sync/postgres';
import { chosenTenantIds, visibleConnections, type Viewer } from '../visibility/visible-connections';
import { connectionStatuses, type SystemConnectionStatus } from './transitions';

/** How many connections have each status. */
export type ConnectionCounts = Record<SystemConnectionStatus, number>;

/** As tenant and system it stands for all connections, as tenant alone for those of a system that have a tenant. */
const every = '00000000-0000-0000-0000-000000000000';

/** What a connection counts under: all, and, once it has both, its system, and its tenant and system. A deleted connection counts nowhere. */
export interface CountedConnection {
  tenantId: string | null;
  systemId: string | null;
  status: string;
}

const add = `
  insert into connection_counts (tenant_id, system_id, status, connections)
  select place.tenant_id, place.system_id, status, sum(change)
  from jsonb_to_recordset($1::jsonb) as changed ("tenantId" uuid, "systemId" uuid, status text, change integer)
    cross join lateral (
      values ('${every}'::uuid, '${every}'::uuid), (case when "tenantId" is not null then '${every}'::uuid end, "systemId"), ("tenantId", "systemId")
    ) as place (tenant_id, system_id)
  where place.tenant_id is not null and place.system_id is not null
  group by 1, 2, 3 having sum(change) <> 0`;

/**
 * Counts connections that the caller's transaction makes, moves or removes, as they were and as they are now. It only adds rows, so no
 * writer waits for another.
 */
export async function countConnections(
  sql: SqlRunner,
  { were = [], are = [] }: { were?: readonly CountedConnection[]; are?: readonly CountedConnection[] },
): Promise<void> {
  const counted = ({ tenantId, systemId, status }: CountedConnection, change: number) => ({ tenantId, systemId, status, change });
  const changes = [...were.map((connection) => counted(connection, -1)), ...are.map((connection) => counted(connection, 1))];
  if (changes.length > 0) await sql.query(add, [JSON.stringify(changes)]);
}

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

/** Of the connections that the viewer sees, from the counts that each change maintains. */
export async function countVisibleConnections(sql: SqlRunner, viewer: Viewer): Promise<ConnectionCounts> {
  const parameters: unknown[] = [];
  const [tenant, system] = viewer.role === 'super_admin' ? ['=', '='] : chosenTenantIds(viewer) === null ? ['=', '<>'] : ['<>', '<>'];
  const isVisible = `counted.tenant_id ${tenant} '${every}' and counted.system_id ${system} '${every}' and ${visibleConnections(viewer)('counted', parameters)}`;
  const rows = await sql.query<{ status: SystemConnectionStatus; count: number }[]>(
    `select status, sum(connections)::float8 as count from connection_counts counted where ${isVisible} group by status`,
    parameters,
  );
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(connectionStatuses.map((status) => [status, counts.get(status) ?? 0])) as ConnectionCounts;
}
