/** Roles of the apps that see the rows of every tenant: for work of connection-api and export-worker, of the ingress, of the admin API. */
export const allTenantsRoles = ['sync_all_tenants', 'sync_ingress', 'sync_admin'] as const;

const services = 'sync_serving, sync_all_tenants';
const everyone = `${services}, sync_ingress, sync_admin`;
const administration = 'users, user_tenants, user_systems, user_sessions, user_addresses, sign_in_failures';

/**
 * What the apps may do. Each connects as a role, or as a member of it, which owns nothing and may touch what its work needs: an attacker who
 * takes an app over can neither change the schema, nor rewrite a log, nor reach administrators from another app than theirs.
 *
 * - `sync_serving`: connection-api and export-worker. By itself it sees no row of any tenant (tenant-wall.ts); work for all tenants says so by
 *   the role `sync_all_tenants`, which it may take and does not inherit.
 * - `sync_ingress`: webhook-ingress. It finds senders, adds deliveries, and notes copies of shops and whose webhooks are right.
 * - `sync_admin`: admin-api.
 *
 * A login and a password are the operator's to give (docs/operations/database.md, which lists the rights by table). Roles belong to the whole
 * server: another database of it may have made them, even at this moment. The owner of the tables works for all tenants.
 */
export const servingRole = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = 'sync_serving') then
      create role sync_serving nologin noinherit;
    end if;
    if not exists (select from pg_roles where rolname = 'sync_all_tenants') then
      create role sync_all_tenants nologin;
      grant sync_all_tenants to sync_serving;
      begin
        -- Sees since when another role's transaction holds up the feed. Where only the operator may give it, the operator does.
        grant pg_read_all_stats to sync_all_tenants;
      exception when insufficient_privilege then null;
      end;
    end if;
    if not exists (select from pg_roles where rolname = 'sync_ingress') then
      create role sync_ingress nologin;
    end if;
    if not exists (select from pg_roles where rolname = 'sync_admin') then
      create role sync_admin nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end
  $$;
  do $$
  declare
    name text;
  begin
    foreach name in array array['${allTenantsRoles.join("', '")}'] loop
      if not pg_has_role(current_user, name, 'usage') then
        execute format('grant %I to %I', name, current_user);
      end if;
    end loop;
  end
  $$;

  grant usage on schema public to ${everyone};
  grant select, insert, update, delete on all tables in schema public to ${services}, sync_admin;
  revoke insert, update, delete on migrations, feed_clock from ${services}, sync_admin;
  revoke update, delete on audit_log, connection_transitions from ${services}, sync_admin;
  revoke select on audit_log from ${services};
  revoke all on ${administration} from ${services};

  grant select on migrations to sync_ingress;
  grant select, insert on encryption_keys to sync_ingress;
  grant select on erasure_keys to sync_ingress;
  grant select (id, status, credentials, base_url, store_base, tenant_id, deleted_at) on system_connections to sync_ingress;
  -- To lock a sender one needs the right to update one of its columns. Nothing can be written into a generated one.
  grant update (shop_host) on system_connections to sync_ingress;
  grant select (id, established_at) on tenants to sync_ingress;
  grant select (id), insert on tasks to sync_ingress;
  grant insert on connection_transitions to sync_ingress;
  grant select, insert, update, delete on webhook_standings, refused_webhooks to sync_ingress;
  grant select, insert, update on shop_calls to sync_ingress;
`;
