import { isCapability } from './records';

/**
 * Sync runs and the page ranges they fetch, each by a task of its own. A connection has at most one queued or running run per capability.
 *
 * To notice that a shop's list drifted during a run, and to rescan what the run may have missed:
 * - sync_runs: the list's size at the start (null: unknown), a mark of its newest row, the current pass over the list, and how many
 *   rows earlier passes saw;
 * - page_ranges: the pass the range belongs to, the list's size at each of its pages, and hashes of the keys it saw; apart from
 *   them, those of rows added to the list after the run began. keys: its pages hold the rows with these keys; null: rows by place.
 *
 * sync_runs.listed_keys: every key in the shop, if the probe has listed them all. Emptied when the run ends.
 * sync_runs.records_deleted: records that its list was the second to miss. deletions_held_back: those that wait for a confirmation.
 *
 * sync_runs.incomplete: why the run has not read all that the shop has, in words for a person; null: it has, as far as the list says.
 * sync_runs.is_healed: a later run has brought what this one left out.
 *
 * sync_runs.is_kept: old enough to be deleted, and kept because the next delta starts from it.
 *
 * sync_runs.list_read_since: when the first of the runs that this one continues began to read the list; null: it continues none.
 * sync_runs.timeout_factor: how many times the usual time a response may take, because the shop was too slow before.
 *
 * sync_runs.waiting_reason, waiting_until: the running run waits for its shop, and asks again then. Null once it has moved on.
 * waiting_code: the shop, or what stands in front of it, refuses the run, or refused it until it failed.
 * sync_runs.waiting_since: since when it waits. waiting_ms: how long it waited before that, for its shop or for room at the shop's host.
 * sync_runs.idle_since: since when it has pages to fetch and no fetch in flight; null: one is.
 * sync_runs.requests, bytes: to the shop, and of its response bodies once decompressed.
 * sync_runs.failing_since: when the first failure since its last progress was.
 *
 * shop_outages: a row while a shop fails. The first success deletes it.
 * shop_outages.probe_at: when the shop of a connection in error is asked whether it responds again, and each time after twice the pause.
 */
