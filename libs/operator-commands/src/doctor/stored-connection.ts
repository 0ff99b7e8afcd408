import { CredentialsCipher, UnreadableCredentials } from '@sync/credentials';
import type { IntegrationConnection } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { Client } from 'pg';
import { requireOwner } from '../require-owner';
import { CannotRun, type Surroundings } from '../surroundings';

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

/** Loads a connection and decrypts its credentials. Throws CannotRun. */
export async function storedConnection(id: string, surroundings: Surroundings): Promise<IntegrationConnection> {
  const row = await rowOf(id, surroundings);
  if (!row) throw new CannotRun(`Connection ${id} does not exist.`);
  const { driver, base_url: baseUrl, credentials } = row;
  if (driver === null || baseUrl === null || credentials === null)
    throw new CannotRun(`Connection ${id} has no shop: its handshake is not finalised, or it is a direct system.`);
  try {
    return { id, driver, baseUrl, credentials: new CredentialsCipher(surroundings.keyRing()).open(id, credentials) };
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error;
    throw new CannotRun(`${error.message}. Set ENCRYPTION_KEYS to the keys of the service.`);
  }
}

async function rowOf(id: string, surroundings: Surroundings): Promise<Row | undefined> {
  const database = await surroundings.database();
  const client = new Client({
    connectionString: database.url,
    application_name: 'doctor',
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect().catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new CannotRun(`The database is unreachable: ${message || code}`);
    });
    await requireOwner(async (sql) => (await client.query(sql)).rows);
    return (await client.query<Row>(findConnection, [id])).rows[0];
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}
