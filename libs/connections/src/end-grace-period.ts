import { countConnections, logTransitions, type CountedConnection } from '@sync/domain';
import { removeAccess } from '@sync/identity';
import { lockSyncs } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import { deleteDependents, hasNoDependents } from './delete-dependents';
import { eachConnection, type OnFailure } from './each-connection';

/** At the deadline itself the connection is still within its grace period. */
const pastGrace = `status = 'disconnected' and deleted_at is null and disconnected_at < now() - make_interval(days => $1)`;

const batchSize = 500;

/** Materialized: in the order of ids the planner could read every connection. */
const findPastGrace = `
  with past as materialized (select id from system_connections where ${pastGrace})
  select id from past where id > $2 order by id limit ${batchSize}`;

const softDelete = `
  with ended as (
    update system_connections set deleted_at = now(), credentials = null, updated_at = now() where ${pastGrace} and id = $2
    returning tenant_id as "tenantId", system_id as "systemId", status
  )
  select "tenantId", "systemId", status from ended`;

const findToErase = `
  select id from system_connections
  where status = 'disconnected' and deleted_at is not null and erased_at is null and id > $1 order by id limit ${batchSize}`;

const markErased = `update system_connections set erased_at = now() where id = $1 and ${hasNoDependents}`;

/**
 * Ends connections past their grace period (docs/reference/states.md): soft-deletes each, and erases its credentials, tokens and sync
 * rules in the same transaction, so a reconnect comes before that or finds nothing. Rejects once the signal is aborted.
 */
export async function endConnectionsPastGrace(
  dataSource: DataSource,
  graceDays: number,
  onFailure: OnFailure,
  signal: AbortSignal,
): Promise<{ ended: number; failures: unknown[] }> {
  let ended = 0;
  const end = async (id: string) => {
    if (await endPastGrace(dataSource, graceDays, id)) ended += 1;
  };
  const failures = await eachConnection(findIds(dataSource, findPastGrace, [graceDays]), end, onFailure, signal);
  return { ended, failures };
}

/**
 * Erases the records, runs and tasks of the connections that ended, in batches; resumes after a crash. A connection with a locked row
 * is left for the next time. Resolves with the failures. Rejects once the signal is aborted.
 */
export async function eraseEndedConnections(dataSource: DataSource, onFailure: OnFailure, signal: AbortSignal): Promise<unknown[]> {
  const erase = async (id: string) => {
    await deleteDependents(dataSource, id, signal);
    await dataSource.query(markErased, [id]);
  };
  return eachConnection(findIds(dataSource, findToErase, []), erase, onFailure, signal);
}

async function endPastGrace(dataSource: DataSource, graceDays: number, id: string): Promise<boolean> {
  return dataSource.transaction(async (manager) => {
    await lockSyncs(manager, id);
    const [ended] = await manager.query<CountedConnection[]>(softDelete, [graceDays, id]);
    if (!ended) return false;
    await countConnections(manager, { were: [ended] });
    await removeAccess(manager, id);
    const { tenantId } = ended;
    await logTransitions(manager, { trigger: 'end of grace', actor: 'schedule' }, [{ id, tenantId, from: 'disconnected' }]);
    return true;
  });
}

/** Pages through the query, whose last parameter is the last id seen. */
async function* findIds(dataSource: DataSource, sql: string, parameters: unknown[]): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await dataSource.query<{ id: string }[]>(sql, [...parameters, after]);
    for (const { id } of rows) {
      yield id;
      after = id;
    }
    if (rows.length < batchSize) return;
  }
}
