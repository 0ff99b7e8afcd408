import { recordAudit, UserAccount } from '@sync/identity';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import { userGone } from '../refusals';
import { endSessionsOf } from '../sessions/end-sessions';
import { refuseOwnAccount, requireProof, type AccountOrigin } from '../sign-in/require-proof';
import { firstPasswordDays } from './first-password-days';
import { generatePassword } from './generate-password';
import { hashPassword } from './hash-password';

/**
 * For a user who forgot the password, or lost the second factor. Returns the generated password, to be shown once. It expires after
 * `firstPasswordDays`. The user's sessions end. Throws RefusedValues for a missing proof, AdministrationRefused: `gone`, and `forbidden` for the administrator's own account.
 */
export async function resetPassword(
  dataSource: DataSource,
  origin: AccountOrigin,
  id: string,
  { removesTotp }: { removesTotp: boolean },
): Promise<Secret<string>> {
  refuseOwnAccount(origin, id, 'Change your own password and your second factor in your own account.');
  requireProof(origin);
  const password = generatePassword();
  const changes = {
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    passwordExpiresAt: () => `now() + make_interval(days => ${firstPasswordDays})`,
    updatedAt: () => 'now()',
    ...(removesTotp && { totpSecret: null, totpConfirmedAt: null }),
  };
  await dataSource.transaction(async (manager) => {
    const { affected } = await manager.update(UserAccount, { id }, changes);
    if (affected === 0) throw userGone();
    await endSessionsOf(manager, id);
    const after = { totp_removed: removesTotp };
    await recordAudit(manager, { ...origin, action: 'user.password_reset', object: { type: 'user', id }, after });
  });
  return password;
}
