import type { SqlRunner } from '@sync/postgres';

/** Of a connection that has ended, with their secrets and deliveries. */
export async function deleteWebhookEndpointsOf(sql: SqlRunner, connectionId: string): Promise<void> {
  await sql.query('delete from webhook_endpoints where system_connection_id = $1', [connectionId]);
}
