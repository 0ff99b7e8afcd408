/**
 * Whose slots a task takes while it is held. Each established tenant has a partition of its own, and in it a subpartition for each of its
 * connections. All tenants without a successful sync have one partition together, because anyone can make such tenants, and a
 * subpartition for each tenant.
 */
export const newcomers = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** SQL: joins the established tenant of a row of system_connections, or of work without one. Use with `partitionKeys`. */
export const joinEstablished = (connection: string, tenantId = 'null::uuid'): string =>
  `left join tenants established on established.id = coalesce(${connection}.tenant_id, ${tenantId}) and established.established_at is not null`;

/** SQL: partition and subpartition of a row of system_connections, or of a tenant's work without one. */
export const partitionKeys = (connection: string, tenantId = 'null::uuid'): string => `
  coalesce(established.id, '${newcomers}') as partition,
  case when established.id is null then coalesce(${connection}.tenant_id, ${tenantId}, ${connection}.id, '${newcomers}') else coalesce(${connection}.id, established.id) end as subpartition`;
