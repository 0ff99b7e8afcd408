import type { User } from './user';

/** What a user must do before anything else works. */
export type Duty = 'change-password' | 'enrol-totp';

/** Null: nothing is left to do. `requiresTotp`: super administrators must have a second factor. */
export function dutyOf({ mustChangePassword, role, hasTotp }: User, requiresTotp: boolean): Duty | null {
  if (mustChangePassword) return 'change-password';
  return requiresTotp && role === 'super_admin' && !hasTotp ? 'enrol-totp' : null;
}
