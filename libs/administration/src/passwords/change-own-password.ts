import { type AuditOrigin, recordAudit, RefusedValues } from '@sync/domain';
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

/** Only over the password that was checked: a concurrent reset wins. */
const change = `
  with changed as (
    update users set password_hash = $2, must_change_password = false, password_expires_at = null, updated_at = now()
    where id = $1 and password_hash = $3 returning 1
  )
  select from changed`;

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
  const { passwordHash: oldHash, attempt } = await checkPassword(dataSource, user, current, '/current_password');
  await attempt.forgive();
  if (next.reveal() === current.reveal())
    throw new RefusedValues([{ pointer: '/new_password', detail: 'The new password must differ from the current one.' }]);
  const newHash = await hashPassword(next);
  await dataSource.transaction(async (manager) => {
    const [changed] = await manager.query<unknown[]>(change, [user.id, newHash, oldHash]);
    if (!changed) throw new AdministrationRefused('conflict', 'The password was changed meanwhile.');
    await endSessionsOf(manager, user.id, sessionId);
    await recordAudit(manager, { ...origin, action: 'user.password_change', object: { type: 'user', id: user.id } });
  });
}
