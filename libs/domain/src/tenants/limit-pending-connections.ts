import type { EntityManager } from 'typeorm';
import { LimitReached } from '../refusals';

/** The lock makes concurrent requests wait for each other, so that each counts what the one before added. */
const lock = 'select from tenants where id = $1 for no key update';

const count = `
  select count(*)::int as pending from (
    select from system_connections where tenant_id = $1 and status = 'pending' and deleted_at is null limit $2
  ) counted`;

/** Throws LimitReached if the tenant has as many pending connections already; 0: no limit. In the transaction that adds one. */
export async function limitPendingConnections(manager: EntityManager, tenantId: string, maxPending: number): Promise<void> {
  if (maxPending === 0) return;
  await manager.query(lock, [tenantId]);
  const [{ pending } = { pending: 0 }] = await manager.query<{ pending: number }[]>(count, [tenantId, maxPending]);
  if (pending >= maxPending)
    throw new LimitReached(
      `The tenant has ${maxPending} pending connections, the maximum. Complete or uninstall one; those whose tokens have expired are removed daily.`,
    );
}
