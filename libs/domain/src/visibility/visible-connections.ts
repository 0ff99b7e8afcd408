import type { SqlCondition, SqlRunner } from '@sync/postgres';

/** Whose connections a support user sees. `all` and `by_system` include future tenants; `by_system` shows those of supported systems only. */
export const tenantAccesses = ['chosen', 'all', 'by_system'] as const;
export type TenantAccess = (typeof tenantAccesses)[number];

/** Which tenants are accessible to a support user. */
type AccessibleTenants =
  { tenantAccess: 'chosen'; accessibleTenantIds: readonly string[] } | { tenantAccess: Exclude<TenantAccess, 'chosen'> };
export type SupportViewer = AccessibleTenants & { role: 'support'; supportedSystemIds: readonly string[] };

/** A user of the admin API who looks at connections. */
export type Viewer = { role: 'super_admin' } | SupportViewer;

/** Null: the viewer is bound to no tenants. */
export function chosenTenantIds(viewer: Viewer): readonly string[] | null {
  return viewer.role === 'support' && viewer.tenantAccess === 'chosen' ? viewer.accessibleTenantIds : null;
}

/**
 * Connections that the viewer may see, at least in their status-only form. A super administrator sees all; a support user those of
 * accessible tenants. Unclaimed connections and those without a system are for super administrators only.
 */
export function visibleConnections(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  if (viewer.tenantAccess === 'by_system') return fullyVisibleConnections(viewer);
  return (connection, parameters) => `${ofAccessibleTenants(viewer, connection, parameters)} and ${connection}.system_id is not null`;
}

/** Connections that the viewer may see in full: also of a system that a support user supports. */
export function fullyVisibleConnections(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  return (connection, parameters) => {
    const ofTenants = ofAccessibleTenants(viewer, connection, parameters);
    return `${ofTenants} and ${connection}.system_id = any($${place(parameters, viewer.supportedSystemIds)}::uuid[])`;
  };
}

/** Tenants that the viewer may see: all for a super administrator, the accessible ones for a support user. */
export function visibleTenants(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin' || viewer.tenantAccess === 'all') return () => 'true';
  if (viewer.tenantAccess === 'chosen')
    return (tenant, parameters) => `${tenant}.id = any($${place(parameters, viewer.accessibleTenantIds)}::uuid[])`;
  return (tenant, parameters) => `exists (
    select from system_connections connection
    where connection.tenant_id = ${tenant}.id and connection.deleted_at is null and ${visibleConnections(viewer)('connection', parameters)})`;
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

function ofAccessibleTenants(viewer: SupportViewer, connection: string, parameters: unknown[]): string {
  if (viewer.tenantAccess !== 'chosen') return `${connection}.tenant_id is not null`;
  return `${connection}.tenant_id = any($${place(parameters, viewer.accessibleTenantIds)}::uuid[])`;
}

/** A viewer's ids can be many: a query that uses them twice sends them once. */
function place(parameters: unknown[], ids: readonly string[]): number {
  const known = parameters.indexOf(ids);
  return known === -1 ? parameters.push(ids) : known + 1;
}
