import type { EntityManager } from 'typeorm';
import { forgetQuotaUsedUpOf } from '../connections/notes';
import { Tenant } from './tenant.entity';

/** Bytes of records that the tenant may store; 0: no limit; null: the default of every tenant. */
export type TenantQuota = number | null;

export interface TenantWithQuota {
  name: string;
  quota: TenantQuota;
}

/** Null when the tenant does not exist. */
export async function findTenantQuota(manager: EntityManager, id: string): Promise<TenantWithQuota | null> {
  return manager.findOne(Tenant, { select: { id: true, name: true, quota: true }, where: { id } });
}

const set = `
  with before as (
    select id, name, max_bytes::float8 as quota from tenants where id = $1 for no key update
  ), changed as (
    update tenants set max_bytes = $2, updated_at = now() from before where tenants.id = before.id
  )
  select name, quota from before`;

/** Returns the tenant as it was before; null when it does not exist. Its connections no longer say that the quota is used up. */
export async function setTenantQuota(manager: EntityManager, id: string, quota: TenantQuota): Promise<TenantWithQuota | null> {
  const [before] = await manager.query<TenantWithQuota[]>(set, [id, quota]);
  if (before) await forgetQuotaUsedUpOf(manager, id);
  return before ?? null;
}
