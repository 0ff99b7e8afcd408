import { RefusedValues } from '@sync/domain';
import type { SqlRunner } from '@sync/postgres';
import type { Secret } from '@sync/records';
import { isPasswordExpired } from '../passwords/first-password-days';
import { verifyPassword } from '../passwords/hash-password';
import { reserveAttempt, type ReservedAttempt } from './attempts';

const find = `
  select case when not ${isPasswordExpired('users')} then password_hash end as "passwordHash" from users where id = $1`;

/** The signed-in user whose password is asked for again. */
export interface AskedUser {
  id: string;
  login: string;
  address: string;
}

/**
 * Asks a signed-in user for the password again, throttled like a sign-in: a stolen session must not serve to guess it. An expired one is wrong. Returns its hash,
 * and the attempt, to be forgiven once everything that was asked for is right. Throws RefusedValues at this pointer, and TooManyAttempts.
 */
export async function checkPassword(
  sql: SqlRunner,
  { id, login, address }: AskedUser,
  password: Secret<string>,
  pointer: string,
): Promise<{ passwordHash: string; attempt: ReservedAttempt }> {
  const attempt = await reserveAttempt(sql, { login, address });
  const [stored] = await sql.query<{ passwordHash: string | null }[]>(find, [id]);
  const passwordHash = stored?.passwordHash ?? null;
  const isRight = await verifyPassword(passwordHash, password);
  if (!isRight || passwordHash === null) throw new RefusedValues([{ pointer, detail: 'The password is wrong.' }]);
  return { passwordHash, attempt };
}
