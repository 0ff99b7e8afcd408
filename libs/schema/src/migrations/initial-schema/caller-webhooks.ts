/**
 * Webhooks to callers (docs/decisions/021-caller-webhooks.md).
 *
 * caller_events: what happened, written in the transaction of its cause, for tenants with an endpoint. A worker turns each into deliveries
 * and deletes it. feed_position, changes: of `records.changed`, which waits until the feed shows the change.
 *
 * webhook_endpoints: where a caller wants to hear of events.
 * - events, source_connection_ids: null for all.
 * - due_at: when the next of its deliveries is due; null: none is. claim, claimed_until: the worker that delivers to it now, one request
 *   at a time, so that an endpoint that hangs holds up nothing but itself.
 * - secrets: the secret, and the one before it, which signs as well until previous_secret_until.
 * - failing_since: the first failure since the last success. warned: the share of the time until it is disabled, in percent, that the
 *   timeline has shown.
 *
 * webhook_deliveries: an event for an endpoint.
 * - A hint, `records.changed`, has feed_position, the place of the oldest change that it stands for, and how many changes follow it.
 *   next_feed_position, next_changes: of the changes since its running attempt began, which may not show them. The hint that follows
 *   it stands for them.
 * - is_asked: a person asked for it, by a test or by sending it again: an endpoint that is not enabled gets it, too.
 */
export const callerWebhookTables = `
  create table caller_events (
    id uuid primary key default gen_random_uuid(),
    tenant_id uuid not null,
    type text not null,
    system_connection_id uuid,
    shop_id uuid,
    data jsonb,
    feed_position bigint,
    changes bigint,
    created_at timestamptz not null default now()
  ) with (autovacuum_vacuum_scale_factor = 0.05);

  create table webhook_endpoints (
    id uuid primary key,
    tenant_id uuid not null references tenants (id) on delete cascade,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    url text not null check (length(url) <= 2048),
    events text[],
    source_connection_ids uuid[],
    description text check (length(description) <= 500),
    status text not null check (status in ('enabled', 'paused', 'disabled')),
    disabled_reason text check (disabled_reason in ('gone', 'failing')),
    secrets text not null check (secrets like 'v1.%'),
    previous_secret_until timestamptz,
    failing_since timestamptz,
    warned smallint not null default 0,
    last_delivered_at timestamptz,
    due_at timestamptz,
    claim uuid,
    claimed_until timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint reason_exactly_while_disabled check ((status = 'disabled') = (disabled_reason is not null))
  ) with (fillfactor = 50);
  create index webhook_endpoints_of_connection on webhook_endpoints (system_connection_id, id);
  create index webhook_endpoints_of_tenant on webhook_endpoints (tenant_id);
  create index due_webhook_endpoints on webhook_endpoints (due_at) where due_at is not null;
  create index failing_webhook_endpoints on webhook_endpoints (failing_since) where failing_since is not null and status = 'enabled';
  create index webhook_endpoints_to_mend on webhook_endpoints ((coalesce(failing_since, updated_at))) where warned > 0 or status = 'disabled';
  -- Finds the ids of the keys that secrets are sealed with.
  create index webhook_endpoints_by_key on webhook_endpoints (split_part(secrets, '.', 2));

  create table webhook_deliveries (
    id uuid primary key,
    tenant_id uuid not null,
    endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
    event_type text not null,
    system_connection_id uuid,
    record_type text check (record_type in ('customers', 'products', 'orders')),
    data jsonb,
    feed_position bigint,
    changes bigint not null default 0,
    next_feed_position bigint,
    next_changes bigint not null default 0,
    is_asked boolean not null default false,
    status text not null check (status in ('pending', 'delivered', 'failed')),
    attempts integer not null default 0,
    last_response_status smallint,
    last_error text check (length(last_error) <= 500),
    occurred_at timestamptz not null,
    next_attempt_at timestamptz,
    delivered_at timestamptz,
    finished_at timestamptz,
    created_at timestamptz not null default now(),
    constraint next_attempt_exactly_while_pending check ((status = 'pending') = (next_attempt_at is not null)),
    constraint hint_of_records check ((event_type = 'records.changed') = (feed_position is not null and record_type is not null))
  );
  create unique index one_undelivered_hint on webhook_deliveries (endpoint_id, system_connection_id, record_type)
    where event_type = 'records.changed' and status = 'pending' and not is_asked;
  create index pending_webhook_deliveries on webhook_deliveries (endpoint_id, next_attempt_at) where status = 'pending';
  create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
  create index webhook_deliveries_by_status on webhook_deliveries (endpoint_id, status, id);
  create index ended_webhook_deliveries on webhook_deliveries (finished_at) where status <> 'pending';

  -- A version 7 UUID: such ids are in the order of their time.
  create function time_ordered_id() returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
      substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $$;

  -- Wakes the worker that makes deliveries of events.
  create function note_caller_event(tenant uuid, event_type text, connection uuid, details jsonb) returns void language plpgsql as $$
  begin
    if exists (select from webhook_endpoints where tenant_id = tenant) then
      insert into caller_events (tenant_id, type, system_connection_id, data) values (tenant, event_type, connection, details);
      perform pg_notify('service_events', tenant::text);
    end if;
  end
  $$;

  -- Called by each statement that changes records in the feed, with how many it changed and their place. Wakes readers of the feed that
  -- wait, and the worker that makes deliveries. Readers see the change once the feed's horizon is beyond the place. In an idle database
  -- the two may be equal until the next transaction id is taken, since a place is at least the next id of its statement's snapshot.
  create function note_records_changed(shop uuid, kind text, changed bigint, place bigint) returns void language plpgsql as $$
  declare
    owner uuid;
  begin
    if changed = 0 or place is null then return; end if;
    select tenant_id into owner from shops where id = shop;
    if owner is null then return; end if;
    if exists (select from webhook_endpoints where tenant_id = owner) then
      insert into caller_events (tenant_id, type, shop_id, data, feed_position, changes)
        values (owner, 'records.changed', shop, jsonb_build_object('type', kind), place, changed);
    end if;
    perform pg_notify('service_events', owner::text || ' ' || place::text);
  end
  $$;
`;
