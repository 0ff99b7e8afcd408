import type { SqlRunner } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { v7 as uuidv7 } from 'uuid';
import { lockSyncRules, noteFeedSources } from '../feed-sources/note-feed-sources';
import { ruleSystems, syncRuleFields, systemsOf, type StoredSyncRule } from './stored-sync-rule';

/** A rule made by hand. */
export interface OwnSyncRule {
  tenantId: string;
  sourceConnectionId: string;
  targetConnectionId: string;
  dataDomains: readonly SystemCapability[];
  isActive: boolean;
}

const insertRule = `
  with rule as (
    insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default, ${ruleSystems})
    values ($1, $2, $3, $4, $5, $6, false, ${systemsOf('$3', '$4')}) on conflict do nothing returning *
  )
  select ${syncRuleFields} from rule`;

/** Null: there is a rule made by hand with the same ends and data domains. The caller has checked that the connections are the tenant's. */
export async function insertOwnSyncRule(sql: SqlRunner, rule: OwnSyncRule): Promise<StoredSyncRule | null> {
  const { tenantId, sourceConnectionId, targetConnectionId, isActive } = rule;
  // In one order, so that the database sees that two are the same.
  const domains = systemCapabilities.filter((capability) => rule.dataDomains.includes(capability));
  const values = [uuidv7(), tenantId, sourceConnectionId, targetConnectionId, domains, isActive];
  await lockSyncRules(sql, tenantId);
  const [stored] = await sql.query<StoredSyncRule[]>(insertRule, values);
  if (stored) await noteFeedSources(sql, tenantId);
  return stored ?? null;
}

const changeRule = `
  with rule as (
    update sync_rules set is_active = $2, updated_at = now() where id = $1 and is_active <> $2 returning *
  )
  select ${syncRuleFields} from rule`;

/** Null: it was so already, or is gone. */
export async function setSyncRuleActive(sql: SqlRunner, id: string, isActive: boolean): Promise<StoredSyncRule | null> {
  return changeOf(sql, id, changeRule, [id, isActive]);
}

const deleteRule = `
  with rule as (delete from sync_rules where id = $1 and not is_default returning *)
  select ${syncRuleFields} from rule`;

/** Null: it is a default rule, or gone. */
export async function deleteOwnSyncRule(sql: SqlRunner, id: string): Promise<StoredSyncRule | null> {
  return changeOf(sql, id, deleteRule, [id]);
}

const tenantOfRule = 'select tenant_id as "tenantId" from sync_rules where id = $1';

/** The rule as the statement changed it; null: it did not. In the caller's transaction. */
async function changeOf(sql: SqlRunner, id: string, statement: string, values: unknown[]): Promise<StoredSyncRule | null> {
  const [rule] = await sql.query<{ tenantId: string }[]>(tenantOfRule, [id]);
  if (!rule) return null;
  await lockSyncRules(sql, rule.tenantId);
  const [changed] = await sql.query<StoredSyncRule[]>(statement, values);
  if (changed) await noteFeedSources(sql, rule.tenantId);
  return changed ?? null;
}

/** A rule of which the newer connection has the same one stays. */
const moveEnd = (end: string, other: string) => `
  update sync_rules rule set ${end} = $2, updated_at = now()
  where not rule.is_default and rule.${end} = $1 and not exists (
    select from sync_rules same
    where not same.is_default and same.${end} = $2 and same.${other} = rule.${other} and same.data_domains = rule.data_domains)`;

/** The rules made by hand for a connection hold for another one of the same tenant and system from now on. The caller holds `lockSyncRules`. */
export async function moveOwnSyncRules(sql: SqlRunner, fromId: string, toId: string): Promise<void> {
  await sql.query(moveEnd('source_connection_id', 'target_connection_id'), [fromId, toId]);
  await sql.query(moveEnd('target_connection_id', 'source_connection_id'), [fromId, toId]);
}

const deleteRules = 'delete from sync_rules where source_connection_id = $1 or target_connection_id = $1';

/** Deletes every rule of a connection, in the transaction that ends it. */
export async function deleteSyncRulesOf(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query(deleteRules, [connectionId]);
}
