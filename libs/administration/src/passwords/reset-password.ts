import { recordAudit } from '@sync/domain';
import type { Secret } from '@sync/records';
import type { DataSource } from 'typeorm';
import { userGone } from '../refusals';
import { endSessionsOf } from '../sessions/end-sessions';
import { refuseOwnAccount, requireProof, type AccountOrigin } from '../sign-in/require-proof';
import { firstPasswordDays } from './first-password-days';
import { generatePassword } from './generate-password';
import { hashPassword } from './hash-password';

const reset = `
  with changed as (
    update users set password_hash = $2, must_change_password = true, password_expires_at = now() + make_interval(days => $4),
      updated_at = now(),
      totp_secret = case when $3 then null else totp_secret end,
      totp_confirmed_at = case when $3 then null else totp_confirmed_at end
    where id = $1 returning 1
  )
  select from changed`;

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
  const passwordHash = await hashPassword(password);
  await dataSource.transaction(async (manager) => {
    const [changed] = await manager.query<unknown[]>(reset, [id, passwordHash, removesTotp, firstPasswordDays]);
    if (!changed) throw userGone();
    await endSessionsOf(manager, id);
    const after = { totp_removed: removesTotp };
    await recordAudit(manager, { ...origin, action: 'user.password_reset', object: { type: 'user', id }, after });
  });
  return password;
}
