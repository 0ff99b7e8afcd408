import { countConnections, logTransitions } from '@sync/domain';
import type { DataSource, EntityManager } from 'typeorm';

interface Pending {
  id: string;
  tenantId: string | null;
  /** As Postgres writes it, in microseconds. */
  createdAt: string;
}

interface Gone extends Omit<Pending, 'createdAt'> {
  systemId: string | null;
}

type Place = Pick<Pending, 'createdAt' | 'id'>;

const beforeAll: Place = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

const batchSize = 200;

const noValidToken = `not exists (
  select from connection_tokens token
  where token.system_connection_id = connection.id and token.used_at is null and token.expires_at > now())`;

/** The lock keeps others from finalising the connections or issuing tokens for them. A connection that is being finalised now is locked and skipped. */
const lockAbandoned = `
  select connection.id, connection.tenant_id as "tenantId", connection.created_at::text as "createdAt" from system_connections connection
  where connection.status = 'pending' and connection.created_at < now() - make_interval(hours => $1)
    and (connection.created_at, connection.id) > ($2::timestamptz, $3::uuid) and ${noValidToken}
  order by connection.created_at, connection.id limit ${batchSize}
  for update skip locked`;

/** Checks again: a token committed just before the lock was not visible to the locking query. */
const deleteTokens = `
  delete from connection_tokens where id in (
    select token.id from connection_tokens token join system_connections connection on connection.id = token.system_connection_id
    where connection.id = any($1) and ${noValidToken}
    for update of token skip locked)`;

const deleteConnections = `
  with gone as (
    delete from system_connections connection
    where connection.id = any($1) and connection.status = 'pending'
      and not exists (select from connection_tokens token where token.system_connection_id = connection.id)
    returning connection.id, connection.tenant_id as "tenantId", connection.system_id as "systemId"
  )
  select id, "tenantId", "systemId" from gone`;

/**
 * Deletes pending connections that are older than the grace period and have no valid connection token, after their invalid tokens.
 * Connections in any other status are never pruned (docs/reference/states.md). Returns how many it deleted. Throws once the signal is
 * aborted.
 */
export async function prunePendingConnections(dataSource: DataSource, graceHours: number, signal: AbortSignal): Promise<number> {
  let pruned = 0;
  for (let after: Place | null = beforeAll; after !== null;) {
    signal.throwIfAborted();
    const batch: { gone: number; last: Place | null } = await pruneAfter(dataSource, graceHours, after);
    pruned += batch.gone;
    after = batch.last;
  }
  return pruned;
}

async function pruneAfter(dataSource: DataSource, graceHours: number, after: Place): Promise<{ gone: number; last: Place | null }> {
  return dataSource.transaction(async (manager) => {
    const locked = await manager.query<Pending[]>(lockAbandoned, [graceHours, after.createdAt, after.id]);
    const gone = locked.length > 0 ? await deleteLocked(manager, locked) : [];
    return { gone: gone.length, last: locked.length === batchSize ? (locked.at(-1) ?? null) : null };
  });
}

async function deleteLocked(manager: EntityManager, locked: readonly Pending[]): Promise<Gone[]> {
  const ids = locked.map(({ id }) => id);
  await manager.query(deleteTokens, [ids]);
  const gone = await manager.query<Gone[]>(deleteConnections, [ids]);
  if (gone.length > 0) {
    await countConnections(manager, { were: gone.map((connection) => ({ ...connection, status: 'pending' })) });
    const moved = gone.map(({ id, tenantId }) => ({ id, tenantId, from: 'pending' as const }));
    await logTransitions(manager, { trigger: 'abandonment', actor: 'schedule' }, moved);
  }
  return gone;
}
