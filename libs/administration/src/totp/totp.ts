import { Secret as OtpSecret, TOTP } from 'otpauth';

const issuer = 'Connection Sync';
const secretBytes = 20;
const periodSeconds = 30;
/** Steps before and after the present one that count: clocks differ. */
const window = 1;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return new OtpSecret({ size: secretBytes }).base32;
}

/** What an authenticator app reads from a QR code. */
export function totpAddress(secret: string, login: string): string {
  return totpOf(secret, login).toString();
}

/** The time step that a code is of (RFC 6238: SHA-1, six digits, 30 s). Null when it is of none near the present. */
export function totpStepOf(secret: string, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / 1_000 / periodSeconds) + delta;
}

function totpOf(secret: string, label?: string): TOTP {
  return new TOTP({ issuer, label, secret: OtpSecret.fromBase32(secret), period: periodSeconds });
}
