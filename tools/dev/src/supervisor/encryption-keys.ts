import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyRing, KeyRingCheck, UnusableKeys } from '@sync/credentials';
import { Client } from 'pg';
import { CannotStart } from './cannot-start';
import type { Settings } from './settings';

const fileOf = (dataFolder: string) => join(dataFolder, 'encryption-keys');

/** Those of ENCRYPTION_KEYS or of the data folder, generated on first use. Without them the stored credentials are unreadable. */
export function encryptionKeysOf({ encryptionKeys, dataFolder }: Settings): string {
  const path = fileOf(dataFolder);
  if (encryptionKeys === undefined && !existsSync(path)) {
    const keys = `local-${new Date().getUTCFullYear()}:${randomBytes(32).toString('base64')}`;
    writeFileSync(path, `${keys}\n`, { mode: 0o600, flag: 'wx' });
  }
  return encryptionKeys ?? readFileSync(path, 'utf8').trim();
}

/** Those of the service: never generates keys, because new ones could not decrypt stored credentials. Throws CannotStart. */
export function knownEncryptionKeys(settings: Settings): string {
  if (settings.encryptionKeys === undefined && !existsSync(fileOf(settings.dataFolder)))
    throw new CannotStart('ENCRYPTION_KEYS is missing and the data folder has no keys, so the stored credentials cannot be decrypted.');
  return encryptionKeysOf(settings);
}

/** Throws CannotStart, in one line, if credentials in the database are sealed with other keys. */
export async function requireFittingKeys(databaseUrl: string, encryptionKeys: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const query = async (sql: string, parameters?: unknown[]) => (await client.query(sql, parameters)).rows;
    await new KeyRingCheck(query, KeyRing.parse(encryptionKeys), { seesUsers: true }).requireUsable();
  } catch (error) {
    if (!(error instanceof UnusableKeys)) throw error;
    throw new CannotStart(
      `The keys do not fit the database: ${error.missing}. Set ENCRYPTION_KEYS to the keys it was used with, or restore the data folder's encryption-keys.`,
    );
  } finally {
    await client.end();
  }
}
