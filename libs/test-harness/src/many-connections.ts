import type { DataSource } from 'typeorm';

/**
 * Active shops of as many tenants, each with a rule for all its records and a run of each capability that succeeded in the last day,
 * and as many that are not active. By plain SQL: seconds for 20,000.
 */
export async function addManyConnections(dataSource: DataSource, count: number): Promise<void> {
  await dataSource.query(fill, [count]);
  await dataSource.query('vacuum (analyze) system_connections, sync_rules, sync_runs, scheduled_syncs');
}

const fill = `
  with tenant as (
    insert into tenants (id, name) select gen_random_uuid(), 'Calm Lake 1000' from generate_series(1, $1) returning id
  ), shop as (
    insert into system_connections (id, tenant_id, system_id, name, status, last_connected_at, created_at)
    select gen_random_uuid(), tenant.id, systems.id, 'Shop', state.status, now() - interval '30 days', now() - interval '30 days'
    from tenant cross join (values ('active'), ('inactive')) as state (status)
      cross join (select id from systems where not is_direct order by slug limit 1) systems
    returning id, tenant_id, status
  ), rule as (
    insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
    select gen_random_uuid(), tenant_id, id, id, '{customers,products,orders}', true, true from shop where status = 'active'
  ), scheduled as (
    insert into scheduled_syncs (system_connection_id, capability)
    select id, capability from shop cross join unnest(array['customers', 'products', 'orders']) as capability
  )
  insert into sync_runs (id, system_connection_id, capability, mode, status, created_at, started_at, finished_at)
  select gen_random_uuid(), id, capability, 'delta', 'succeeded', at, at, at
  from (
    select shop.id, capability, now() - random() * interval '20 hours' as at
    from shop cross join unnest(array['customers', 'products', 'orders']) as capability where status = 'active'
  ) run`;
