import { newestLookedAt, newestMatches, partOfText, searchPattern, type SqlRunner } from '@sync/postgres';
import { servesNow } from '../connections/transitions';
import { visibleTenants, type Viewer } from '../visibility/visible-connections';
import type { TenantQuota } from './tenant-quota';
import type { Tenant } from './tenant.entity';

export interface TenantFilter {
  id?: string;
  /** A part of the name, in any case. */
  search?: string;
}

export type FoundTenant = Pick<Tenant, 'id' | 'name' | 'createdAt' | 'updatedAt'> & {
  /** Whether one of its direct systems is connected: default rules need one as their target. */
  hasTarget: boolean;
  quota: TenantQuota;
};

const hasTarget = `
  exists (select from system_connections target join systems direct on direct.id = target.system_id and direct.is_direct
          where target.tenant_id = tenant.id and ${servesNow('target')})`;

/** Tenants that the viewer may see, newest first, starting after the tenant `after`. */
export async function findTenants(
  sql: SqlRunner,
  viewer: Viewer,
  { id, search }: TenantFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<FoundTenant[]> {
  const parameters: unknown[] = [];
  const conditions = [visibleTenants(viewer)('tenant', parameters)];
  if (id !== undefined) conditions.push(`tenant.id = $${parameters.push(id)}`);
  if (after !== null) conditions.push(`tenant.id < $${parameters.push(after)}`);
  const listed = conditions.join(' and ');
  const isFound = search === undefined ? listed : `tenant.id in (${idsOfMatches(listed, search, limit, parameters)})`;
  return sql.query<FoundTenant[]>(
    `select tenant.id, tenant.name, tenant.created_at as "createdAt", tenant.updated_at as "updatedAt", ${hasTarget} as "hasTarget",
       tenant.max_bytes::float8 as quota
     from tenants tenant
     where ${isFound} order by tenant.id desc limit ${limit}`,
    parameters,
  );
}

function idsOfMatches(listed: string, search: string, limit: number, parameters: unknown[]): string {
  const [whole, pattern] = [`lower($${parameters.push(search)}::text)`, `lower($${parameters.push(partOfText(search))}::text)`];
  const matches = `position(${whole} in lower(tenant.name)) > 0`;
  const newest = `select * from tenants tenant where ${listed} order by id desc limit ${newestLookedAt}`;
  const amongNewest = `select id from (${newest}) tenant where ${matches}`;
  const all = `select id from tenants tenant where ${listed} and ${matches} and lower(tenant.name) like (select pattern from of_name)`;
  return newestMatches({ patterns: { of_name: patternOfTenantName(whole, pattern) }, amongNewest, all }, limit);
}

/** SQL of what the index of tenant names looks up for a text; see `searchPattern`. */
export const patternOfTenantName = (text: string, whole: string): string =>
  searchPattern(text, whole, { table: 'tenants', lowerCase: 'lower(name)' });
