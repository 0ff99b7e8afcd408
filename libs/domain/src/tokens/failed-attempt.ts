import type { VerificationFailure } from '@sync/integration-contract';
import type { SqlRunner } from '@sync/postgres';

/** Why the latest attempt to finalise a handshake failed. */
export interface FailedAttempt {
  code: VerificationFailure;
  at: Date;
}

const record = 'update connection_tokens set attempt_failure = $2, attempted_at = now() where token_hash = $1 and used_at is null';

/** Keeps the reason with the connection token, for as long as that is valid. The connection stays unchanged. */
export async function recordFailedAttempt(sql: SqlRunner, tokenHash: Buffer, failure: VerificationFailure): Promise<void> {
  await sql.query(record, [tokenHash, failure]);
}

const find = `
  select attempt_failure as code, attempted_at as at from connection_tokens
  where system_connection_id = $1 and used_at is null and expires_at > now() and attempt_failure is not null`;

/** Of the connection's valid token, which is its newest. Null when there is none, or no attempt has failed. */
export async function findFailedAttempt(sql: SqlRunner, connectionId: string): Promise<FailedAttempt | null> {
  const [found] = await sql.query<FailedAttempt[]>(find, [connectionId]);
  return found ?? null;
}
