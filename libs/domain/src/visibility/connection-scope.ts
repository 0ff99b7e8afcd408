import type { SqlCondition } from '@sync/postgres';
import { fullyVisibleConnections, type Viewer } from './visible-connections';

/** Which connections a list is about. */
export interface ConnectionFilter {
  tenantId?: string;
  connectionId?: string;
}

/**
 * The connections whose work a list shows: those that the viewer sees in full, narrowed by the filter. Null: all work, also that of no
 * connection.
 */
export function connectionScope(viewer: Viewer, { tenantId, connectionId }: ConnectionFilter): SqlCondition | null {
  if (viewer.role === 'super_admin' && tenantId === undefined && connectionId === undefined) return null;
  const isVisible = fullyVisibleConnections(viewer);
  return (connection, parameters) => {
    const conditions = [isVisible(connection, parameters)];
    if (tenantId !== undefined) conditions.push(`${connection}.tenant_id = $${parameters.push(tenantId)}::uuid`);
    if (connectionId !== undefined) conditions.push(`${connection}.id = $${parameters.push(connectionId)}::uuid`);
    return conditions.join(' and ');
  };
}
