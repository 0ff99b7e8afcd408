import type { SqlCondition } from '@sync/postgres';
import type { Viewer } from './visible-connections';

/** Tenants that the viewer may see: all for a super administrator, the accessible ones for a support user. */
export function visibleTenants(viewer: Viewer): SqlCondition {
  if (viewer.role === 'super_admin') return () => 'true';
  return (tenant, parameters) => `${tenant}.id = any($${parameters.push(viewer.accessibleTenantIds)}::uuid[])`;
}
