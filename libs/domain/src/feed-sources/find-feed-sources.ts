import { servesNow } from '../connections/transitions';

/** What a reader of a feed reads from, at one moment. */
export interface FeedSources {
  /** No writer can write at a position below it any more. */
  horizon: string;
  sources: { shopId: string; connectionId: string; since: string; sinceAt: string | null }[];
  /** The sources that left, in order: at most one more than `maxDepartures`. */
  departures: { position: string; id: string; reason: 'disconnected' | 'uninstalled' | 'rule_off'; at: string }[];
}

export const maxDepartures = 1_000;

/**
 * The sources of a feed: active or failing connections whose active rule grants the reader's connection this record type; and those that
 * left. One statement, so that a source that leaves or comes back later has a place beyond the horizon. Parameters: $1 the reader's
 * connection, $2 record type, $3 tenant, $4 only this source, $5 a horizon that is known already, $6 and $7 only departures after this
 * position and id, $8 only those since this instant.
 */
export const findFeedSources = `
  with horizon as materialized (
    select greatest($5::bigint, feed_horizon()) as position
  ), source as (
    select distinct shop.id as "shopId", source.id as "connectionId", coalesce(known.since, 0)::text as since, known.since_at as "sinceAt"
    from sync_rules rule
    join system_connections source on source.id = rule.source_connection_id
    join shops shop on shop.system_connection_id = source.id
    left join feed_sources known on known.target_connection_id = $1 and known.capability = $2 and known.shop_id = shop.id
    where rule.target_connection_id = $1 and rule.is_active and $2 = any(rule.data_domains)
      and ${servesNow('source')} and source.tenant_id = $3
      and known.is_open is not false
      and ($4::uuid is null or source.id = $4)
  ), departure as (
    select known.left_position::text as position, gone.id, known.left_reason as reason, known.left_at as at
    from horizon, feed_sources known cross join unnest(known.connection_ids) as gone (id)
    where known.target_connection_id = $1 and known.capability = $2 and known.tenant_id = $3
      and known.left_position < horizon.position and (known.left_position, gone.id) > ($6::bigint, $7::uuid)
      and ($4::uuid is null or gone.id = $4) and ($8::timestamptz is null or known.left_at >= $8)
    order by known.left_position, gone.id
    limit ${maxDepartures + 1}
  )
  select (select position::text from horizon) as horizon,
    coalesce((select json_agg(source) from source), '[]') as sources, coalesce((select json_agg(departure) from departure), '[]') as departures`;
