import { SystemConnection } from '@sync/domain';
import { ConnectionToken, countTokens, hashToken, looksLikeToken, recordFailedAttempt } from '@sync/identity';
import type { DataSource } from 'typeorm';
import { ConnectionRefused } from '../connection-refused';

/** A pending connection and the valid connection token that identifies it. */
export interface PendingConnection {
  /** Loaded with its system and sealed credentials. */
  connection: SystemConnection;
  tokenHash: Buffer;
}

/** Finds the other half of a handshake by its token. */
export class PendingConnections {
  constructor(private readonly dataSource: DataSource) {}

  /** Started by a plugin: has credentials but no tenant. Throws ConnectionRefused: `token`. */
  async awaitingCaller(token: string): Promise<PendingConnection> {
    const pending = await this.byToken(token);
    const { tenantId, sealedCredentials } = pending.connection;
    if (tenantId !== null || sealedCredentials === null) throw tokenRefused();
    return pending;
  }

  /** Started by a tenant: has a tenant but no credentials. Throws ConnectionRefused: `token`. */
  async awaitingPlugin(token: string): Promise<PendingConnection> {
    const pending = await this.byToken(token);
    const { tenantId, sealedCredentials } = pending.connection;
    if (tenantId === null || sealedCredentials !== null) throw tokenRefused();
    return pending;
  }

  /** Passes the result of `verify` on. When the shop does not confirm the credentials, the token remembers why, and the connection nothing. */
  async verified<T>({ tokenHash }: PendingConnection, verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      if (error instanceof ConnectionRefused && error.failure !== null)
        await recordFailedAttempt(this.dataSource.manager, tokenHash, error.failure);
      throw error;
    }
  }

  private async byToken(token: string): Promise<PendingConnection> {
    if (!looksLikeToken('connection', token)) throw tokenRefused();
    const tokenHash = hashToken(token);
    const connection = await this.dataSource.manager
      .createQueryBuilder(SystemConnection, 'connection')
      .addSelect('connection.sealedCredentials')
      .leftJoinAndSelect('connection.system', 'system')
      .innerJoin(ConnectionToken, 'token', 'token.systemConnectionId = connection.id')
      .where('token.tokenHash = :tokenHash and token.usedAt is null and token.expiresAt > now()', { tokenHash })
      .andWhere(`connection.status = 'pending'`)
      .getOne();
    if (!connection) throw tokenRefused();
    return { connection, tokenHash };
  }
}

/** The same for a token that is unknown, used, expired or of the other flow. */
export function tokenRefused(): ConnectionRefused {
  countTokens('connection', 'refused');
  return new ConnectionRefused('token', 'The connection token is not valid for this handshake.');
}
