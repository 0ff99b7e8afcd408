import { randomBytes } from 'node:crypto';

export function newEncryptionKeys(id = 'e2e'): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}
