import type { Pool } from 'pg';
import type { SystemConnectionStatus } from '../connections/transitions';

/** The connection that an access token belongs to. */
export interface TokenHolder {
  connectionId: string;
  /** Null: a plugin started the connection and no tenant has claimed it. */
  tenantId: string | null;
  systemId: string | null;
  status: SystemConnectionStatus;
}

/**
 * Looks the token up and updates last_used_at in one round trip. A request that the status of its connection rejects leaves it unchanged.
 * clock_timestamp() is read after any wait for the row lock, and `greatest` keeps the value from going back.
 */
const useToken = `
  update access_tokens token set last_used_at = greatest(token.last_used_at, clock_timestamp())
  from system_connections connection
  where token.token_hash = $1 and (token.expires_at is null or token.expires_at > now())
    and connection.id = token.system_connection_id and connection.deleted_at is null and connection.status = any($2)
  returning connection.id as "connectionId", connection.tenant_id as "tenantId", connection.system_id as "systemId", connection.status`;

/** Undefined when the token is unknown or its connection's status is not among those allowed. */
export async function useAccessToken(
  pool: Pool,
  hash: Buffer,
  allowed: readonly SystemConnectionStatus[],
): Promise<TokenHolder | undefined> {
  const { rows } = await pool.query<TokenHolder>({ name: 'use-token', text: useToken, values: [hash, allowed] });
  return rows[0];
}
