import type { SqlRunner } from '@sync/postgres';

/** What a run waits for. */
export interface Waiting {
  /** In words for a person. */
  reason: string;
  /** Until the shop is asked again. */
  milliseconds: number;
}

/** A shop that did not respond in time. */
export interface SlowShop {
  reason: string;
  /** How many times the usual time it had. */
  timeoutFactor: number;
}

/** How long a shop has failed a run. */
export interface RunFailing {
  failingMs: number;
  /** Until the shop is asked again. */
  waitMs: number;
  /** No run of the connection and capability has succeeded yet. */
  isFirstSync: boolean;
}

/** SQL: milliseconds that a run has waited. */
export function waitedMs(run: string): string {
  return `(${run}.waiting_ms + coalesce(extract(epoch from now() - ${run}.waiting_since) * 1000, 0)::bigint)`;
}

/** SQL: what a row of sync_runs forgets as soon as the shop has responded to its run. */
export const movedOn = `
  waiting_ms = ${waitedMs('sync_runs')}, waiting_since = null, waiting_reason = null, waiting_code = null, waiting_until = null,
  failing_since = null`;

/** SQL. */
const waitsSince = 'waiting_since = coalesce(waiting_since, now())';

const wait = `
  update sync_runs set waiting_reason = $2, waiting_code = null, waiting_until = now() + $3 * interval '1 ms', ${waitsSince}
  where id = $1 and status = 'running'`;

/** A wait that the shop asked for is no failure. */
export async function waitForShop(sql: SqlRunner, syncRunId: string, { reason, milliseconds }: Waiting): Promise<void> {
  await sql.query(wait, [syncRunId, reason, milliseconds]);
}

/** Concurrent requests that exceed the same time double the factor once. */
const slow = `
  update sync_runs set waiting_reason = $2, waiting_code = null, waiting_until = now(), ${waitsSince},
    timeout_factor = greatest(timeout_factor, 2 * $3::integer)
  where id = $1 and status = 'running'`;

export async function slowRun(sql: SqlRunner, syncRunId: string, { reason, timeoutFactor }: SlowShop): Promise<void> {
  await sql.query(slow, [syncRunId, reason, timeoutFactor]);
}

/**
 * Waits as long as the shop has failed already, one second to one minute, less a jitter of up to half. So the waits double, also when
 * several fetches of the run fail at one moment.
 */
const fail = `
  with failed as (
    update sync_runs run set waiting_reason = $2, waiting_code = $3, ${waitsSince}, failing_since = coalesce(failing_since, now()),
      waiting_until = now() + (1 - random() / 2) * least(greatest(now() - coalesce(failing_since, now()), interval '1 second'), interval '1 minute')
    where id = $1 and status = 'running'
    returning *
  )
  select extract(epoch from now() - failing_since)::float8 * 1000 as "failingMs",
    extract(epoch from waiting_until - now())::float8 * 1000 as "waitMs",
    not exists (
      select from sync_runs earlier
      where earlier.system_connection_id = failed.system_connection_id and earlier.capability = failed.capability
        and earlier.status = 'succeeded'
    ) as "isFirstSync"
  from failed`;

/** Why a shop lets no run read it. */
export type RefusalCode = 'credentials_refused' | 'blocked';

/** `code`: the shop refuses the run; null: it fails otherwise. A run that has ended waits for nothing. */
export async function failRun(sql: SqlRunner, syncRunId: string, reason: string, code: RefusalCode | null): Promise<RunFailing> {
  const [failing] = await sql.query<RunFailing[]>(fail, [syncRunId, reason, code]);
  return failing ?? { failingMs: 0, waitMs: 0, isFirstSync: false };
}

const moveOn = `
  update sync_runs set ${movedOn} where id = $1 and status = 'running' and not exists (
    select from system_connections connection join shop_hosts host on host.host = connection.shop_host
    where connection.id = sync_runs.system_connection_id and host.wait_until > now())`;

/** The shop has responded to the run. If it has meanwhile asked all requests to its host to wait, the run still waits. */
export async function moveRunOn(sql: SqlRunner, syncRunId: string): Promise<void> {
  await sql.query(moveOn, [syncRunId]);
}

const waitForHost = `
  update sync_runs run set waiting_reason = $2, waiting_code = null, waiting_until = $3, waiting_since = coalesce(run.waiting_since, now())
  from system_connections connection
  where connection.shop_host = $1 and run.system_connection_id = connection.id and run.status = 'running'`;

/** Every running run of the host shows what it waits for. */
export async function waitForShopHost(sql: SqlRunner, host: string, { reason, until }: { reason: string; until: Date }): Promise<void> {
  await sql.query(waitForHost, [host, reason, until]);
}
