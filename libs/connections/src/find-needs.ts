import { chosenTenantIds, fullyVisibleConnections, type Viewer } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';

/** Why connections need a person, the most urgent first. */
export const connectionNeeds = ['broken', 'refused', 'quota', 'deletions', 'endpoints', 'webhooks', 'incomplete', 'waiting'] as const;
export type ConnectionNeed = (typeof connectionNeeds)[number];

/** A connection that needs a person. */
export interface FoundNeed {
  need: ConnectionNeed;
  connectionId: string;
  /** As a status reason has it. */
  code: string;
  since: Date;
  /** Of `deletions`: how many records are held back. Of `quota`: how many connections of the tenant it concerns. */
  count: number | null;
  /** Of `deletions`, the run that holds them back; of `endpoints`, the endpoint. */
  subjectId: string | null;
  /** Of `deletions`. */
  capability: SystemCapability | null;
  tenantId: string | null;
  /** How many have this need. Stops at `maxCounted`. */
  total: number;
}

interface NeedLimits {
  /** Of each need. */
  limit: number;
  maxCounted: number;
}

/** What is wrong with a connection comes from rows of its own: at most so many of one need. */
const maxRowsOfConnection = 3;

/** SQL of rows that may need a person, in the order that a partial index gives: it has no more than what is wrong now. */
interface Candidates {
  rows: string;
  order: string;
  /** Of the row `connection`, which is an active one. `null`: the rows are of connections themselves, and checked. */
  connection?: string | null;
}

interface NeedSource {
  candidates: readonly Candidates[];
  /** What one entry is about. */
  each?: string;
  order?: string;
}

const storedSince = `connection.status_reason ->> 'since'`;

/** Active connections with a stored reason. */
const noted = (code: string): Candidates => ({
  rows: `
    select connection.id, '${code}', (${storedSince})::timestamptz, null::float8, null::uuid, null, connection.tenant_id
    from system_connections connection
    where connection.status = 'active' and connection.status_reason is not null and connection.deleted_at is null
      and connection.status_reason ->> 'code' = '${code}'`,
  order: storedSince,
  connection: null,
});

const waitingSince = 'coalesce(run.failing_since, run.waiting_since)';

const waitingRuns = (code: string, isWanted: string): Candidates => ({
  rows: `
    select run.system_connection_id, ${code}, ${waitingSince}, null::float8, null::uuid, null, run.tenant_id
    from sync_runs run where run.status = 'running' and run.waiting_reason is not null and ${isWanted}`,
  order: waitingSince,
});

/** Runs that have not read all, while no later run of these records has. */
const gaps = (code: string, isWanted: string): Candidates => ({
  rows: `
    select run.system_connection_id, ${code}, run.finished_at, null::float8, null::uuid, null, run.tenant_id
    from sync_runs run
    where run.incomplete is not null and run.status in ('succeeded', 'failed') and not run.is_healed and ${isWanted}`,
  order: 'run.finished_at',
});

const isLongWait = `(run.failing_since is not null or greatest(run.waiting_until, now()) - run.waiting_since >= interval '30 seconds')`;

