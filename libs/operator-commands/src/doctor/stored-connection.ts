import { examineEndpoints } from '@sync/caller-webhooks';
import { CredentialsCipher, UnreadableCredentials } from '@sync/credentials';
import type { Finding, IntegrationConnection } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { Client } from 'pg';
import { requireOwner } from '../require-owner';
import { CannotRun, type Surroundings } from '../surroundings';

interface Row {
  driver: SystemDriver | null;
  base_url: string | null;
  credentials: string | null;
}

export interface StoredConnection {
  connection: IntegrationConnection;
  /** About the endpoints of its callers, if there are any. */
  ofCallers: Finding | null;
}

const findConnection = `
  select system.driver, connection.base_url, connection.credentials
  from system_connections connection
    left join systems system on system.id = connection.system_id
  where connection.id = $1 and connection.deleted_at is null`;

/** Loads a connection and decrypts its credentials. Throws CannotRun. */
export async function storedConnection(id: string, surroundings: Surroundings): Promise<StoredConnection> {
  const { row, ofCallers } = await read(id, surroundings);
  if (!row) throw new CannotRun(`Connection ${id} does not exist.`);
  const { driver, base_url: baseUrl, credentials } = row;
  if (driver === null || baseUrl === null || credentials === null)
    throw new CannotRun(`Connection ${id} has no shop: its handshake is not finalised, or it is a direct system.`);
  try {
    const opened = new CredentialsCipher(surroundings.keyRing()).open(id, credentials);
    return { connection: { id, driver, baseUrl, credentials: opened }, ofCallers };
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error;
    throw new CannotRun(`${error.message}. Set ENCRYPTION_KEYS to the keys of the service.`);
  }
}

async function read(id: string, surroundings: Surroundings): Promise<{ row: Row | undefined; ofCallers: Finding | null }> {
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
    const query = async <T>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as T;
    await requireOwner(query);
    const [row] = await query<Row[]>(findConnection, [id]);
    return { row, ofCallers: await examineEndpoints({ query }, id) };
  } finally {
    await client.end().catch(() => undefined);
    await database.stop();
  }
}
