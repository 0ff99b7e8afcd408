import type { Secret } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { issueToken } from './token';

export interface NewConnectionToken {
  /** Returned once, never stored. */
  plaintext: Secret<string>;
  expiresAt: Date;
}

/** Replaces the connection's valid tokens with a new one, in the caller's transaction. Uses the database clock, as the check of the token does. */
export async function replaceConnectionToken(
  manager: EntityManager,
  connectionId: string,
  ttlSeconds: number,
): Promise<NewConnectionToken> {
  const { plaintext, hash } = issueToken('connection');
  await manager.query('update connection_tokens set used_at = now() where system_connection_id = $1 and used_at is null', [connectionId]);
  const [{ expiresAt }] = await manager.query<[{ expiresAt: Date }]>(
    `insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) returning expires_at as "expiresAt"`,
    [uuidv7(), connectionId, hash, ttlSeconds],
  );
  return { plaintext, expiresAt };
}