const sources: Readonly<Record<ConnectionNeed, NeedSource>> = {
  broken: {
    candidates: [
      {
        rows: `
          select connection.id, coalesce(connection.status_reason ->> 'code', 'error'), coalesce((${storedSince})::timestamptz, connection.updated_at),
            null::float8, null::uuid, null, connection.tenant_id
          from system_connections connection where connection.status = 'error' and connection.deleted_at is null`,
        order: storedSince,
        connection: null,
      },
    ],
  },
  refused: {
    candidates: [
      ...['credentials_refused', 'blocked'].map(noted),
      waitingRuns('run.waiting_code', 'run.waiting_code is not null'),
      gaps('run.waiting_code', 'run.waiting_code is not null'),
    ],
  },
  quota: { candidates: [noted('quota_used_up')], each: 'tenant_id' },
  deletions: {
    candidates: [
      {
        rows: `
          select run.system_connection_id, 'deletions_held_back', coalesce(run.finished_at, run.created_at), run.deletions_held_back::float8, run.id,
            run.capability, run.tenant_id
          from sync_runs run where run.deletions_held_back > 0`,
        order: 'run.deletions_held_back desc',
      },
    ],
    each: 'subject_id',
    order: 'count desc, since',
  },
  endpoints: {
    candidates: [
      {
        rows: `
          select endpoint.system_connection_id, case endpoint.status when 'disabled' then 'webhook_endpoint_disabled' else 'webhook_endpoint_failing' end,
            coalesce(endpoint.failing_since, endpoint.updated_at), null::float8, endpoint.id, null, endpoint.tenant_id
          from webhook_endpoints endpoint where endpoint.warned > 0 or endpoint.status = 'disabled'`,
        order: 'coalesce(endpoint.failing_since, endpoint.updated_at)',
      },
    ],
    each: 'subject_id',
  },
  webhooks: {
    candidates: [
      {
        rows: `
          select refused.system_connection_id, 'webhooks_refused', refused.since, null::float8, null::uuid, null, null::uuid
          from refused_webhooks refused where refused.times >= 5`,
        order: 'refused.since',
      },
      {
        rows: `
          select silent.system_connection_id, 'webhooks_silent', silent.unannounced_since, null::float8, null::uuid, null, null::uuid
          from webhook_standings silent where silent.unannounced_runs >= 2`,
        order: 'silent.unannounced_since',
      },
    ],
  },
  // What a list left out because it changed, the next reconcile brings within the hour.
  incomplete: {
    candidates: [
      gaps(`'incomplete_copy'`, `run.waiting_code is null and run.finished_at < now() - interval '2 hours'`),
      {
        rows: `
          select doctor.system_connection_id, 'doctor_problem', doctor.finished_at, null::float8, null::uuid, null, null::uuid
          from doctor_runs doctor where doctor.problem is not null`,
        order: 'doctor.finished_at',
      },
    ],
  },
  waiting: {
    candidates: [
      {
        ...waitingRuns(`'waiting_for_shop'`, `run.waiting_code is null and ${isLongWait}`),
        connection: 'connection.status_reason is null',
      },
    ],
  },
};

const columns = 'connection_id, code, since, count, subject_id, capability, tenant_id';

/**
 * SQL of the candidates that the viewer sees. Almost all are of active connections, so the index of the
 * candidates gives order and limit, and each is looked up: `offset 0` keeps the planner from joining all connections. For a support user
 * with chosen tenants the planner may begin with their connections.
 */
function seenOf({ rows, order, connection = 'true' }: Candidates, listed: string, viewer: Viewer, parameters: unknown[]): string {
  const isVisible = fullyVisibleConnections(viewer)('connection', parameters);
  if (connection === null) return `${rows} and ${isVisible} order by ${order}`;
  const [fence, inOrder] = chosenTenantIds(viewer) === null ? ['offset 0', `order by ${order} offset 0`] : ['', ''];
  return `
    select * from (${rows} ${inOrder}) candidate (${columns})
    where exists (
      select from system_connections connection
      where connection.id = candidate.connection_id and connection.status = 'active' and connection.deleted_at is null and ${isVisible}
        and ${connection} ${fence}) ${fence === '' ? `order by ${listed}` : ''}`;
}

/** SQL of the entries of one need. */
function entriesOf(need: ConnectionNeed, viewer: Viewer, { limit, maxCounted }: NeedLimits, parameters: unknown[]): string {
  const { candidates, each = 'connection_id', order = 'since' } = sources[need];
  const branches = candidates.map((one) => `(${seenOf(one, order, viewer, parameters)} limit ${maxCounted * maxRowsOfConnection})`);
  return `
    select '${need}' as need, ${columns}, total from (
      select *, least(count(*) over (), ${maxCounted})::float8 as total from (
        select distinct on (${each}) connection_id, code, min(since) over (partition by ${each}) as since,
          ${need === 'quota' ? `count(*) over (partition by ${each})::float8` : 'count'} as count, subject_id, capability, tenant_id
        from (${branches.join(' union all ')}) candidates (${columns})
        order by ${each}, candidates.since
      ) entries
      order by ${order}, connection_id limit ${limit}
    ) listed`;
}

/**
 * What needs a person, of the connections that the viewer sees in full: of each need the oldest, of deletions the largest. Its cost follows
 * `maxCounted` and, for a support user, what is wrong now; never what is stored.
 */
export async function findNeeds(sql: SqlRunner, viewer: Viewer, limits: NeedLimits): Promise<FoundNeed[]> {
  const parameters: unknown[] = [];
  const entries = connectionNeeds.map((need) => `(${entriesOf(need, viewer, limits, parameters)})`);
  return sql.query<FoundNeed[]>(
    `select need, connection_id as "connectionId", code, since, count, subject_id as "subjectId", capability, tenant_id as "tenantId", total
     from (${entries.join(' union all ')}) found`,
    parameters,
  );
}
