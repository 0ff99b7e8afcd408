import type { EntityManager } from 'typeorm';

const establish = `
  update tenants set established_at = now()
  where established_at is null and id = (select tenant_id from system_connections where id = $1)`;

/** A sync of the connection succeeded: from now on its tenant has a share of the workers' places of its own. */
export async function establishTenantOf(manager: EntityManager, connectionId: string): Promise<void> {
  await manager.query(establish, [connectionId]);
}
