import { keysetStart, newestOfBranches, type SqlRunner } from '@sync/postgres';
import { fullyVisibleConnections, type Viewer } from '../visibility/visible-connections';
import type { ConnectionFilter } from '../visibility/work-scope';
import { syncRuleFields, type StoredSyncRule } from './stored-sync-rule';

export interface SyncRuleFilter extends ConnectionFilter {
  isActive?: boolean;
  isDefault?: boolean;
}

/** Newest first, starting after the rule `after`. A support user sees the rules whose connections it sees in full, both of them. */
export async function listSyncRules(
  sql: SqlRunner,
  viewer: Viewer,
  filter: SyncRuleFilter,
  page: { after: string | null; limit: number },
): Promise<StoredSyncRule[]> {
  const parameters: unknown[] = [page.after, page.limit];
  const ids = idsOf(viewer, filter, parameters);
  return sql.query(`select ${syncRuleFields} from sync_rules rule where rule.id in (${ids}) order by rule.id desc`, parameters);
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
  const isWanted = wantedRule(viewer, filter, parameters);
  const { connectionId, tenantId } = filter;
  if (connectionId !== undefined) return idsOfConnection(parameters.push(connectionId), isWanted);
  const tenantIds = tenantId !== undefined ? [tenantId] : viewer.role === 'support' ? viewer.accessibleTenantIds : null;
  if (tenantIds !== null) {
    const each = `select unnest($${parameters.push(tenantIds)}::uuid[]) as id`;
    return newestOfBranches({ table, each, isIn: `candidate.tenant_id = branch.id and ${isWanted}` }, keyset);
  }
  if (filter.isActive === undefined && filter.isDefault === undefined)
    return `select id from sync_rules candidate where ${keysetStart('candidate', '$1')} order by id desc limit $2`;
  const each = 'select * from (values (true, true), (true, false), (false, true), (false, false)) as kind (is_default, is_active)';
  const isIn = `candidate.is_default = branch.is_default and candidate.is_active = branch.is_active and ${isWanted}`;
  return newestOfBranches({ table, each, isIn }, keyset);
}

/** A connection is the source of its rules, or their target. */
function idsOfConnection(connection: number, isWanted: string): string {
  const [source, target] = ['source_connection_id', 'target_connection_id'].map(
    (end) => `
    (select id from sync_rules candidate where ${end} = $${connection}::uuid and ${isWanted} and ${keysetStart('candidate', '$1')}
     order by id desc limit $2)`,
  );
  return `select id from (${source} union ${target}) of_connection order by id desc limit $2`;
}

function wantedRule(viewer: Viewer, { isActive, isDefault, tenantId }: SyncRuleFilter, parameters: unknown[]): string {
  const conditions = [visibleRule(viewer, 'candidate', parameters)];
  if (tenantId !== undefined) conditions.push(`candidate.tenant_id = $${parameters.push(tenantId)}::uuid`);
  if (isActive !== undefined) conditions.push(`candidate.is_active = $${parameters.push(isActive)}`);
  if (isDefault !== undefined) conditions.push(`candidate.is_default = $${parameters.push(isDefault)}`);
  return conditions.join(' and ');
}

function visibleRule(viewer: Viewer, rule: string, parameters: unknown[]): string {
  if (viewer.role === 'super_admin') return 'true';
  const isVisible = fullyVisibleConnections(viewer);
  return ['source', 'target']
    .map((end) => {
      const ofRule = `${end}.id = ${rule}.${end}_connection_id`;
      return `exists (select from system_connections ${end} where ${ofRule} and ${isVisible(end, parameters)})`;
    })
    .join(' and ');
}
