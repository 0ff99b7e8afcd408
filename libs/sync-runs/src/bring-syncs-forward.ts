import { deriveDefaultSyncRules } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities } from '@sync/records';
import type { EntityManager } from 'typeorm';

/** In one order, so that two changes do not wait for each other. Nothing is exported from a direct system. */
const lookNow = `
  insert into scheduled_syncs (system_connection_id, capability)
  select connection.id, capability
  from system_connections connection join systems system on system.id = connection.system_id
    cross join unnest(array['${systemCapabilities.join("', '")}']) as capability
  where connection.id = any($1) and not system.is_direct
  order by connection.id, capability
  on conflict (system_connection_id, capability) do update set due_at = excluded.due_at`;

/**
 * Lets the schedule look at all syncs of these connections at once. Called in the transaction of each change that can make a sync due
 * earlier: an activation, a configuration, a rule that is or becomes active. Runs make a sync due later, which the schedule finds out when
 * it looks; those that fail, or whose list drifted in every pass, bring due_at forward themselves.
 */
export async function bringSyncsForward(sql: SqlRunner, connectionIds: readonly string[]): Promise<void> {
  if (connectionIds.length > 0) await sql.query(lookNow, [connectionIds]);
}

/**
 * The next sync of each kind that the schedule begins is a full one: what is stored may have changed at the shop without a change of the
 * record, as addresses do when the shop moves.
 */
export async function wantFullSyncs(sql: SqlRunner, connectionId: string): Promise<void> {
  const forget = `update scheduled_syncs set last_full_at = '-infinity' where system_connection_id = $1 and last_full_at is not null`;
  await sql.query(forget, [connectionId]);
}

/** Derives the default rules of a tenant, and brings the syncs forward that they allow. */
export async function deriveSyncRules(sql: Pick<EntityManager, 'transaction'>, tenantId: string): Promise<void> {
  await sql.transaction(async (manager) => bringSyncsForward(manager, await deriveDefaultSyncRules(manager, tenantId)));
}
