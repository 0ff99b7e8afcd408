import type { BranchScope } from '@sync/postgres';
import { chosenTenantIds, fullyVisibleConnections, type Viewer } from './visible-connections';

/** Which connections a list is about. */
export interface ConnectionFilter {
  tenantId?: string;
  connectionId?: string;
}

/**
 * The work that a list shows: of connections that the viewer sees in full, narrowed by the filter. Null: all work, also that of no
 * connection. Runs and failed tasks carry tenant and system of their connection, so a tenant is few branches, however many connections
 * it has. A viewer who is bound to no tenants has a branch per system.
 */
export function workScope(viewer: Viewer, { tenantId, connectionId }: ConnectionFilter): BranchScope | null {
  if (viewer.role === 'super_admin' && tenantId === undefined && connectionId === undefined) return null;
  const isVisible = fullyVisibleConnections(viewer);
  const ofTenant = (row: string, parameters: unknown[]) =>
    tenantId === undefined ? 'true' : `${row}.tenant_id = $${parameters.push(tenantId)}::uuid`;
  if (connectionId !== undefined)
    return {
      each: (parameters) => `
        select connection.id as system_connection_id from system_connections connection
        where connection.id = $${parameters.push(connectionId)}::uuid and ${ofTenant('connection', parameters)} and ${isVisible('connection', parameters)}`,
      columns: ['system_connection_id'],
    };
  const tenantIds = tenantId !== undefined ? [tenantId] : chosenTenantIds(viewer);
  if (tenantIds === null && viewer.role === 'support')
    return {
      each: (parameters) => `select unnest($${parameters.push(viewer.supportedSystemIds)}::uuid[]) as system_id`,
      columns: ['system_id'],
      isListed: 'candidate.tenant_id is not null',
    };
  return {
    each: (parameters) => `
      select place.tenant_id, place.system_id
      from (select tenant.id as tenant_id, system.id as system_id from unnest($${parameters.push(tenantIds)}::uuid[]) as tenant (id), systems system) place
      where ${isVisible('place', parameters)}`,
    columns: ['tenant_id', 'system_id'],
  };
}
