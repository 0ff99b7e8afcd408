import { randomBytes } from 'node:crypto';
import { freePort } from '@sync/embedded-services';
import { DeployedProcess } from '@sync/test-harness';

/** The same for every process of a test file: they share a database. */
const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;

export class ConnectionApiProcess extends DeployedProcess {
  /** Does not wait for readiness: see `ready`. */
  static async spawn(environment: Record<string, string | undefined>): Promise<ConnectionApiProcess> {
    const port = await freePort();
    return new ConnectionApiProcess('connection-api', `http://127.0.0.1:${port}`, {
      CONNECTION_API_PORT: String(port),
      ENCRYPTION_KEYS: encryptionKeys,
      STORE_HOST_ALLOWLIST: '127.0.0.0/8',
      REGISTER_RATE_LIMIT_PER_MINUTE: '1000',
      ...environment,
    });
  }
}
