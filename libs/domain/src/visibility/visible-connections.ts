import type { SqlCondition, SqlRunner } from '@sync/postgres';

/** A user of the admin API who looks at connections. */
export type Viewer =
  { role: 'super_admin' } | { role: 'support'; accessibleTenantIds: readonly string[]; supportedSystemIds: readonly string[] };

/**
 * Connections that the viewer may see, at least in their status-only form. A super administrator sees all; a support user those of
 * accessible tenants. Unclaimed connections and those without a system are for super administrators only.
 */
export function visibleConnections(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  return (connection, parameters) => {
    const tenants = place(parameters, viewer.accessibleTenantIds);
    return `${connection}.tenant_id = any($${tenants}::uuid[]) and ${connection}.system_id is not null`;
  };
}

/** Connections that the viewer may see in full: also of a system that a support user supports. */
export function fullyVisibleConnections(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  return (connection, parameters) => {
    const tenants = place(parameters, viewer.accessibleTenantIds);
    const systems = place(parameters, viewer.supportedSystemIds);
    return `${connection}.tenant_id = any($${tenants}::uuid[]) and ${connection}.system_id = any($${systems}::uuid[])`;
  };
}

/** Tenants that the viewer may see: all for a super administrator, the accessible ones for a support user. */
export function visibleTenants(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  return (tenant, parameters) => `${tenant}.id = any($${parameters.push(viewer.accessibleTenantIds)}::uuid[])`;
}

/** How much of a connection a viewer may see: all of it, its status-only form, or not even that it exists. */
export type ConnectionReach = 'full' | 'status' | 'none';

/** `none` also for a connection that does not exist. */
export async function reachOfConnection(sql: SqlRunner, viewer: Viewer, id: string): Promise<ConnectionReach> {
  const parameters: unknown[] = [id];
  const isFull = fullyVisibleConnections(viewer)('connection', parameters);
  const isVisible = visibleConnections(viewer)('connection', parameters);
  const [found] = await sql.query<{ isFull: boolean }[]>(
    `select ${isFull} as "isFull" from system_connections connection
     where connection.id = $1 and connection.deleted_at is null and ${isVisible}`,
    parameters,
  );
  if (!found) return 'none';
  return found.isFull ? 'full' : 'status';
}

/** A viewer's ids can be many: a query that uses them twice sends them once. */
function place(parameters: unknown[], ids: readonly string[]): number {
  const known = parameters.indexOf(ids);
  return known === -1 ? parameters.push(ids) : known + 1;
}
