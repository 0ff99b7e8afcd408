import type { SqlRunner } from '@sync/postgres';
import { servesNow } from '../connections/transitions';

/**
 * Changes of a tenant's rules, and of which of its connections serve, take this lock before they lock a rule: each sees the ones before it.
 * Until the end of the transaction.
 */
export async function lockSyncRules(sql: SqlRunner, tenantId: string): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('sync-rules ' || $1, 0))`, [tenantId]);
}

/**
 * What active rules give now, compared with what the feeds have said. $1: tenant; $2: only shops of this connection; null: all. $3: whether
 * feeds that know nothing of a shop served it until now.
 */
const changed = `
  with ruled as (
    select rule.target_connection_id, given.capability, shop.id as shop_id, bool_or(${servesNow('source')}) as is_open
    from sync_rules rule
    join system_connections source on source.id = rule.source_connection_id
    join shops shop on shop.system_connection_id = source.id
    cross join unnest(rule.data_domains) as given (capability)
    where rule.tenant_id = $1 and rule.is_active and source.tenant_id = $1 and ($2::uuid is null or source.id = $2)
    group by rule.target_connection_id, given.capability, shop.id
  ), known as (
    select * from feed_sources
    where tenant_id = $1 and ($2::uuid is null or shop_id in (select id from shops where system_connection_id = $2))
  ), changed as (
    select target_connection_id, capability, shop_id, coalesce(ruled.is_open, false) as is_open, coalesce(known.is_open, $3) as was_open,
      shop.system_connection_id, known.connection_ids, known.since, known.since_at, known.left_position, known.left_at, known.left_reason
    from ruled full join known using (target_connection_id, capability, shop_id)
    left join shops shop on shop.id = shop_id
    where coalesce(known.is_open, $3) <> coalesce(ruled.is_open, false)
      or (known.is_open and ruled.is_open and shop.system_connection_id <> all (known.connection_ids))
  )`;

const isChanged = `${changed} select exists (select from changed) as "isChanged"`;

/**
 * feed_horizon() counts a transaction among those that may write records only if it holds this lock, so it comes before the statement that
 * takes a position. It conflicts with no other writer.
 */
const lockFeed = 'lock table customers in row exclusive mode';

const note = `
  ${changed}, place as materialized (
    select feed_position() as now
  ), noted as (
    insert into feed_sources (tenant_id, target_connection_id, capability, shop_id, is_open, connection_ids, since, since_at,
      left_position, left_at, left_reason)
    select $1, changed.target_connection_id, changed.capability, changed.shop_id, changed.is_open,
      case when changed.was_open and changed.is_open then changed.connection_ids || changed.system_connection_id
        when changed.is_open then array[changed.system_connection_id]
        else coalesce(changed.connection_ids, array[changed.system_connection_id]) end,
      case when changed.was_open then coalesce(changed.since, 0) else place.now end,
      case when changed.was_open then changed.since_at else now() end,
      case when changed.is_open then changed.left_position else place.now end,
      case when changed.is_open then changed.left_at else now() end,
      case when changed.is_open then changed.left_reason
        when source.id is null or source.deleted_at is not null or source.status = 'uninstalled' then 'uninstalled'
        when ${servesNow('source')} then 'rule_off'
        else 'disconnected' end
    from changed cross join place left join system_connections source on source.id = changed.system_connection_id
    on conflict (target_connection_id, capability, shop_id) do update
      set is_open = excluded.is_open, connection_ids = excluded.connection_ids, since = excluded.since, since_at = excluded.since_at,
        left_position = excluded.left_position, left_at = excluded.left_at, left_reason = excluded.left_reason
    returning shop_id, capability, is_open and since_at = now() as is_back
  )
  select pg_notify('service_events', $1::text || ' ' || place.now)::text,
    (select count(note_records_changed(shop_id, capability, 1, place.now)::text) from noted where is_back)
  from place where exists (select from noted)`;

/**
 * Brings what the feeds say about the tenant's shops in line with its rules and connections, in the transaction that changed these, which
 * holds `lockSyncRules`: who reads a shop no longer hears that it left, and who reads it again gets all of its records again. Waiting readers
 * hear of it, and webhook endpoints that the records are there. `leaving`: a connection that served until now; only its shop is looked at. `returning`: the same of one that serves again.
 */
export async function noteFeedSources(
  sql: SqlRunner,
  tenantId: string,
  { leaving, returning }: { leaving?: string; returning?: string } = {},
): Promise<void> {
  const values = [tenantId, leaving ?? returning ?? null, leaving !== undefined];
  const [found] = await sql.query<{ isChanged: boolean }[]>(isChanged, values);
  if (!found?.isChanged) return;
  await sql.query(lockFeed);
  await sql.query(note, values);
}
