import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Everything but the records of shops. The rules that must hold whatever the code does are constraints here:
 * - at most one claimable pending connection per (system, base_url);
 * - at most one unused token per connection (issuing one uses up the others), so at most one valid one;
 * - disconnected_at is set exactly while the status is disconnected;
 * - a tenant that owns connections cannot be deleted;
 * - one queued or running sync per (connection, capability).
 */
export class InitialSchema1790000000001 implements MigrationInterface {
  readonly name = 'InitialSchema1790000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table tenants (
        id uuid primary key,
        name text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

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
        name text not null,
        external_user_id text,
        base_url text check (length(base_url) <= 2048),
        credentials text check (credentials like 'v1.%'),
        status text not null check (status in ('active', 'inactive', 'error', 'pending', 'disconnected', 'uninstalled')),
        meta jsonb not null default '{}',
        configuration jsonb,
        last_connected_at timestamptz,
        disconnected_at timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint disconnected_at_exactly_while_disconnected check ((status = 'disconnected') = (disconnected_at is not null))
      );
      create unique index one_claimable_pending_connection on system_connections (system_id, base_url)
        where status = 'pending' and tenant_id is null and deleted_at is null;
      create index system_connections_of_tenant on system_connections (tenant_id, id) where deleted_at is null;

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

      create table connection_tokens (
        id uuid primary key,
        system_connection_id uuid not null references system_connections (id) on delete cascade,
        token_hash bytea not null unique check (length(token_hash) = 32),
        expires_at timestamptz not null,
        used_at timestamptz,
        created_at timestamptz not null default now()
      );
      create unique index one_unused_token_per_connection on connection_tokens (system_connection_id) where used_at is null;

      create table sync_rules (
        id uuid primary key,
        tenant_id uuid not null references tenants (id) on delete cascade,
        source_connection_id uuid not null references system_connections (id) on delete cascade,
        target_connection_id uuid not null references system_connections (id) on delete cascade,
        data_domains text[] not null,
        is_active boolean not null,
        is_default boolean not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create unique index one_default_rule_per_pair on sync_rules (source_connection_id, target_connection_id) where is_default;
      create index sync_rules_of_target on sync_rules (target_connection_id) where is_active;
      create index sync_rules_of_tenant on sync_rules (tenant_id);

      create table sync_runs (
        id uuid primary key,
        system_connection_id uuid not null references system_connections (id) on delete cascade,
        capability text not null check (capability in ('customers', 'products', 'orders')),
        mode text not null check (mode in ('delta', 'full')),
        status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
        modified_after timestamptz,
        first_export boolean not null default false,
        pages_total integer,
        pages_done integer not null default 0,
        records_fetched bigint not null default 0,
        records_written bigint not null default 0,
        records_skipped bigint not null default 0,
        error text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create unique index one_open_run_per_capability on sync_runs (system_connection_id, capability) where status in ('queued', 'running');
      create index sync_runs_of_connection on sync_runs (system_connection_id, id);

      create table sync_run_ranges (
        id uuid primary key,
        sync_run_id uuid not null references sync_runs (id) on delete cascade,
        system_connection_id uuid not null references system_connections (id) on delete cascade,
        capability text not null,
        first_page integer not null,
        last_page integer not null,
        next_page integer not null,
        per_page integer not null,
        status text not null check (status in ('pending', 'running', 'done')),
        task_id uuid,
        pages_done integer not null default 0,
        records_fetched integer not null default 0,
        records_written integer not null default 0,
        records_skipped integer not null default 0,
        updated_at timestamptz not null default now()
      ) with (fillfactor = 70);
      create index ranges_of_run on sync_run_ranges (sync_run_id);
      create index open_ranges_of_connection on sync_run_ranges (system_connection_id) where status <> 'done';

      create table tasks (
        id uuid primary key,
        queue text not null,
        name text not null,
        payload jsonb not null,
        system_connection_id uuid references system_connections (id) on delete cascade,
        state text not null check (state in ('pending', 'done', 'failed')),
        attempts integer not null default 0,
        max_attempts integer not null,
        not_before timestamptz not null default now(),
        last_error text,
        request_id text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        finished_at timestamptz
      ) with (fillfactor = 70);
      create index pending_tasks on tasks (not_before) where state = 'pending';
      create index failed_tasks on tasks (id) where state = 'failed';
      create index tasks_of_connection on tasks (system_connection_id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
