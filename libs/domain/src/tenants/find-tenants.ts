import { newestLookedAt, newestMatches, partOfText, searchPattern, type SqlRunner } from '@sync/postgres';
import { servesNow } from '../connections/transitions';
import { visibleConnections, visibleTenants, type SupportViewer, type Viewer } from '../visibility/visible-connections';
import type { TenantQuota } from './tenant-quota';
import type { Tenant } from './tenant.entity';

export interface TenantFilter {
  id?: string;
  /** A part of the name, in any case. */
  search?: string;
}

interface Place {
  /** The last tenant seen. */
  after: string | null;
  limit: number;
}

export type FoundTenant = Pick<Tenant, 'id' | 'name' | 'createdAt' | 'updatedAt'> & {
  /** Whether one of its direct systems is connected: default rules need one as their target. */
  hasTarget: boolean;
  quota: TenantQuota;
};

/** Among the connections that the viewer sees. */
const hasTarget = (viewer: Viewer, parameters: unknown[]) => `
  exists (select from system_connections target join systems direct on direct.id = target.system_id and direct.is_direct
          where target.tenant_id = tenant.id and ${servesNow('target')} and ${visibleConnections(viewer)('target', parameters)})`;

/** Tenants that the viewer may see, newest first, starting after the tenant `after`. */
export async function findTenants(
  sql: SqlRunner,
  viewer: Viewer,
  { id, search }: TenantFilter,
  { after, limit }: Place,
): Promise<FoundTenant[]> {
  const parameters: unknown[] = [];
  const listed = () => {
    const conditions = [visibleTenants(viewer)('tenant', parameters)];
    if (id !== undefined) conditions.push(`tenant.id = $${parameters.push(id)}`);
    if (after !== null) conditions.push(`tenant.id < $${parameters.push(after)}`);
    return conditions.join(' and ');
  };
  const newest = (rows: number) =>
    viewer.role === 'support' && viewer.tenantAccess === 'by_system' && id === undefined
      ? newestOfSystems(viewer, { after, limit: rows }, parameters)
      : `select * from tenants tenant where ${listed()} order by id desc limit ${rows}`;
  const found =
    search === undefined
      ? newest(limit)
      : `select * from tenants where id in (${idsOfMatches(search, { listed, newest, limit }, parameters)})`;
  return sql.query<FoundTenant[]>(
    `select tenant.id, tenant.name, tenant.created_at as "createdAt", tenant.updated_at as "updatedAt", ${hasTarget(viewer, parameters)} as "hasTarget",
       tenant.max_bytes::float8 as quota
     from (${found}) tenant order by tenant.id desc limit ${limit}`,
    parameters,
  );
}

/** Asks the index of each system for the next tenant, so that its cost follows the limit, however few tenants have a connection of them. */
function newestOfSystems({ supportedSystemIds }: SupportViewer, { after, limit }: Place, parameters: unknown[]): string {
  const next = (system: string, before: string) => `
    cross join lateral (
      select tenant_id from system_connections
      where system_id = ${system} and tenant_id < ${before} and deleted_at is null order by tenant_id desc limit 1
    ) next`;
  const first = `coalesce($${parameters.push(after)}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`;
  return `
    with recursive seen (system_id, tenant_id, place) as (
      select system.id, next.tenant_id, 1 from unnest($${parameters.push(supportedSystemIds)}::uuid[]) as system (id) ${next('system.id', first)}
      union all
      select seen.system_id, next.tenant_id, place + 1 from seen ${next('seen.system_id', 'seen.tenant_id')} where place < ${limit}
    )
    select * from tenants where id in (select tenant_id from seen) order by id desc limit ${limit}`;
}

interface Searched {
  /** SQL, true for a row `tenant` of the list. */
  listed: () => string;
  /** SQL of the newest tenants of the list. */
  newest: (rows: number) => string;
  limit: number;
}

function idsOfMatches(search: string, { listed, newest, limit }: Searched, parameters: unknown[]): string {
  const [whole, pattern] = [`lower($${parameters.push(search)}::text)`, `lower($${parameters.push(partOfText(search))}::text)`];
  const matches = `position(${whole} in lower(tenant.name)) > 0`;
  const amongNewest = `select id from (${newest(newestLookedAt)}) tenant where ${matches}`;
  const all = `select id from tenants tenant where ${listed()} and ${matches} and lower(tenant.name) like (select pattern from of_name)`;
  return newestMatches({ patterns: { of_name: patternOfTenantName(whole, pattern) }, amongNewest, all }, limit);
}

/** SQL of what the index of tenant names looks up for a text; see `searchPattern`. */
export const patternOfTenantName = (text: string, whole: string): string =>
  searchPattern(text, whole, { table: 'tenants', lowerCase: 'lower(name)' });
