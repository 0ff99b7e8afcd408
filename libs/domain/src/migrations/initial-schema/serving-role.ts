/**
 * What the apps may do. They connect as `sync_serving`, or as a member of it, which owns nothing: an attacker who takes an app over can
 * neither change the schema nor forge or erase log entries. By itself the role sees no row of any tenant (tenant-wall.ts); work for all
 * tenants says so by the role `sync_all_tenants`, which it may take and does not inherit. A login and a password are the operator's to
 * give (docs/operations/database.md).
 *
 * Roles belong to the whole server: another database of it may have made them, even at this moment. The owner of the tables works for all
 * tenants.
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
  exception when duplicate_object or unique_violation then null;
  end
  $$;
  do $$
  begin
    if not pg_has_role(current_user, 'sync_all_tenants', 'usage') then
      execute format('grant sync_all_tenants to %I', current_user);
    end if;
  end
  $$;

  grant usage on schema public to sync_serving, sync_all_tenants;
  grant select, insert, update, delete on all tables in schema public to sync_serving, sync_all_tenants;
  revoke insert, update, delete on migrations, feed_clock from sync_serving, sync_all_tenants;
  revoke update, delete on audit_log from sync_serving, sync_all_tenants;
`;
