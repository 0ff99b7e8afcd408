import { Inject, Injectable } from '@nestjs/common';
import { hashToken, useAccessToken, type SystemConnectionStatus } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { Pool } from 'pg';
import type { Caller } from './caller';
import { unknownToken } from './bearer-token';
import { tokenPool } from './token-pool';

const findStatus = `
  select connection.status from access_tokens token join system_connections connection on connection.id = token.system_connection_id
  where token.token_hash = $1 and (token.expires_at is null or token.expires_at > now()) and connection.deleted_at is null`;

@Injectable()
export class AuthenticateBearer {
  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  /** The connection of the token. Throws Problem: 401 for an unknown token, 403 if the status is not among those allowed. */
  async authenticate(token: string, allowed: readonly SystemConnectionStatus[]): Promise<Caller> {
    const hash = hashToken(token);
    return (await useAccessToken(this.pool, hash, allowed)) ?? this.reject(hash);
  }

  private async reject(hash: Buffer): Promise<never> {
    const { rows } = await this.pool.query<{ status: string }>(findStatus, [hash]);
    if (rows[0] === undefined) throw unknownToken();
    throw new Problem('forbidden', `The connection of this token is ${rows[0].status}, which does not allow this.`);
  }
}
