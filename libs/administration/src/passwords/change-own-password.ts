import { RefusedValues } from '@sync/domain';
import { type AuditOrigin, recordAudit, UserAccount } from '@sync/identity';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import { AdministrationRefused } from '../refusals';
import { endSessionsOf } from '../sessions/end-sessions';
import { checkPassword, type AskedUser } from '../sign-in/check-password';
import { hashPassword } from './hash-password';
import { refusePassword } from './refuse-password';

interface PasswordChange {
  current: Secret<string>;
  next: Secret<string>;
  /** It stays; all others of the user end. */
  sessionId: string;
}

/**
 * Throws RefusedValues for a wrong current password and for a new one that breaks the rules, TooManyAttempts, and AdministrationRefused:
 * `conflict` when the password changed meanwhile.
 */
export async function changeOwnPassword(
  dataSource: DataSource,
  origin: AuditOrigin,
  user: AskedUser,
  { current, next, sessionId }: PasswordChange,
): Promise<void> {
  refusePassword(next, user.login, '/new_password');
  const { passwordHash: oldHash, attempt } = await checkPassword(dataSource.manager, user, current, '/current_password');
  await attempt.forgive();
  if (next.reveal() === current.reveal())
    throw new RefusedValues([{ pointer: '/new_password', detail: 'The new password must differ from the current one.' }]);
  const changes = { passwordHash: await hashPassword(next), mustChangePassword: false, passwordExpiresAt: null, updatedAt: () => 'now()' };
  await dataSource.transaction(async (manager) => {
    // Only over the password that was checked: a concurrent reset wins.
    const { affected } = await manager.update(UserAccount, { id: user.id, passwordHash: oldHash }, changes);
    if (affected === 0) throw new AdministrationRefused('conflict', 'The password was changed meanwhile.');
    await endSessionsOf(manager, user.id, sessionId);
    await recordAudit(manager, { ...origin, action: 'user.password_change', object: { type: 'user', id: user.id } });
  });
}