export const syncRunTables = `
  create table sync_runs (
    id uuid primary key,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    capability text not null check (${isCapability}),
    mode text not null check (mode in ('delta', 'full', 'reconcile')),
    status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    modified_after timestamptz,
    first_export boolean not null default false,
    pages_total integer,
    pages_done integer not null default 0,
    records_fetched bigint not null default 0,
    records_written bigint not null default 0,
    records_skipped bigint not null default 0,
    records_deleted bigint not null default 0,
    deletions_held_back bigint not null default 0,
    incomplete text,
    is_healed boolean not null default false,
    list_total integer,
    list_newest text,
    listed_keys text[],
    reading smallint not null default 1,
    rows_seen_before integer,
    timeout_factor smallint not null default 1,
    waiting_reason text,
    waiting_code text check (waiting_code in ('credentials_refused', 'blocked')),
    waiting_until timestamptz,
    waiting_since timestamptz,
    waiting_ms bigint not null default 0,
    idle_since timestamptz,
    requests bigint not null default 0,
    bytes bigint not null default 0,
    failing_since timestamptz,
    is_kept boolean not null default false,
    list_read_since timestamptz,
    -- Of the connection, for lists of a tenant's runs. A connection that has runs keeps both.
    tenant_id uuid,
    system_id uuid,
    error text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    check ((waiting_reason is null) = (waiting_until is null)),
    check (waiting_until is null or status = 'running')
  );
  create unique index one_open_run_per_capability on sync_runs (system_connection_id, capability) where status in ('queued', 'running');
  create index sync_runs_of_connection on sync_runs (system_connection_id, id);
  create index sync_runs_of_capability on sync_runs (system_connection_id, capability, id);
  -- Lists of one status. Most runs succeeded: those are found among all runs.
  create index other_sync_runs on sync_runs (status, capability, id) where status <> 'succeeded';
  create index other_runs_of_connection on sync_runs (system_connection_id, status, id) where status <> 'succeeded';
  create index sync_runs_of_tenant on sync_runs (tenant_id, system_id, id);
  create index other_runs_of_tenant on sync_runs (tenant_id, system_id, status, id) where status <> 'succeeded';
  create index sync_runs_of_system on sync_runs (system_id, id) where tenant_id is not null;
  create index other_runs_of_system on sync_runs (system_id, status, id) where status <> 'succeeded' and tenant_id is not null;
  -- Finds the runs that are old enough to be deleted without reading those that are kept, and those that are kept.
  create index ended_sync_runs on sync_runs (finished_at) where status in ('succeeded', 'failed', 'cancelled') and not is_kept;
  create index kept_sync_runs on sync_runs (system_connection_id, capability) where is_kept;
  create index held_back_deletions on sync_runs (system_connection_id) where deletions_held_back > 0;
  create index most_held_back_deletions on sync_runs (deletions_held_back) where deletions_held_back > 0;
  -- These four hold what impairs connections now, however many runs are stored. Two find those of a connection, two the oldest.
  create index incomplete_sync_runs on sync_runs (system_connection_id, capability, id)
    where incomplete is not null and status in ('succeeded', 'failed') and not is_healed;
  create index oldest_incomplete_sync_runs on sync_runs (finished_at)
    where incomplete is not null and status in ('succeeded', 'failed') and not is_healed;
  create index waiting_sync_runs on sync_runs (system_connection_id) where status = 'running' and waiting_reason is not null;
  create index longest_waiting_sync_runs on sync_runs ((coalesce(failing_since, waiting_since)))
    where status = 'running' and waiting_reason is not null;

  -- A range is updated after each page: room in the page keeps those updates off the indexes.
  create table page_ranges (
    task_id uuid primary key,
    sync_run_id uuid not null references sync_runs (id) on delete cascade,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    capability text not null,
    first_page integer not null,
    last_page integer not null,
    next_page integer not null,
    per_page integer not null,
    is_done boolean not null default false,
    pages_done integer not null default 0,
    records_fetched integer not null default 0,
    records_written integer not null default 0,
    records_skipped integer not null default 0,
    reading smallint not null default 1,
    list_totals integer[] not null default '{}',
    seen_keys bigint[] not null default '{}',
    newer_keys bigint[] not null default '{}',
    keys text[]
  ) with (fillfactor = 70);
  -- Hashes do not compress: trying would cost time at every page.
  alter table page_ranges alter column seen_keys set storage external, alter column newer_keys set storage external;
  create index ranges_of_run on page_ranges (sync_run_id);
  create index open_ranges_of_run on page_ranges (sync_run_id) where not is_done;
  create index ranges_of_connection on page_ranges (system_connection_id);

  create table shop_outages (
    system_connection_id uuid primary key references system_connections (id) on delete cascade,
    since timestamptz not null,
    -- Of the last failure that counted as an attempt of its own.
    failed_at timestamptz not null,
    attempts integer not null,
    probe_at timestamptz,
    probe_pause interval
  );
  create index shop_probes_due on shop_outages (probe_at) where probe_at is not null;

  -- How many runs ended in an hour, and why they failed; reason '': they did not. A run that ends only adds a row, so that no run waits for
  -- another; a schedule adds them up.
  create table sync_run_hours (
    hour timestamptz not null,
    status text not null check (status in ('succeeded', 'failed', 'cancelled')),
    reason text not null check ((reason <> '') = (status = 'failed')),
    runs bigint not null,
    records_written bigint not null,
    is_added_up boolean not null default false
  );
  create index sync_run_hours_by_time on sync_run_hours (hour, status, reason);
  create index sync_run_hours_to_add_up on sync_run_hours (hour) where not is_added_up;

  -- A sync is not due before due_at. Then the scheduler works out from the runs, rules and configuration whether it is due, or moves
  -- due_at on (libs/sync-runs/src/look-at-schedule.ts). A shop has all its rows from its first activation. last_full_at, last_reconcile_at:
  -- when the last successful run of all records began, and the last that compared the lists of shop and service. reconcile_wanted_at:
  -- the next such run is due then at the latest; null: by its interval.
  create table scheduled_syncs (
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    capability text not null check (${isCapability}),
    due_at timestamptz not null default now(),
    last_full_at timestamptz,
    last_reconcile_at timestamptz,
    reconcile_wanted_at timestamptz,
    utc_offset_minutes smallint,
    primary key (system_connection_id, capability)
  );
  create index scheduled_syncs_by_time on scheduled_syncs (due_at);
`;
