import type { VerificationFailure } from '@sync/integration-contract';
import { IsNull, Raw, type EntityManager } from 'typeorm';
import { ConnectionToken } from './connection-token.entity';

/** Why the latest attempt to finalise a handshake failed. */
export interface FailedAttempt {
  code: VerificationFailure;
  at: Date;
}

/** Keeps the reason with the connection token, for as long as that is valid. The connection stays unchanged. */
export async function recordFailedAttempt(manager: EntityManager, tokenHash: Buffer, failure: VerificationFailure): Promise<void> {
  await manager.update(ConnectionToken, { tokenHash, usedAt: IsNull() }, { attemptFailure: failure, attemptedAt: () => 'now()' });
}

/** Of the connection's valid token, which is its newest. Null when there is none, or no attempt has failed. */
export async function findFailedAttempt(manager: EntityManager, connectionId: string): Promise<FailedAttempt | null> {
  const isValid = { usedAt: IsNull(), expiresAt: Raw((column) => `${column} > now()`) };
  const token = await manager.findOneBy(ConnectionToken, { systemConnectionId: connectionId, ...isValid });
  return token?.attemptFailure && token.attemptedAt ? { code: token.attemptFailure, at: token.attemptedAt } : null;
}
