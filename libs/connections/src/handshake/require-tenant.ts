import { lockTenant, RefusedValues } from '@sync/domain';
import type { EntityManager } from 'typeorm';

/** Throws RefusedValues unless the tenant exists. In a transaction, it exists until the end of that. */
export async function requireTenant(manager: EntityManager, tenantId: string): Promise<void> {
  if (!(await lockTenant(manager, tenantId))) throw new RefusedValues([{ pointer: '/tenant_id', detail: 'tenant_id must be a tenant' }]);
}
