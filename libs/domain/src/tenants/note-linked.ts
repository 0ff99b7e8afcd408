import type { SqlRunner } from '@sync/postgres';

const note = `
  update tenants set linked_at = now()
  where id = $1 and linked_at is null and not exists (select from systems where id = $2 and is_direct)`;

/** The tenant has, or awaits, a connection to this system. The first one to a shop updates its row: erasing unused tenants waits for it. */
export async function noteLinked(sql: SqlRunner, tenantId: string | null, systemId: string | null): Promise<void> {
  if (tenantId !== null) await sql.query(note, [tenantId, systemId]);
}
