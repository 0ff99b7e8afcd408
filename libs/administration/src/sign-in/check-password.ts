import { RefusedValues } from '@sync/domain';
import { UserAccount } from '@sync/identity';
import type { Secret } from '@sync/records';
import type { EntityManager } from 'typeorm';
import { verifyPassword } from '../passwords/hash-password';
import { reserveAttempt, type ReservedAttempt } from './attempts';

const ofPassword = { id: true, passwordHash: true, mustChangePassword: true, passwordExpiresAt: true } as const;

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
  manager: EntityManager,
  { id, login, address }: AskedUser,
  password: Secret<string>,
  pointer: string,
): Promise<{ passwordHash: string; attempt: ReservedAttempt }> {
  const attempt = await reserveAttempt(manager, { login, address });
  const account = await manager.findOne(UserAccount, { select: ofPassword, where: { id } });
  const passwordHash = account && !account.isPasswordExpired(new Date()) ? account.passwordHash : null;
  const isRight = await verifyPassword(passwordHash, password);
  if (!isRight || passwordHash === null) throw new RefusedValues([{ pointer, detail: 'The password is wrong.' }]);
  return { passwordHash, attempt };
}
