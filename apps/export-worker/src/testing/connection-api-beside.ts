import { hashToken, issueToken } from '@sync/identity';
import { AppProcess, wayToDatabase, type Environment, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { testKeys } from './linked-shop';

export interface ConnectionApiSettings {
  database: TestDatabase;
  redisUrl?: string;
  environment?: Environment;
}

/** The deployed connection-api on the workers' database, so that its own code races them. */
export class ConnectionApiBeside {
  private constructor(
    private readonly process: AppProcess,
    private readonly database: TestDatabase,
  ) {}

  static async start({ database, redisUrl, environment }: ConnectionApiSettings): Promise<ConnectionApiBeside> {
    const process = await AppProcess.start('connection-api', {
      ...wayToDatabase(database.url),
      ...(redisUrl && { REDIS_URL: redisUrl }),
      ENCRYPTION_KEYS: testKeys,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '100000',
      DIRECT_INIT_MAX_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
      ...environment,
    });
    return new ConnectionApiBeside(process, database);
  }

  /** A new access token of the connection. */
  async tokenFor(connectionId: string): Promise<string> {
    const token = issueToken('access').plaintext.reveal();
    await this.database.dataSource.query(
      `insert into access_tokens (id, system_connection_id, token_hash, name) values ($1, $2, $3, 'plugin-widget')`,
      [uuidv7(), connectionId, hashToken(token)],
    );
    return token;
  }

  /** Returns the status of the response. */
  async post(path: string, { token, body }: { token?: string; body?: object }): Promise<number> {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${this.process.url}${path}`, { method: 'POST', headers, body: body && JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
  }

  /** As the owner of the shop does. Returns the status of the response. */
  async reconnect(connectionId: string): Promise<number> {
    return this.post('/api/widget/connection/reconnect', { token: await this.tokenFor(connectionId) });
  }

  async stop(): Promise<void> {
    await this.process.kill();
  }
}
