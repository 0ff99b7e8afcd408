import { randomBytes } from 'node:crypto';

export function newEncryptionKeys(): string {
  return `e2e:${randomBytes(32).toString('base64')}`;
}
