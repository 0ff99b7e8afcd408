import type { Secret } from '@sync/records';
import { IsNull, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ConnectionToken } from './connection-token.entity';
import { insertExpiring } from './insert-expiring';
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
  await manager.update(ConnectionToken, { systemConnectionId: connectionId, usedAt: IsNull() }, { usedAt: () => 'now()' });
  const values = { id: uuidv7(), systemConnectionId: connectionId, tokenHash: hash };
  const insert = manager.createQueryBuilder().insert().into(ConnectionToken);
  return { plaintext, expiresAt: await insertExpiring(insert, values, ttlSeconds) };
}
