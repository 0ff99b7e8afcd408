import { feedCursor } from '@sync/record-store';
import type { SystemCapability } from '@sync/records';
import type { DataSource, EntityManager } from 'typeorm';
import { stopEndpoint } from './change-webhook-endpoints';
import { hint, type CallerEventType } from './event-types';
import { setDue, type EndpointStatus } from './webhook-endpoint';

/** Longer than an attempt takes: the endpoint of a dead worker is free again then. */
const claimSeconds = 20;
const maxRetryAfterSeconds = 86_400;
/** An attempt is due up to a tenth sooner or later, so that a burst of failures does not come back as a burst. */
const spread = 0.1;

/** An endpoint that this worker delivers to, with the delivery that is next. */
export interface ClaimedDelivery {
  claim: string;
  endpointId: string;
  tenantId: string;
  url: string;
  secrets: string;
  previousSecretIsValid: boolean;
  id: string;
  type: CallerEventType;
  occurredAt: Date;
  data: Record<string, unknown>;
  /** Attempts before this one. */
  attempts: number;
}

/** What came of an attempt. */
export interface AttemptOutcome {
  isDelivered: boolean;
  responseStatus: number | null;
  /** In words for a person; null for a success. */
  error: string | null;
  /** What a response with 429 or 503 asks for. */
  retryAfterSeconds?: number;
}

/** Endpoints that fail may take half of a worker's room, and come last, so that others never wait for them. */
const claimEndpoints = `
  with free as (
    select id from webhook_endpoints
    where due_at <= now() and (claimed_until is null or claimed_until < now()) and ($3 or failing_since is null)
    order by failing_since is not null, due_at limit $2 for no key update skip locked
  )
  update webhook_endpoints endpoint set claim = $1, claimed_until = now() + interval '${claimSeconds} seconds'
  from free where endpoint.id = free.id
  returning endpoint.id, endpoint.failing_since is not null as "isFailing"`;

export interface ClaimedEndpoint {
  id: string;
  isFailing: boolean;
}

/** Endpoints with deliveries that are due, at most `max`, for this worker alone. */
export async function claimDueEndpoints(
  dataSource: DataSource,
  claim: string,
  max: number,
  takesFailing: boolean,
): Promise<ClaimedEndpoint[]> {
  const [claimed] = await dataSource.query<[ClaimedEndpoint[]]>(claimEndpoints, [claim, max, takesFailing]);
  return claimed;
}

const lockClaimed = `
  select status from webhook_endpoints where id = $1 and claim = $2 for no key update`;

/** The attempt begins: changes from now on may come too late for it. */
const takeNext = `
  with next as (
    select delivery.id from webhook_deliveries delivery join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
    where delivery.endpoint_id = $1 and delivery.status = 'pending' and next_attempt_at <= now() and (endpoint.status = 'enabled' or is_asked)
    order by next_attempt_at, delivery.id limit 1
  ), begun as (
    update webhook_deliveries delivery set next_feed_position = null, next_changes = 0 from next where delivery.id = next.id
    returning delivery.*
  ), renewed as (
    update webhook_endpoints set claimed_until = now() + interval '${claimSeconds} seconds' where id = $1 and exists (select from begun)
  )
  select begun.id, event_type as type, occurred_at as "occurredAt", data, attempts, begun.system_connection_id as "sourceId",
    record_type as "recordType", feed_position::text as position, changes::float8 as changes,
    endpoint.id as "endpointId", endpoint.tenant_id as "tenantId", endpoint.url, endpoint.secrets,
    coalesce(endpoint.previous_secret_until > now(), false) as "previousSecretIsValid"
  from begun join webhook_endpoints endpoint on endpoint.id = begun.endpoint_id`;

const release = `update webhook_endpoints set claim = null, claimed_until = null where id = $1`;

