import type { SystemCapability } from '@sync/records';

interface SqlRunner {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** Rule 7, by connection id: what each may pull in now, in the System's order. A connection that is not there is missing. */
export async function capabilitiesNow(sql: SqlRunner, connectionIds: readonly string[]): Promise<Map<string, SystemCapability[]>> {
  const rows = await sql.query<{ id: string; capabilities: SystemCapability[] }[]>(
    'select system_connection_id as id, capabilities from connection_capabilities where system_connection_id = any($1)',
    [connectionIds],
  );
  return new Map(rows.map(({ id, capabilities }) => [id, capabilities]));
}
