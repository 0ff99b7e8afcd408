/**
 * Whose slots a task takes while it is held. Each established tenant has a partition of its own, and in it a subpartition for each of its
 * connections. All tenants without a successful sync have one partition together, because anyone can make such tenants, and a
 * subpartition for each tenant.
 */
export const newcomers = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** SQL: joins the established tenant of a row of system_connections. Use with `partitionKeys`. */
export const joinEstablished = (connection: string): string =>
  `left join tenants established on established.id = ${connection}.tenant_id and established.established_at is not null`;

/** SQL: partition and subpartition of a row of system_connections. */
export const partitionKeys = (connection: string): string => `
  coalesce(established.id, '${newcomers}') as partition,
  case when established.id is null then coalesce(${connection}.tenant_id, ${connection}.id, '${newcomers}') else ${connection}.id end as subpartition`;
