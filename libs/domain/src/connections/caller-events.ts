import type { SqlRunner } from '@sync/postgres';

/** An event of a tenant. `connectionId`: what it is about. */
interface CallerEvent {
  tenantId: string;
  type: 'configuration.saved' | 'person.erased';
  connectionId: string | null;
  data: Record<string, unknown>;
}

/** In the transaction of its cause: an event for the tenant's webhook endpoints. Without an endpoint nothing is written. */
export async function noteCallerEvent(sql: SqlRunner, { tenantId, type, connectionId, data }: CallerEvent): Promise<void> {
  await sql.query('select note_caller_event($1, $2, $3, $4)', [tenantId, type, connectionId, data]);
}
