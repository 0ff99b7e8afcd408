/**
 * What must happen later. A webhook is one row: the task, with the delivery it processes in the last four columns.
 * - not_before: when the task may be picked up; while a worker holds it, the end of the lease.
 * - held: a worker has picked it up and has not put it back. A held task whose lease has run out was left by a dead worker.
 * - partition, subpartition: whose slots the task takes while it is held (libs/durable-work/src/partitions.ts).
 * - shop_host: the host of the shop that the task asks. It is claimed while the host has room for one more. '': the task is none of a host.
 * - waited_ms: how long it has waited on request of others since it last made progress.
 * - traceparent: where the trace goes on that caused the task (W3C Trace Context); null while nothing is traced.
 * - retried_at: when an operator retried it after it had failed.
 * - delivery_id, body_hash: identify copies of a webhook. Not every sender's delivery ids are unique, so the body counts too; deliveries
 *   without an id are all kept.
 *
 * shop_hosts: the servers of shops, each with the budget of requests in flight that all connections to it share, and what was learnt
 * about it (libs/durable-work/src/shop-hosts). A held task with this host makes one request at a time.
 * - claims, claimed_at: how many tasks of the host were claimed, and when the last one was. Of two claims that count the held tasks at one
 *   moment, one raises it.
 * - wait_until: the shop has asked for silence until then. is_closed: it is in maintenance for longer than a minute, and one request a
 *   minute looks whether that has ended.
 *
 * Bodies up to most of a database page stay in the row uncompressed: compressing costs more than the rest of the row. The statement
 * that marks a task done erases its body, and a constraint requires it.
 */
export const workTables = `
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
    held boolean not null default false,
    partition uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    subpartition uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    shop_host text not null default '',
    waited_ms integer not null default 0,
    last_error text,
    request_id text,
    traceparent text check (length(traceparent) <= 64),
    retried_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    finished_at timestamptz,
    -- Of the connection, once the task has failed: for lists of a tenant's failed tasks.
    tenant_id uuid,
    system_id uuid,
    topic text,
    delivery_id text,
    body text,
    body_hash bytea check (length(body_hash) = 32),
    constraint no_body_once_done check (state <> 'done' or body is null)
  ) with (toast_tuple_target = 8160);
  -- Partial so that a claim cannot use it: while the statistics know no waiting task, reading and sorting all of them looks as cheap to the
  -- planner as one entry of the next index. Queries that need it say not_before > '-infinity'.
  create index pending_tasks on tasks (queue, not_before) include (shop_host) where state = 'pending' and not_before > '-infinity';
  -- Finds the partitions, subpartitions and hosts that have waiting tasks, and the first task of each.
  create index waiting_tasks on tasks (queue, partition, subpartition, shop_host, not_before) where state = 'pending' and not held;
  -- The requests in flight to a host, and the tasks that wait for one.
  create index held_at_host on tasks (shop_host, id) where state = 'pending' and held and shop_host <> '';
  create index waiting_at_host on tasks (shop_host, queue, not_before) where state = 'pending' and not held and shop_host <> '';
  -- Partial for the reason of pending_tasks: held_at_host finds the requests in flight to one host.
  create index held_tasks on tasks (not_before) where state = 'pending' and held and not_before > '-infinity';
  -- The slots that the tasks of a queue hold. A bitmap scan would read each entry that a finished task left in the index on every claim,
  -- until the next vacuum; an index scan reads it once and marks it as dead.
  create function held_by_partition(of_queue text) returns table (partition uuid, subpartition uuid, slots bigint)
    language plpgsql stable set enable_bitmapscan = off set enable_seqscan = off as $$
    begin
      return query select task.partition, task.subpartition, count(*) from tasks task
        where task.state = 'pending' and task.held and task.not_before > '-infinity' and task.queue = of_queue group by task.partition, task.subpartition;
    end $$;
  create index failed_tasks on tasks (id) where state = 'failed';
  create index failed_tasks_by_name on tasks (name, id) where state = 'failed';
  create index failed_tasks_of_connection on tasks (system_connection_id, id) where state = 'failed';
  create index failed_tasks_of_tenant on tasks (tenant_id, system_id, id) where state = 'failed';
  create index failed_tasks_of_system on tasks (system_id, id) where state = 'failed' and tenant_id is not null;
  -- Webhooks are most rows by far. The next two find other work without reading past them.
  create index unfinished_work on tasks (name) where state <> 'done' and name <> 'process-webhook';
  create index done_work on tasks (id) where state = 'done' and name <> 'process-webhook';
  -- Also finds the tasks of a connection. Collated by byte because the order means nothing.
  create unique index one_of_each_delivery on tasks (system_connection_id, delivery_id collate "C", body_hash);

  -- The webhooks that arrived in a minute or, once it is over for long, in an hour, counted by a schedule.
  create table webhook_counts (
    starts_at timestamptz not null,
    is_hour boolean not null default false,
    webhooks bigint not null,
    primary key (is_hour, starts_at)
  );

  create table shop_hosts (
    host text primary key,
    max_in_flight smallint not null default 2,
    budget jsonb not null default '{}',
    claims bigint not null default 0,
    claimed_at timestamptz,
    wait_reason text,
    wait_until timestamptz,
    is_closed boolean not null default false
  );

  create table schedule_turns (
    schedule text primary key,
    due_at timestamptz not null
  );
`;
