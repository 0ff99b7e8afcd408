import { queryPrepared, type SqlRunner } from '@sync/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import { newBudget, type ShopBudget } from './adapt-budget';
import { heldAt } from './room-at-host';

/** A shop's server with its budget of requests. All connections to it share them. */
export interface ShopHost {
  host: string;
  maxInFlight: number;
}

/** Before a request: what the host's budget says. */
export interface HostState extends ShopHost {
  inFlight: number;
  /** The budget has become smaller, and others are to go on instead. */
  isExcess: boolean;
  /** The budget does not try to climb for a while. */
  isResting: boolean;
  /** The shop asked for no requests before this time; null: requests may start now. */
  waiting: { reason: string; milliseconds: number } | null;
  /** The shop is in maintenance, and the next request is the one that looks whether that has ended. */
  isLook: boolean;
}

/** The ceiling may have become lower since. */
const lockHost = `
  select host, least(max_in_flight, $2)::int as "maxInFlight", budget, extract(epoch from clock_timestamp())::float8 * 1000 as now
  from shop_hosts where host = (select shop_host from system_connections where id = $1)
  for update`;

interface LockedHost extends ShopHost {
  /** Empty until something was learnt. */
  budget: Partial<ShopBudget>;
  now: number;
}

const saveBudget = 'update shop_hosts set max_in_flight = $2, budget = $3::jsonb where host = $1';

/** Changes the budget of the connection's host, if any task was recorded for it. Returns whether it grew. */
export async function changeBudget(
  manager: EntityManager,
  connectionId: string,
  maxRequests: number,
  change: (budget: ShopBudget, now: number) => ShopBudget,
): Promise<boolean> {
  const [locked] = await manager.query<LockedHost[]>(lockHost, [connectionId, maxRequests]);
  if (!locked) return false;
  const { host, maxInFlight, budget, now } = locked;
  const changed = change({ ...newBudget(maxRequests), ...budget, maxInFlight }, now);
  await manager.query(saveBudget, [host, changed.maxInFlight, JSON.stringify(changed)]);
  return changed.maxInFlight > maxInFlight;
}

interface HostWait {
  reason: string;
  milliseconds: number;
  /** Then one request looks whether the shop is back, and all others wait for its response. */
  isClosed: boolean;
}

const makeWait = `
  with waiting as (
    update shop_hosts set wait_reason = $2, wait_until = greatest(wait_until, now() + $3 * interval '1 ms'), is_closed = $4
    where host = (select shop_host from system_connections where id = $1)
    returning host, wait_until as until
  )
  select * from waiting`;

/** The shop asked one of its connections to wait: all of them do. Returns the host, and until when; null: the connection is gone. */
export async function makeHostWait(
  sql: SqlRunner,
  connectionId: string,
  { reason, milliseconds, isClosed }: HostWait,
): Promise<{ host: string; until: Date } | null> {
  const [waiting] = await sql.query<{ host: string; until: Date }[]>(makeWait, [connectionId, reason, milliseconds, isClosed]);
  return waiting ?? null;
}

/** Of all that may ask again at one moment, one gets the look. */
const claimLook = `
  with look as (
    update shop_hosts set wait_until = now() + interval '1 minute' where host = $1 and is_closed and wait_until <= now() returning 1
  )
  select from look`;

/** By then the look has mostly responded. */
const afterLookMs = 5_000;

const open = `
  with opened as (
    update shop_hosts set is_closed = false, wait_until = now()
    where host = (select shop_host from system_connections where id = $1) and is_closed returning 1
  )
  select from opened`;

/** The shop responds again, before the time that it named. Returns whether it was closed. */
export async function openHost(sql: SqlRunner, connectionId: string): Promise<boolean> {
  return (await sql.query<unknown[]>(open, [connectionId])).length > 0;
}

/** Of the tasks that exceed the budget, the newest give their places back. */
const readHost = `
  select host.host, least(host.max_in_flight, $3)::int as "maxInFlight", host.wait_reason as reason, host.is_closed as "isClosed",
    extract(epoch from host.wait_until - now())::float8 * 1000 as milliseconds, in_flight.tasks as "inFlight",
    in_flight.older >= least(host.max_in_flight, $3) as "isExcess", coalesce((host.budget->>'restPages')::int, 0) > 0 as "isResting"
  from system_connections own
    join shop_hosts host on host.host = own.shop_host
    cross join lateral (
      select count(*)::int as tasks, count(*) filter (where held.id < $2)::int as older from ${heldAt('host.host')} held
    ) in_flight
  where own.id = $1`;

interface HostRow extends Omit<HostState, 'waiting' | 'isLook'> {
  isClosed: boolean;
  reason: string | null;
  milliseconds: number | null;
}

/** Null when no task was recorded for the host, or the connection is gone. `taskId`: of the task that is about to ask; null: it does not count as a request in flight. */
export async function readHostState(
  dataSource: DataSource,
  connectionId: string,
  taskId: string | null,
  maxRequests: number,
): Promise<HostState | null> {
  const [row] = await queryPrepared<HostRow>(dataSource, readHost, [connectionId, taskId, maxRequests]);
  if (!row) return null;
  const { reason, milliseconds, isClosed, ...state } = row;
  if (reason !== null && milliseconds !== null && milliseconds > 0) return { ...state, isLook: false, waiting: { reason, milliseconds } };
  const isLook = isClosed && (await dataSource.query<unknown[]>(claimLook, [state.host])).length > 0;
  return { ...state, isLook, waiting: isClosed && !isLook && reason !== null ? { reason, milliseconds: afterLookMs } : null };
}

const deleteUnused = `
  with unused as (
    delete from shop_hosts host
    where not exists (select from system_connections connection where connection.shop_host = host.host)
      and not exists (select from tasks where shop_host = host.host and shop_host <> '' and state = 'pending') returning 1
  )
  select count(*)::int as hosts from unused`;

/** Hosts that no connection leads to any more, and no task. Returns how many it deleted. */
export async function deleteUnusedShopHosts(sql: SqlRunner): Promise<number> {
  const [deleted] = await sql.query<{ hosts: number }[]>(deleteUnused);
  return deleted?.hosts ?? 0;
}
