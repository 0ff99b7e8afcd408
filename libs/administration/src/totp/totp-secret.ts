import type { CredentialsCipher } from '@sync/credentials';

/** The form in which a secret is stored. It opens in the row of this user only. */
export function sealTotpSecret(cipher: CredentialsCipher, userId: string, secret: string): string {
  return cipher.seal(userId, { secret });
}

/** Throws UnreadableCredentials. */
export function openTotpSecret(cipher: CredentialsCipher, userId: string, sealed: string): string {
  return String(cipher.open(userId, sealed).reveal().secret);
}
