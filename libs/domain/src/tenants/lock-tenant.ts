import type { EntityManager } from 'typeorm';

/** False when the tenant does not exist. In a transaction, keeps it from being deleted until the end of that. */
export async function lockTenant(manager: EntityManager, id: string): Promise<boolean> {
  const found = await manager.query<unknown[]>('select from tenants where id = $1 for key share', [id]);
  return found.length > 0;
}
