/**
 * Whose places a task takes while it is held. Each established tenant has a share of its own, and a lane in it for each of its connections.
 * All tenants without a successful sync have one share together, because anyone can make such tenants, and a lane for each tenant.
 */
export const newcomers = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** SQL: joins the established tenant of a row of system_connections. Use with `shareAndLane`. */
export const joinEstablished = (connection: string): string =>
  `left join tenants established on established.id = ${connection}.tenant_id and established.established_at is not null`;

/** SQL: share and lane of a row of system_connections. */
export const shareAndLane = (connection: string): string => `
  coalesce(established.id, '${newcomers}') as share,
  case when established.id is null then coalesce(${connection}.tenant_id, ${connection}.id, '${newcomers}') else ${connection}.id end as lane`;
