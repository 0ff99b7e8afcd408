import type { SystemConnectionStatus } from '@sync/domain';
import type { Pool } from 'pg';
import { isTokenLive, type AccessTokenName } from './access-token.entity';
import { countTokens } from './token-metrics';

/** The connection that an access token belongs to. */
export interface TokenHolder {
  tokenId: string;
  tokenName: AccessTokenName;
  /** The user of the admin API who issued the token. */
  createdBy: string | null;
  connectionId: string;
  /** Null: a plugin started the connection and no tenant has claimed it. */
  tenantId: string | null;
  systemId: string | null;
  status: SystemConnectionStatus;
}

const findHolder = `
  select token.id as "tokenId", token.name as "tokenName", token.created_by as "createdBy", connection.id as "connectionId", connection.tenant_id as "tenantId",
    connection.system_id as "systemId", connection.status
  from access_tokens token
  join system_connections connection on connection.id = token.system_connection_id and connection.deleted_at is null
  where token.token_hash = $1 and ${isTokenLive}`;

/** Undefined when the token is unknown, has expired, or its session has ended. */
export async function findTokenHolder(pool: Pool, hash: Buffer): Promise<TokenHolder | undefined> {
  const { rows } = await pool.query<TokenHolder>({ name: 'find-token-holder', text: findHolder, values: [hash] });
  if (rows.length === 0) countTokens('access', 'refused');
  return rows[0];
}

/** clock_timestamp() is read after any wait for the row lock, and `greatest` keeps the value from going back. */
const recordUse = 'update access_tokens set last_used_at = greatest(last_used_at, clock_timestamp()) where id = $1';

/** For a request that succeeded: updates last_used_at. */
export async function recordTokenUse(pool: Pool, tokenId: string): Promise<void> {
  countTokens('access', 'used');
  await pool.query({ name: 'record-token-use', text: recordUse, values: [tokenId] });
}
