import type { SignInMethod } from '@sync/identity';
import type { User } from './user';

/** What a user must do before anything else works. */
export type Duty = 'change-password' | 'enrol-totp';

/**
 * Null: nothing is left to do. `requiresTotp`: super administrators must have a second factor. After a sign-in through an identity
 * provider both are the provider's concern.
 */
export function dutyOf(
  { mustChangePassword, role, hasTotp }: User,
  { requiresTotp, method }: { requiresTotp: boolean; method: SignInMethod },
): Duty | null {
  if (method === 'oidc') return null;
  if (mustChangePassword) return 'change-password';
  return requiresTotp && role === 'super_admin' && !hasTotp ? 'enrol-totp' : null;
}
