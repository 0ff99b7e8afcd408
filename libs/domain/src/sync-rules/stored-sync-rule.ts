import type { SystemCapability } from '@sync/records';

/** A sync rule as administrators see it. */
export interface StoredSyncRule {
  id: string;
  tenantId: string;
  sourceConnectionId: string;
  targetConnectionId: string;
  dataDomains: SystemCapability[];
  isActive: boolean;
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL of a StoredSyncRule, from `rule`. */
export const syncRuleFields = `
  rule.id, rule.tenant_id as "tenantId", rule.source_connection_id as "sourceConnectionId", rule.target_connection_id as "targetConnectionId",
  rule.data_domains as "dataDomains", rule.is_active as "isActive", rule.is_default as "isDefault", rule.created_at as "createdAt",
  rule.updated_at as "updatedAt"`;

/** SQL of the columns that place a rule at the systems of its connections, which keep theirs while they have rules, and of their values. */
export const ruleSystems = 'source_system_id, target_system_id';
export const systemsOf = (sourceId: string, targetId: string) => `${systemOf(sourceId)}, ${systemOf(targetId)}`;

const systemOf = (id: string) =>
  `coalesce((select connection.system_id from system_connections connection where connection.id = ${id}), '00000000-0000-0000-0000-000000000000')`;
