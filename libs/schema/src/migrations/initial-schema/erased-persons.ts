/**
 * What a tenant's log rows may say of a person, read and erased. An app may neither read nor change the audit log, so it asks these functions
 * of the owner. `address` is in lower case.
 */
export const erasedPersons = `
  -- The texts of a value that name an address become [erased]. plpgsql, because its body calls it.
  create function without_address(value jsonb, address text) returns jsonb language plpgsql immutable as $$
  begin
    return case jsonb_typeof(value)
      when 'string' then case when strpos(lower(value #>> '{}'), address) > 0 then '"[erased]"'::jsonb else value end
      when 'array' then coalesce((select jsonb_agg(without_address(item, address) order by place)
        from jsonb_array_elements(value) with ordinality as each (item, place)), '[]')
      when 'object' then coalesce((select jsonb_object_agg(key, without_address(item, address)) from jsonb_each(value) as each (key, item)), '{}')
      else value end;
  end
  $$;

  -- The one change of the audit log: while a person of the tenant is being erased, texts of the tenant's entries that name an address. Who did
  -- what, when and to what stays. Returns how many entries it changed.
  create function erase_from_audit_log(of_tenant uuid, address text) returns bigint language plpgsql security definer set search_path = public as $$
  declare
    changed bigint;
  begin
    if address !~ '^[^ @]+@[^ @]+$' or coalesce(tenant_in_force() <> of_tenant, false)
      or not exists (select from erasures where erasures.tenant_id = of_tenant and finished_at is null) then
      raise exception 'No person of this tenant is being erased';
    end if;
    perform set_config('sync.erasing', 'on', true);
    update audit_log entry set before = without_address(entry.before, $2), after = without_address(entry.after, $2),
      reason = case when strpos(lower(entry.reason), $2) > 0 then '[erased]' else entry.reason end
    where entry.tenant_id = of_tenant and strpos(lower(concat_ws(' ', entry.before::text, entry.after::text, entry.reason)), $2) > 0;
    get diagnostics changed = row_count;
    perform set_config('sync.erasing', '', true);
    return changed;
  end
  $$;

  create function audit_log_naming(address text) returns setof audit_log language sql stable security definer set search_path = public as $$
    select * from audit_log entry
    where entry.tenant_id = tenant_in_force() and strpos(lower(concat_ws(' ', entry.before::text, entry.after::text, entry.reason)), $1) > 0
    order by entry.at, entry.id
  $$;
`;
