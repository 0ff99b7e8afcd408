import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys of this data folder, generated on first use. Without them the stored credentials are unreadable. */
export function encryptionKeysOf(dataFolder: string): string {
  const path = join(dataFolder, 'encryption-keys');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const keys = `local-${new Date().getUTCFullYear()}:${randomBytes(32).toString('base64')}`;
  writeFileSync(path, `${keys}\n`, { mode: 0o600, flag: 'wx' });
  return keys;
}
