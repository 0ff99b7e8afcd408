import type { VerificationFailure } from '@sync/integration-contract';
import type { Secret } from '@sync/records';
import { IsNull, Raw, type EntityManager, type InsertQueryBuilder, type QueryDeepPartialEntity } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ConnectionToken } from './connection-token.entity';
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

/** Inserts a row that expires after so many seconds by the clock of Postgres. Returns when. */
export async function insertExpiring<E extends { expiresAt: Date }>(
  insert: InsertQueryBuilder<E>,
  values: QueryDeepPartialEntity<E>,
  seconds: number,
): Promise<Date> {
  const expiresAt = () => 'now() + make_interval(secs => :seconds)';
  const expiring = insert.values({ ...values, expiresAt }).setParameters({ seconds });
  const { generatedMaps } = await expiring.returning(['expiresAt']).execute();
  return (generatedMaps as [{ expiresAt: Date }])[0].expiresAt;
}

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