interface NextRow extends Omit<ClaimedDelivery, 'data' | 'claim'> {
  data: Record<string, unknown> | null;
  sourceId: string;
  recordType: SystemCapability | null;
  position: string;
  changes: number;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Records what came of an attempt, if there was one, and takes the next delivery of the endpoint. Null: none is due, or the claim was lost;
 * the endpoint is free again.
 */
export async function recordAndTakeNext(
  dataSource: DataSource,
  endpointId: string,
  claim: string,
  schedule: readonly number[],
  attempt?: { id: string; attempts: number; outcome: AttemptOutcome },
): Promise<ClaimedDelivery | null> {
  return dataSource.transaction(async (manager) => {
    const [endpoint] = await manager.query<{ status: EndpointStatus }[]>(lockClaimed, [endpointId, claim]);
    if (!endpoint) return null;
    if (attempt) await record(manager, endpointId, endpoint.status, schedule, attempt);
    const [next] = await manager.query<NextRow[]>(takeNext, [endpointId]);
    if (next) return { ...next, claim, data: dataOf(next) };
    await manager.query(setDue, [endpointId]);
    await manager.query(release, [endpointId]);
    return null;
  });
}

/** Lets go of an endpoint whose attempt was interrupted. */
export async function releaseEndpoint(dataSource: DataSource, endpointId: string, claim: string): Promise<void> {
  await dataSource.query(`${release} and claim = $2`, [endpointId, claim]);
}

function dataOf({ type, data, sourceId, recordType, position, changes }: NextRow): Record<string, unknown> {
  if (type !== hint || recordType === null) return data ?? {};
  // The last place before the position: at the position itself stand records of a shop that came back, in the order of their older places.
  const before = { position: String(BigInt(position) - 1n), id: lastId };
  return { type: recordType, source_connection_id: sourceId, cursor: feedCursor(recordType, before), changes };
}

const noteDelivered = `
  with delivered as (
    update webhook_deliveries set status = 'delivered', attempts = attempts + 1, last_response_status = $2, last_error = null, next_attempt_at = null,
      delivered_at = now(), finished_at = now()
    where id = $1
    returning *
  )
  insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, system_connection_id, record_type, feed_position, changes, status, occurred_at, next_attempt_at)
  select time_ordered_id(), tenant_id, endpoint_id, event_type, system_connection_id, record_type, next_feed_position, next_changes, 'pending', now(), now()
  from delivered where next_feed_position is not null and not is_asked`;

const noteHealthy = `
  update webhook_endpoints set last_delivered_at = now(), failing_since = null, warned = 0 where id = $1`;

const noteFailing = `
  update webhook_endpoints set failing_since = coalesce(failing_since, now()) where id = $1`;

/** `$4`: seconds until the next attempt; null: there is none. */
const noteFailed = `
  with failed as (
    update webhook_deliveries set attempts = attempts + 1, last_response_status = $2, last_error = $3,
      status = case when $4::float8 is null then 'failed' else 'pending' end,
      next_attempt_at = now() + make_interval(secs => $4), finished_at = case when $4::float8 is null then now() end
    where id = $1 and status = 'pending'
    returning *
  )
  insert into webhook_deliveries (id, tenant_id, endpoint_id, event_type, system_connection_id, record_type, feed_position, changes, status, occurred_at, next_attempt_at)
  select time_ordered_id(), tenant_id, endpoint_id, event_type, system_connection_id, record_type, feed_position, changes, 'pending', occurred_at,
    now() + make_interval(secs => $5)
  from failed where status = 'failed' and event_type = '${hint}' and not is_asked`;

async function record(
  manager: EntityManager,
  endpointId: string,
  status: EndpointStatus,
  schedule: readonly number[],
  { id, attempts, outcome }: { id: string; attempts: number; outcome: AttemptOutcome },
): Promise<void> {
  const { isDelivered, responseStatus, error } = outcome;
  if (isDelivered) {
    await manager.query(noteDelivered, [id, responseStatus]);
    await manager.query(noteHealthy, [endpointId]);
    return;
  }
  const isGone = responseStatus === 410;
  const last = schedule.at(-1) ?? 0;
  const wait = isGone || status !== 'enabled' ? null : waitAfter(attempts + 1, schedule, outcome.retryAfterSeconds);
  await manager.query(noteFailed, [id, responseStatus, error, wait, spreadOut(last)]);
  await manager.query(noteFailing, [endpointId]);
  if (isGone && status === 'enabled') await stopEndpoint(manager, endpointId, 'disabled', 'gone');
}

/** Seconds until the next attempt; null: it was the last one. `made`: attempts so far. */
function waitAfter(made: number, schedule: readonly number[], retryAfterSeconds = 0): number | null {
  const wait = schedule[made];
  return wait === undefined ? null : Math.max(spreadOut(wait), Math.min(retryAfterSeconds, maxRetryAfterSeconds));
}

function spreadOut(seconds: number): number {
  return seconds * (1 + spread * (2 * Math.random() - 1));
}
