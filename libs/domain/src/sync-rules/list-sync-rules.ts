import { keysetStart, newestOfBranches, queryPrepared, type SqlRunner } from '@sync/postgres';
import type { DataSource } from 'typeorm';
import { chosenTenantIds, fullyVisibleConnections, type Viewer } from '../visibility/visible-connections';
import type { ConnectionFilter } from '../visibility/work-scope';
import { syncRuleFields, type StoredSyncRule } from './stored-sync-rule';

export interface SyncRuleFilter extends ConnectionFilter {
  isActive?: boolean;
  isDefault?: boolean;
}

/** Newest first, starting after the rule `after`. A support user sees the rules whose connections it sees in full, both of them. */
export async function listSyncRules(
  dataSource: DataSource,
  viewer: Viewer,
  filter: SyncRuleFilter,
  page: { after: string | null; limit: number },
): Promise<StoredSyncRule[]> {
  const parameters: unknown[] = [page.after, page.limit];
  const ids = idsOf(viewer, filter, parameters);
  return queryPrepared(
    dataSource,
    `select ${syncRuleFields} from sync_rules rule where rule.id in (${ids}) order by rule.id desc`,
    parameters,
  );
}

/** Null: there is no such rule, or the viewer does not see it. */
export async function findSyncRule(sql: SqlRunner, viewer: Viewer, id: string): Promise<StoredSyncRule | null> {
  const parameters: unknown[] = [id];
  const isVisible = visibleRule(viewer, 'rule', parameters);
  const [rule] = await sql.query<StoredSyncRule[]>(
    `select ${syncRuleFields} from sync_rules rule where rule.id = $1 and ${isVisible}`,
    parameters,
  );
  return rule ?? null;
}

const table = 'sync_rules';
const keyset = { after: '$1', limit: '$2' };

/** Each way to look has an index that gives the rules in their order. */
function idsOf(viewer: Viewer, filter: SyncRuleFilter, parameters: unknown[]): string {
  const { connectionId, tenantId } = filter;
  if (connectionId !== undefined)
    return idsOfConnection(parameters.push(connectionId), wantedRule(viewer, filter, 'candidate', parameters));
  const tenantIds = tenantId !== undefined ? [tenantId] : chosenTenantIds(viewer);
  if (tenantIds !== null) {
    const each = `${kindsOfRules(parameters.push(tenantIds))} where ${wantedRule(viewer, filter, 'kind', parameters)}`;
    return newestOfBranches({ table, each, columns: ['tenant_id', ...columnsOfKind] }, keyset);
  }
  if (viewer.role === 'super_admin' && filter.isActive === undefined && filter.isDefault === undefined)
    return `select id from sync_rules candidate where ${keysetStart('candidate', '$1')} order by id desc limit $2`;
  const each = `${kindsOfAllRules} where ${wantedRule(viewer, filter, 'kind', parameters)}`;
  return newestOfBranches({ table, each, columns: columnsOfKind }, keyset);
}

const columnsOfKind = ['source_system_id', 'target_system_id', 'is_default', 'is_active'];
const withinTenant = (row: string): string => columnsOfKind.map((column) => `${row}.${column}`).join(', ');
const kindOf = (row: string): string => `${row}.tenant_id, ${withinTenant(row)}`;

/**
 * SQL of what a tenant's rules are alike in: the systems that they connect, who made them, whether they are active. Reads one index entry
 * for each kind that there is, however many rules are of it.
 */
const kindsOfRules = (tenantIds: number): string => {
  const next = (tenantId: string, isNext: string) => `
    cross join lateral (
      select ${kindOf('rule')} from sync_rules rule where rule.tenant_id = ${tenantId} and ${isNext} order by ${kindOf('rule')} limit 1
    ) next`;
  return `
    with recursive kind as (
      select next.* from unnest($${tenantIds}::uuid[]) as tenant (id) ${next('tenant.id', 'true')}
      union all
      select next.* from kind ${next('kind.tenant_id', `(${withinTenant('rule')}) > (${withinTenant('kind')})`)}
    )
    select * from kind`;
};

/** The same of the rules of all tenants. Each rule has a tenant: in a kind, the zero id stands for any. */
const kindsOfAllRules = ((): string => {
  const next = (isNext: string) => `
    select ${withinTenant('rule')} from sync_rules rule where ${isNext} order by ${withinTenant('rule')} limit 1`;
  return `
    with recursive every_kind as (
      (${next('true')})
      union all
      select next.* from every_kind cross join lateral (${next(`(${withinTenant('rule')}) > (${withinTenant('every_kind')})`)}) next
    )
    select * from (select '00000000-0000-0000-0000-000000000000'::uuid as tenant_id, every_kind.* from every_kind) kind`;
})();

/** A connection is the source of its rules, or their target. */
function idsOfConnection(connection: number, isWanted: string): string {
  const [source, target] = ['source_connection_id', 'target_connection_id'].map(
    (end) => `
    (select id from sync_rules candidate where ${end} = $${connection}::uuid and ${isWanted} and ${keysetStart('candidate', '$1')}
     order by id desc limit $2)`,
  );
  return `select id from (${source} union ${target}) of_connection order by id desc limit $2`;
}

function wantedRule(viewer: Viewer, { isActive, isDefault, tenantId }: SyncRuleFilter, rule: string, parameters: unknown[]): string {
  const conditions = [visibleRule(viewer, rule, parameters)];
  if (tenantId !== undefined) conditions.push(`${rule}.tenant_id = $${parameters.push(tenantId)}::uuid`);
  if (isActive !== undefined) conditions.push(`${rule}.is_active = $${parameters.push(isActive)}`);
  if (isDefault !== undefined) conditions.push(`${rule}.is_default = $${parameters.push(isDefault)}`);
  return conditions.join(' and ');
}

/** Both connections of a rule are of its tenant. */
function visibleRule(viewer: Viewer, rule: string, parameters: unknown[]): string {
  if (viewer.role === 'super_admin') return 'true';
  const isVisible = fullyVisibleConnections(viewer);
  return ['source', 'target']
    .map((end) => {
      const ofRule = `(select ${rule}.tenant_id, ${rule}.${end}_system_id as system_id) ${end}`;
      return `(select ${isVisible(end, parameters)} from ${ofRule})`;
    })
    .join(' and ');
}
