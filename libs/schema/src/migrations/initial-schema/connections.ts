/**
 * Tenants, systems, connections, their tokens and sync rules. Rules that must hold regardless of the code are constraints:
 * - at most one claimable pending connection per (system, store_base);
 * - at most one unused token per connection (issuing one uses up the others), so at most one valid token;
 * - disconnected_at is set exactly while the status is disconnected;
 * - a tenant that owns connections cannot be deleted.
 */
export const connectionTables = `
  -- Comes with Postgres. Finds a part of a name or an address by index.
  create extension if not exists pg_trgm;

  create table tenants (
    id uuid primary key,
    name text not null,
    -- When the first sync of one of its shops succeeded.
    established_at timestamptz,
    -- When it first began to link a shop; null: it never did.
    linked_at timestamptz,
    -- Its own quota of bytes of stored records, 0 for no limit; null: the one of TENANT_MAX_BYTES.
    max_bytes bigint check (max_bytes >= 0),
    -- How many erasures of persons were asked for. Who writes records says which number it knows of.
    erasures bigint not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index tenants_never_linked on tenants (created_at) where linked_at is null;
  -- A search also reads the list of pending entries, so that is short (kB).
  create index tenants_by_part_of_name on tenants using gin (lower(name) gin_trgm_ops) with (gin_pending_list_limit = 256);

  create table systems (
    id uuid primary key,
    slug text not null unique,
    name text not null,
    driver text not null,
    capabilities text[] not null,
    is_direct boolean not null,
    configuration_schema_owner text,
    created_at timestamptz not null default now()
  );

  create table system_connections (
    id uuid primary key,
    tenant_id uuid references tenants (id) on delete restrict,
    system_id uuid references systems (id) on delete restrict,
    -- Of a handshake that was started for one platform: only a plugin of it finalises.
    awaited_system_id uuid references systems (id) on delete restrict,
    name text not null,
    external_user_id text,
    base_url text check (length(base_url) <= 2048),
    -- The place that base_url leads to, as the platform sees it: two spellings of it are one shop.
    store_base text check (length(store_base) <= 2048),
    -- Every sealed text starts with its version, so plain text is refused.
    credentials text check (credentials like 'v1.%'),
    status text not null check (status in ('active', 'inactive', 'error', 'pending', 'disconnected', 'uninstalled')),
    -- What took it out of service, since when, and what to do: {code, message, since}. Written by each move.
    status_reason jsonb,
    meta jsonb not null default '{}',
    configuration jsonb,
    last_connected_at timestamptz,
    disconnected_at timestamptz,
    deleted_at timestamptz,
    -- When everything kept of a disconnected connection past its grace period was erased.
    erased_at timestamptz,
    -- What a search looks through, ready to be compared: making it lower case takes most of the time of a comparison.
    searched text generated always as (lower(name || E'\\n' || coalesce(base_url, '') || E'\\n' || coalesce(external_user_id, ''))) stored,
    -- Scheme, host and port of base_url: what is there shares one budget of requests. Without an address the connection is alone.
    shop_host text not null generated always as (coalesce(lower(substring(base_url from '^[^/]+//[^/]+')), id::text)) stored,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint disconnected_at_exactly_while_disconnected check ((status = 'disconnected') = (disconnected_at is not null))
  );

  create unique index one_claimable_pending_connection on system_connections (system_id, store_base)
    where status = 'pending' and tenant_id is null and deleted_at is null;
  create index system_connections_of_tenant on system_connections (tenant_id, id);
  create index system_connections_of_host on system_connections (shop_host);
  -- For the lists and searches of the admin API, newest first.
  create index system_connections_of_system on system_connections (system_id, status, id) where deleted_at is null;
  create index claimed_connections_of_system on system_connections (system_id, tenant_id, id)
    where deleted_at is null and tenant_id is not null;
  create index system_connections_by_status on system_connections (status, id) where deleted_at is null;
  -- For what needs a person, the oldest first.
  create index active_connections_with_reason on system_connections ((status_reason ->> 'code'), (status_reason ->> 'since'), id)
    where status = 'active' and status_reason is not null and deleted_at is null;
  create index connections_in_error on system_connections ((status_reason ->> 'since'), id) where status = 'error' and deleted_at is null;
  create index system_connections_by_part_of_account on system_connections
    using gin (searched gin_trgm_ops) with (gin_pending_list_limit = 256) where deleted_at is null;
  -- For the schedules that prune pending connections, end disconnected ones, erase those that ended, and finish uninstallations.
  create index pending_connections on system_connections (created_at, id) where status = 'pending';
  create index pending_connections_of_tenant on system_connections (tenant_id) where status = 'pending';
  create index disconnected_connections on system_connections (disconnected_at) where status = 'disconnected' and deleted_at is null;
  create index connections_to_erase on system_connections (id)
    where status = 'disconnected' and deleted_at is not null and erased_at is null;
  create index uninstalled_connections on system_connections (id) where status = 'uninstalled';
  -- Finds the ids of the keys that credentials are sealed with.
  create index system_connections_by_key on system_connections (split_part(credentials, '.', 2)) where credentials like 'v1.%.%.%.%';

  -- How many connections have each status: the sum of the rows of a tenant, system and status. Zero as tenant and system stands for all
  -- connections, zero as tenant alone for those of a system that have a tenant. A change only adds rows, so that no writer waits for another; a schedule adds them up.
  create table connection_counts (
    tenant_id uuid not null,
    system_id uuid not null,
    status text not null,
    connections bigint not null,
    is_added_up boolean not null default false
  );
  create index connection_counts_of_tenant on connection_counts (tenant_id, system_id, status);
  create index connection_counts_to_add_up on connection_counts (status) where not is_added_up;

  -- What each id in ENCRYPTION_KEYS stands for: an HMAC of the key, from which the key cannot be derived.
  create table encryption_keys (
    id text primary key,
    check_value bytea not null check (length(check_value) = 32),
    created_at timestamptz not null default now()
  );

  -- The one random key, sealed like credentials, from which addresses of erased persons are hashed and sealed.
  create table erasure_keys (
    only_row boolean primary key default true check (only_row),
    id uuid not null,
    sealed text not null check (sealed like 'v1.%')
  );

  -- Every move along the state table. Ids are plain values because the log outlives the connection and its tenant.
  -- from_status is (new) for a created connection, to_status is (deleted) for a removed one.
  create table connection_transitions (
    id uuid primary key,
    system_connection_id uuid not null,
    tenant_id uuid,
    from_status text not null,
    to_status text not null,
    reason text not null,
    actor text not null,
    at timestamptz not null
  );
  create index transitions_of_connection on connection_transitions (system_connection_id, id);
  create unique index one_note_of_a_copy_per_day on connection_transitions (system_connection_id, ((at at time zone 'UTC')::date))
    where reason = 'webhooks of a copy ignored';
  create index transitions_of_tenant on connection_transitions (tenant_id, id);

  -- Who gets a mail when the link of the tenant to a shop breaks, in the order of their place.
  create table notification_addresses (
    id uuid primary key default gen_random_uuid(),
    tenant_id uuid not null references tenants (id) on delete cascade,
    place smallint not null,
    address text not null check (length(address) <= 254)
  );
  create unique index one_notification_address on notification_addresses (tenant_id, lower(address));

  -- The address was told that the link is broken, and has not been told yet that it works again.
  create table told_breaks (
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    address_id uuid not null references notification_addresses (id) on delete cascade,
    primary key (system_connection_id, address_id)
  );
  create index told_breaks_of_address on told_breaks (address_id);

  -- last_used_at changes often: room in the page keeps those updates off the indexes.
  create table access_tokens (
    id uuid primary key,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    name text not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now()
  ) with (fillfactor = 70);
  create index access_tokens_of_connection on access_tokens (system_connection_id);
  create index access_tokens_by_end on access_tokens (expires_at) where expires_at is not null;

  create table connection_tokens (
    id uuid primary key,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    expires_at timestamptz not null,
    used_at timestamptz,
    -- The latest attempt to finalise with this token that failed at the shop. The connection itself keeps nothing of it.
    attempt_failure text check (attempt_failure in ('credentials_refused', 'blocked', 'shop_unreachable', 'other_platform')),
    attempted_at timestamptz,
    created_at timestamptz not null default now(),
    constraint attempt_has_both check ((attempt_failure is null) = (attempted_at is null))
  );
  create unique index one_unused_token_per_connection on connection_tokens (system_connection_id) where used_at is null;
  -- Removing a connection also looks for used tokens.
  create index connection_tokens_of_connection on connection_tokens (system_connection_id);
  create index connection_tokens_by_end on connection_tokens (least(used_at, expires_at));

  create table sync_rules (
    id uuid primary key,
    tenant_id uuid not null references tenants (id) on delete cascade,
    source_connection_id uuid not null references system_connections (id) on delete cascade,
    target_connection_id uuid not null references system_connections (id) on delete cascade,
    data_domains text[] not null,
    is_active boolean not null,
    is_default boolean not null,
    -- Of both connections, for lists of what a support user sees; zero: of none. A connection that has rules keeps tenant and system.
    source_system_id uuid not null default '00000000-0000-0000-0000-000000000000',
    target_system_id uuid not null default '00000000-0000-0000-0000-000000000000',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create unique index one_default_rule_per_pair on sync_rules (source_connection_id, target_connection_id) where is_default;
  -- Asked for twice, a rule made by hand is still one.
  create unique index one_own_rule_of_its_kind on sync_rules (source_connection_id, target_connection_id, data_domains) where not is_default;
  create index sync_rules_of_source on sync_rules (source_connection_id, id);
  create index sync_rules_of_target on sync_rules (target_connection_id, id);
  -- Each viewer and each kind of rules reads some of the branches that the first has for a tenant, or the second for all.
  create index sync_rules_of_tenant on sync_rules (tenant_id, source_system_id, target_system_id, is_default, is_active, id);
  create index sync_rules_of_systems on sync_rules (source_system_id, target_system_id, is_default, is_active, id);

  -- A missing opt-in does not restrict; an empty one leaves nothing.
  create function opted_in(configuration jsonb, capability text) returns boolean language sql immutable as
  $$ select jsonb_typeof(configuration -> 'data_types') is distinct from 'array' or configuration -> 'data_types' ? capability $$;

  -- What a connection may pull in now: declared by its system, opted in, and named by an active rule. Without a system: nothing.
  create view connection_capabilities with (security_invoker = true) as
    select connection.id as system_connection_id,
      array(
        select declared.capability
        from unnest(system.capabilities) with ordinality as declared (capability, place)
        where opted_in(connection.configuration, declared.capability)
          and exists (select from sync_rules rule
                      where rule.source_connection_id = connection.id and rule.is_active and declared.capability = any (rule.data_domains))
        order by declared.place
      ) as capabilities
    from system_connections connection left join systems system on system.id = connection.system_id;
`;
