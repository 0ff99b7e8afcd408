import { partOfText, type SqlRunner } from '@sync/postgres';
import type { Viewer } from '../visibility/visible-connections';
import { visibleTenants } from '../visibility/visible-tenants';
import type { Tenant } from './tenant.entity';

export interface TenantFilter {
  id?: string;
  /** A part of the name, in any case. */
  search?: string;
}

export type FoundTenant = Pick<Tenant, 'id' | 'name' | 'createdAt' | 'updatedAt'>;

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
  if (search !== undefined) conditions.push(`tenant.name ilike $${parameters.push(partOfText(search))}`);
  if (after !== null) conditions.push(`tenant.id < $${parameters.push(after)}`);
  return sql.query<FoundTenant[]>(
    `select tenant.id, tenant.name, tenant.created_at as "createdAt", tenant.updated_at as "updatedAt" from tenants tenant
     where ${conditions.join(' and ')} order by tenant.id desc limit ${limit}`,
    parameters,
  );
}
