import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyRing, KeyRingCheck, UnusableKeys } from '@sync/credentials';
import { Client } from 'pg';
import { CannotStart } from './cannot-start';
import type { Settings } from './settings';

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

/** Those of the service: never generates keys, because new ones could not decrypt stored credentials. Throws CannotStart. */
export function knownEncryptionKeys({ encryptionKeys, dataFolder }: Pick<Settings, 'encryptionKeys' | 'dataFolder'>): string {
  if (encryptionKeys === null && !existsSync(join(dataFolder, 'encryption-keys')))
    throw new CannotStart('ENCRYPTION_KEYS is not set and the data folder has no keys, so the stored credentials cannot be decrypted.');
  return encryptionKeys ?? encryptionKeysOf(dataFolder);
}

/** Throws CannotStart, in one line, if credentials in the database are sealed with other keys. */
export async function requireFittingKeys(databaseUrl: string, encryptionKeys: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await new KeyRingCheck(async (sql, parameters) => (await client.query(sql, parameters)).rows, KeyRing.parse(encryptionKeys), {
      seesUsers: true,
    }).requireUsable();
  } catch (error) {
    if (!(error instanceof UnusableKeys)) throw error;
    throw new CannotStart(
      `The keys do not fit the database: ${error.missing}. Set ENCRYPTION_KEYS to the keys it was used with, or restore the data folder's encryption-keys.`,
    );
  } finally {
    await client.end();
  }
}
