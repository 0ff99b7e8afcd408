import { insertOwnSyncRule, type OwnSyncRule, type RefusedValue, RefusedValues, type StoredSyncRule } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import { bringSyncsForward } from '@sync/sync-runs';

interface Ends {
  hasSource: boolean;
  hasTarget: boolean;
  /** Of the source's system. */
  capabilities: SystemCapability[];
}

/** Locked only against being removed. */
const findEnds = `
  with connection as (
    select connection.id, connection.system_id from system_connections connection
    where connection.id in ($2, $3) and connection.tenant_id = $1 and connection.system_id is not null and connection.deleted_at is null
    for key share
  )
  select exists (select from connection where id = $2) as "hasSource", exists (select from connection where id = $3) as "hasTarget",
    coalesce((select system.capabilities from connection join systems system on system.id = connection.system_id where connection.id = $2), '{}') as capabilities`;

/**
 * Makes a rule by hand, in the caller's transaction. Null: the tenant has the same one. Throws RefusedValues unless source and target are
 * two connections of the tenant and the system of the source offers every data domain.
 */
export async function createSyncRule(sql: SqlRunner, rule: OwnSyncRule): Promise<StoredSyncRule | null> {
  const { tenantId, sourceConnectionId, targetConnectionId } = rule;
  const [ends] = await sql.query<[Ends]>(findEnds, [tenantId, sourceConnectionId, targetConnectionId]);
  const refused = refusedOf(rule, ends);
  if (refused.length > 0) throw new RefusedValues(refused);
  const created = await insertOwnSyncRule(sql, rule);
  if (created?.isActive) await bringSyncsForward(sql, [created.sourceConnectionId]);
  return created;
}

function refusedOf({ sourceConnectionId, targetConnectionId, dataDomains }: OwnSyncRule, ends: Ends): RefusedValue[] {
  const refused: RefusedValue[] = [];
  const detail = 'The tenant has no such connection with a system.';
  if (!ends.hasSource) refused.push({ pointer: '/source_connection_id', detail });
  if (!ends.hasTarget) refused.push({ pointer: '/target_connection_id', detail });
  else if (sourceConnectionId === targetConnectionId)
    refused.push({ pointer: '/target_connection_id', detail: 'Source and target must be two connections.' });
  if (ends.hasSource)
    for (const [index, domain] of dataDomains.entries())
      if (!ends.capabilities.includes(domain))
        refused.push({ pointer: `/data_domains/${index}`, detail: `The system of the source does not offer ${domain}.` });
  return refused;
}
