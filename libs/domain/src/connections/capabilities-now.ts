import type { SqlRunner } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';

/** By connection id: what each may pull in now, in its system's order. Leaves out connections that are gone. */
export async function capabilitiesNow(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, SystemCapability[]>> {
  const rows = await sql.query<{ id: string; capabilities: SystemCapability[] }[]>(
    'select system_connection_id as id, capabilities from connection_capabilities where system_connection_id = any($1)',
    [connectionIds],
  );
  return new Map(rows.map(({ id, capabilities }) => [id, capabilities]));
}
