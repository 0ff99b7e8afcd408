import { randomBytes } from 'node:crypto';
import { AppProcess, type Environment } from '@sync/test-harness';

/** The same for every process of a test file: they share a database. */
const encryptionKeys = `test:${randomBytes(32).toString('base64')}`;

/** Does not wait for readiness: see `ready`. */
export function launchConnectionApi(environment: Environment): Promise<AppProcess> {
  const settings = {
    ENCRYPTION_KEYS: encryptionKeys,
    STORE_HOST_ALLOWLIST: '127.0.0.0/8',
    CALLER_HOST_ALLOWLIST: '127.0.0.0/8',
    REGISTER_RATE_LIMIT_PER_MINUTE: '1000',
    DIRECT_INIT_MAX_PER_MINUTE: '0',
  };
  return AppProcess.launch('connection-api', { ...settings, ...environment });
}
