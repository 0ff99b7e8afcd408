import { capabilities } from './records';
import { allTenantsRoles } from './serving-role';

/**
 * The second wall between tenants, behind the conditions of the queries: in a transaction of one tenant (`sync.tenant`) a table shows and
 * takes that tenant's rows alone, and without a tenant none. Only work that says that it is for all tenants sees every row.
 *
 * "is true" keeps the condition from being looked up in an index: each query runs by the same plan as without it. The tenant's connections
 * or shops are looked up once for each statement.
 */
const ofTenant = (tenant: string) => `(${tenant} = (select tenant_in_force())) is true`;
const ofShop = '(shop_id = any ((select shops_in_force())::uuid[])) is true';
const ofConnection = '(system_connection_id = any ((select connections_in_force())::uuid[])) is true';

/** Whose row it is, by table. A shop's history began before a tenant claimed it, and outlives the shop. */
const walled: Readonly<Record<string, string>> = {
  tenants: ofTenant('id'),
  connection_transitions: `${ofTenant('tenant_id')} or ${ofConnection}`,
  ...Object.fromEntries(
    [
      ...['system_connections', 'shops', 'connection_counts', 'sync_rules', 'sync_runs', 'user_tenants', 'stored_bytes', 'audit_log'],
      ...['caller_events', 'webhook_endpoints', 'webhook_deliveries', 'erasures', 'feed_sources', 'notification_addresses'],
    ].map((table) => [table, ofTenant('tenant_id')]),
  ),
  ...Object.fromEntries([...capabilities, 'missing_records', 'unmappable_rows'].map((table) => [table, ofShop])),
  ...Object.fromEntries(
    [
      ...['access_tokens', 'connection_tokens', 'webhook_standings', 'refused_webhooks', 'doctor_runs', 'tasks'],
      ...['page_ranges', 'shop_outages', 'shop_calls', 'scheduled_syncs', 'told_breaks'],
    ].map((table) => [table, ofConnection]),
  ),
};

const wallOf = ([table, isOfTenant]: [string, string]) => `
  alter table ${table} enable row level security, force row level security;
  create policy of_tenant on ${table} using (${isOfTenant});
  create policy of_all_tenants on ${table} to ${allTenantsRoles.join(', ')} using (true);`;

export const tenantWall = `
  create function tenant_in_force() returns uuid language sql stable parallel safe as $$
    select nullif(current_setting('sync.tenant', true), '')::uuid
  $$;
  -- In PL/pgSQL each session plans the look-up once; in SQL it takes several times as long.
  create function connections_in_force() returns uuid[] language plpgsql stable parallel safe as $$
  begin
    return array(select id from system_connections where tenant_id = tenant_in_force());
  end
  $$;
  create function shops_in_force() returns uuid[] language plpgsql stable parallel safe as $$
  begin
    return array(select id from shops where tenant_id = tenant_in_force());
  end
  $$;
  ${Object.entries(walled).map(wallOf).join('')}

  -- Rows that a tenant's work adds without a tenant: tasks without a connection, and the counts of all connections.
  create policy without_connection on tasks for insert with check (system_connection_id is null);
  create policy of_all_connections on connection_counts for insert with check (tenant_id = '00000000-0000-0000-0000-000000000000');
`;
