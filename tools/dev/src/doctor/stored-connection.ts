import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CredentialsCipher, KeyRing, UnreadableCredentials } from '@sync/domain';
import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { Client } from 'pg';
import { findDatabase } from '../supervisor/find-database';
import { CannotStart } from '../supervisor/cannot-start';
import { encryptionKeysOf } from '../supervisor/encryption-keys';
import type { Settings } from '../supervisor/settings';

interface Row {
  driver: SystemDriver | null;
  base_url: string | null;
  credentials: string | null;
}

const findConnection = `
  select system.driver, connection.base_url, connection.credentials
  from system_connections connection
    left join systems system on system.id = connection.system_id
  where connection.id = $1 and connection.deleted_at is null`;

/** Loads a connection and decrypts its credentials. Throws CannotStart. */
export async function storedConnection(id: string, settings: Settings): Promise<IntegrationConnection> {
  const row = await rowOf(id, settings);
  if (!row) throw new CannotStart(`Connection ${id} does not exist.`);
  const { driver, base_url: baseUrl, credentials } = row;
  if (driver === null || baseUrl === null || credentials === null)
    throw new CannotStart(`Connection ${id} has no shop: its handshake is not finalised, or it is a direct system.`);
  try {
    return { id, driver, baseUrl, credentials: new CredentialsCipher(keysOf(settings)).open(id, credentials) };
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error;
    throw new CannotStart(`${error.message}. Set ENCRYPTION_KEYS to the keys of the service.`);
  }
}

/** Never generates keys: a new one could not decrypt stored credentials. */
function keysOf({ encryptionKeys, dataFolder }: Settings): KeyRing {
  if (encryptionKeys === null && !existsSync(join(dataFolder, 'encryption-keys')))
    throw new CannotStart('ENCRYPTION_KEYS is not set and the data folder has no keys, so the stored credentials cannot be decrypted.');
  return KeyRing.parse(encryptionKeys ?? encryptionKeysOf(dataFolder));
}

async function rowOf(id: string, settings: Settings): Promise<Row | undefined> {
  const database = await findDatabase(settings);
  const client = new Client({ connectionString: database.url, application_name: 'doctor', connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotStart(`The database is unreachable: ${message || code}`);
    });
    return (await client.query<Row>(findConnection, [id])).rows[0];
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}
