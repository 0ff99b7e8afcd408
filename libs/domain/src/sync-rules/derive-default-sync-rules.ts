import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { servesNow } from '../connections/transitions';
import { lockSyncRules, noteFeedSources } from '../feed-sources/note-feed-sources';
import { ruleSystems, systemsOf } from './stored-sync-rule';

interface DueRule {
  source_connection_id: string;
  target_connection_id: string;
  data_domains: string[];
}

/**
 * Brings a tenant's default SyncRules in line with its connections in active or error and their configuration: shop -> direct system for
 * the directions outgoing and both, with the shop's capabilities narrowed by its opt-in; direct system -> shop for incoming and
 * both, with all domains. Rules no longer due become inactive, rules made by hand stay as they are. Running it twice, or twice
 * at once (the tenant is locked), changes nothing more. Returns the source of each rule that is new, active again or has other domains.
 */
export async function deriveDefaultSyncRules(sql: Pick<EntityManager, 'transaction'>, tenantId: string): Promise<string[]> {
  return sql.transaction(async (manager) => {
    await lockSyncRules(manager, tenantId);
    const due = await manager.query<DueRule[]>(dueRules, [tenantId]);
    const withIds = JSON.stringify(due.map((rule) => ({ id: uuidv7(), ...rule })));
    const changed = await manager.query<{ source: string }[]>(upsertRules, [tenantId, withIds]);
    await manager.query(deactivateOthers, [tenantId, withIds]);
    await noteFeedSources(manager, tenantId);
    return changed.map(({ source }) => source);
  });
}

/** Locked only against being removed: a rule cannot be stored for a connection that has just gone. */
const dueRules = `
  with connection as (
    select c.id, s.is_direct, coalesce(c.configuration ->> 'direction', 'outgoing') as direction,
      array(select capability from unnest(s.capabilities) capability where opted_in(c.configuration, capability)) as domains
    from system_connections c join systems s on s.id = c.system_id
    where c.tenant_id = $1 and ${servesNow('c')}
    for key share of c
  )
  select shop.id as source_connection_id, direct.id as target_connection_id, shop.domains as data_domains
  from connection shop cross join connection direct
  where not shop.is_direct and direct.is_direct and shop.direction in ('outgoing', 'both') and cardinality(shop.domains) > 0
  union all
  select direct.id, shop.id, direct.domains
  from connection shop cross join connection direct
  where not shop.is_direct and direct.is_direct and shop.direction in ('incoming', 'both')`;

const recordset = `jsonb_to_recordset($2::jsonb) as due (id uuid, source_connection_id uuid, target_connection_id uuid, data_domains text[])`;

const upsertRules = `
  with changed as (
    insert into sync_rules as rule (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default, ${ruleSystems})
    select due.id, $1, due.source_connection_id, due.target_connection_id, due.data_domains, true, true,
      ${systemsOf('due.source_connection_id', 'due.target_connection_id')}
    from ${recordset}
    on conflict (source_connection_id, target_connection_id) where is_default do update
      set data_domains = excluded.data_domains, is_active = true, updated_at = now()
      where not rule.is_active or rule.data_domains is distinct from excluded.data_domains
    returning source_connection_id as source
  )
  select source from changed`;

const deactivateOthers = `
  update sync_rules rule set is_active = false, updated_at = now()
  where rule.tenant_id = $1 and rule.is_default and rule.is_active
    and not exists (select from ${recordset}
                    where due.source_connection_id = rule.source_connection_id and due.target_connection_id = rule.target_connection_id)`;
