import { readSyncRuns, syncRunMembers } from '@sync/sync-runs';
import { servesNow } from '@sync/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { setDueOfTenants } from './webhook-endpoint';

const maxEvents = 500;

interface CallerEvent {
  id: string;
  tenantId: string;
  type: string;
  systemConnectionId: string | null;
  data: Record<string, unknown> | null;
}

/** A change of records is an event once the feed shows it. */
const takeEvents = `
  select id, tenant_id as "tenantId", type, system_connection_id as "systemConnectionId", data from caller_events
  where feed_position is null or feed_position < (select feed_horizon())
  order by created_at, id limit ${maxEvents} for update skip locked`;

const lockEndpoints = 'select from webhook_endpoints where tenant_id = any ($1::uuid[]) order by id for no key update';

/** SQL: the owner of the endpoint may hear of the connection now. `about`: the column with its id. */
const hears = (about: string) => `
  exists (select from system_connections owner where owner.id = endpoint.system_connection_id and (${servesNow('owner')} or owner.id = ${about}))
  and (endpoint.source_connection_ids is null or ${about} is null or ${about} = any (endpoint.source_connection_ids) or ${about} = endpoint.system_connection_id)`;

/** An endpoint that is not enabled never gets these: the timeline and the lists have what they are about. */
const addDeliveries = `
  with made as (
    insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, system_connection_id, data, status, occurred_at, next_attempt_at)
    select time_ordered_id(), endpoint.tenant_id, endpoint.id, event.type, event.system_connection_id, given.data, 'pending', event.created_at, now()
    from unnest($1::uuid[], $2::jsonb[]) as given (id, data)
    join caller_events event on event.id = given.id
    join webhook_endpoints endpoint on endpoint.tenant_id = event.tenant_id
    where endpoint.status = 'enabled' and (endpoint.events is null or event.type = any (endpoint.events)) and ${hears('event.system_connection_id')}
    returning endpoint_id
  )
  select distinct endpoint_id as id from made`;

/**
 * One undelivered hint per endpoint, source and kind stands for all its changes: it keeps its place, the oldest. While an attempt at it runs
 * it also notes the changes since then, which that attempt may not show.
 */
const addHints = `
  with changed as (
    select shop.tenant_id, shop.system_connection_id, event.data ->> 'type' as record_type, min(event.feed_position) as feed_position,
      sum(event.changes) as changes, min(event.created_at) as occurred_at
    from caller_events event join shops shop on shop.id = event.shop_id
    where event.id = any ($1::uuid[])
    group by 1, 2, 3
  )
  insert into webhook_deliveries as stored (id, tenant_id, endpoint_id, event_type, system_connection_id, record_type, feed_position, changes, status,
    occurred_at, next_attempt_at)
  select time_ordered_id(), endpoint.tenant_id, endpoint.id, 'records.changed', changed.system_connection_id, changed.record_type, changed.feed_position,
    changed.changes, 'pending', changed.occurred_at, now()
  from changed
  join webhook_endpoints endpoint on endpoint.tenant_id = changed.tenant_id
  join system_connections source on source.id = changed.system_connection_id
  where (endpoint.events is null or 'records.changed' = any (endpoint.events)) and ${hears('changed.system_connection_id')}
    and ${servesNow('source')} and exists (
      select from sync_rules rule where rule.source_connection_id = source.id and rule.target_connection_id = endpoint.system_connection_id
        and rule.is_active and changed.record_type = any (rule.data_domains)
    )
  order by endpoint.id, changed.system_connection_id, changed.record_type
  on conflict (endpoint_id, system_connection_id, record_type) where event_type = 'records.changed' and status = 'pending' and not is_asked
  do update set changes = stored.changes + excluded.changes, next_changes = stored.next_changes + excluded.changes,
    next_feed_position = coalesce(stored.next_feed_position, excluded.feed_position),
    feed_position = least(stored.feed_position, excluded.feed_position)`;

export interface MadeDeliveries {
  events: number;
  /** Changes that the feed does not show yet. */
  hasHidden: boolean;
}

/** Turns events into deliveries, the oldest first. Safe beside other workers. Call it until it finds none. */
export async function makeDeliveries(dataSource: DataSource): Promise<MadeDeliveries> {
  return dataSource.transaction(async (manager) => {
    const events = await manager.query<CallerEvent[]>(takeEvents);
    if (events.length > 0) await deliver(manager, events);
    if (events.length === maxEvents) return { events: events.length, hasHidden: false };
    const [{ hidden }] = await manager.query<[{ hidden: boolean }]>(
      `select exists (select from caller_events where feed_position >= (select feed_horizon())) as hidden`,
    );
    // In an idle database the horizon moves only when a transaction takes an id.
    if (hidden) await manager.query('select pg_current_xact_id()');
    return { events: events.length, hasHidden: hidden };
  });
}

async function deliver(manager: EntityManager, events: readonly CallerEvent[]): Promise<void> {
  const tenants = [...new Set(events.map(({ tenantId }) => tenantId))];
  await manager.query(lockEndpoints, [tenants]);
  const hints = events.filter(({ type }) => type === 'records.changed');
  const others = await withRuns(
    manager,
    events.filter(({ type }) => type !== 'records.changed'),
  );
  if (others.length > 0)
    await manager.query(addDeliveries, [others.map(({ id }) => id), others.map(({ data }) => JSON.stringify(data ?? {}))]);
  if (hints.length > 0) await manager.query(addHints, [hints.map(({ id }) => id)]);
  await manager.query(setDueOfTenants, [tenants]);
  await manager.query('delete from caller_events where id = any ($1::uuid[])', [events.map(({ id }) => id)]);
}

/** The runs are read when their event is: a run that has ended stays as it is. One that is gone is no event. */
async function withRuns(manager: EntityManager, events: CallerEvent[]): Promise<CallerEvent[]> {
  const runIds = events.flatMap(({ type, data }) => (type === 'sync_run.finished' ? [String(data?.['run_id'])] : []));
  if (runIds.length === 0) return events;
  const runs = new Map((await readSyncRuns(manager.dataSource, runIds)).map((run) => [run.id, run]));
  return events.flatMap((event) => {
    if (event.type !== 'sync_run.finished') return [event];
    const run = runs.get(String(event.data?.['run_id']));
    return run ? [{ ...event, data: { connection_id: event.systemConnectionId, run: syncRunMembers(run) } }] : [];
  });
}
