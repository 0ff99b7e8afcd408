import { DoctorRun } from '@sync/domain';
import type { DurableWork } from '@sync/durable-work';
import type { Finding } from '@sync/integration-contract';
import type { SqlRunner } from '@sync/postgres';
import { LessThan, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Alongside } from '../alongside';
import { ConnectionRefused, connectionGone } from '../connection-refused';

/** The newest of each connection that are kept. */
const keptRuns = 10;

const findShop = `
  select connection.tenant_id as "tenantId", connection.base_url is not null and connection.credentials is not null and not coalesce(system.is_direct, true) as "isShop"
  from system_connections connection left join systems system on system.id = connection.system_id
  where connection.id = $1 and connection.deleted_at is null for key share of connection`;

const deleteOld = `
  delete from doctor_runs where system_connection_id = $1 and id not in (
    select id from doctor_runs where system_connection_id = $1 order by id desc limit ${keptRuns}
  )`;

export interface DoctorRunRequest {
  requestId?: string;
  /** Only of a new run. */
  alongside?: Alongside;
}

/**
 * Enqueues an examination. While one is queued, every further request gets that one. Returns its id. Throws ConnectionRefused: `gone`,
 * and `status` for a connection that has no shop.
 */
export async function requestDoctorRun(
  work: DurableWork,
  connectionId: string,
  { requestId, alongside }: DoctorRunRequest = {},
): Promise<string> {
  return work.transaction(async (manager, enqueue) => {
    const [connection] = await manager.query<{ tenantId: string | null; isShop: boolean }[]>(findShop, [connectionId]);
    if (!connection) throw connectionGone();
    if (!connection.isShop) throw new ConnectionRefused('inactive', 'The connection has no shop to examine.');
    // The open run may end before it is read. Then there is room for a new one.
    for (;;) {
      const run = { id: uuidv7(), systemConnectionId: connectionId, status: 'queued' } as const;
      const { raw } = await manager.createQueryBuilder().insert().into(DoctorRun).values(run).orIgnore().returning('id').execute();
      if ((raw as unknown[]).length > 0) {
        await manager.query(deleteOld, [connectionId]);
        await enqueue('examine-shop', { doctorRunId: run.id }, { systemConnectionId: connectionId, requestId });
        const { tenantId } = connection;
        await alongside?.(manager, { id: connectionId, tenantId, before: {}, after: { doctor_run_id: run.id } });
        return run.id;
      }
      const open = await manager.findOneBy(DoctorRun, { systemConnectionId: connectionId, status: 'queued' });
      if (open) return open.id;
    }
  });
}

/** Newest first, starting after the run `after`. */
export async function listDoctorRuns(
  manager: EntityManager,
  connectionId: string,
  after: string | null,
  limit: number,
): Promise<DoctorRun[]> {
  const where = { systemConnectionId: connectionId, ...(after !== null && { id: LessThan(after) }) };
  return manager.find(DoctorRun, { where, order: { id: 'DESC' }, take: limit });
}

/**
 * Stores the end of a queued run. One that has ended already stays as it is. A problem that it found is why the connection does not work
 * now, in place of one that an earlier run found.
 */
export async function finishDoctorRun(sql: SqlRunner, id: string, end: { findings: Finding[] } | { error: string }): Promise<void> {
  const [findings, problem, error] =
    'findings' in end ? [JSON.stringify(end.findings), problemOf(end.findings), null] : [null, null, end.error];
  await sql.query(
    `with ended as (
       update doctor_runs set status = case when $2::jsonb is null then 'failed' else 'succeeded' end,
         findings = $2, error = $3, problem = $4, finished_at = now()
       where id = $1 and status = 'queued' returning id, system_connection_id, findings
     )
     update doctor_runs earlier set problem = null from ended
     where earlier.system_connection_id = ended.system_connection_id and earlier.problem is not null and earlier.id <> ended.id
       and ended.findings is not null`,
    [id, findings, error, problem],
  );
}

/** A sync of the connection succeeded: what its shop's examination found no longer keeps it from working. */
export async function forgetDoctorProblem(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query('update doctor_runs set problem = null where system_connection_id = $1 and problem is not null', [connectionId]);
}

function problemOf(findings: readonly Finding[]): string | null {
  const found = findings.find(({ verdict }) => verdict === 'problem');
  if (!found) return null;
  const { cause, evidence, advice } = found;
  return advice === null ? (cause ?? evidence) : `${cause ?? evidence} ${advice}`;
}
