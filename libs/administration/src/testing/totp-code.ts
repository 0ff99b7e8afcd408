import { TOTP } from 'otpauth';

/** What an authenticator app shows. */
export function codeOf(secret: string, timestamp: number): string {
  return new TOTP({ secret }).generate({ timestamp });
}
