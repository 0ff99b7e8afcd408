import { Inject, Injectable } from '@nestjs/common';
import { hashToken, type SystemConnectionStatus } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { Pool } from 'pg';
import type { Caller } from './caller';
import { unknownToken } from './bearer-token';
import { tokenPool } from './token-pool';

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

const findStatus = `
  select connection.status from access_tokens token join system_connections connection on connection.id = token.system_connection_id
  where token.token_hash = $1 and (token.expires_at is null or token.expires_at > now()) and connection.deleted_at is null`;

@Injectable()
export class AuthenticateBearer {
  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  /** The connection of the token. Throws Problem: 401 for an unknown token, 403 if the status is not among those allowed. */
  async authenticate(token: string, allowed: readonly SystemConnectionStatus[]): Promise<Caller> {
    const hash = hashToken(token);
    const { rows } = await this.pool.query<Caller>({ name: 'use-token', text: useToken, values: [hash, allowed] });
    return rows[0] ?? this.reject(hash);
  }

  private async reject(hash: Buffer): Promise<never> {
    const { rows } = await this.pool.query<{ status: string }>(findStatus, [hash]);
    if (rows[0] === undefined) throw unknownToken();
    throw new Problem('forbidden', `The connection of this token is ${rows[0].status}, which does not allow this.`);
  }
}
