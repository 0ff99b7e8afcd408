import { sealedStatements } from '@sync/postgres';

/** The column of credentials, as `resealValues` of `@sync/credentials` takes it. */
export const sealedCredentials = {
  name: 'system_connections|credentials',
  ...sealedStatements('system_connections', 'credentials'),
} as const;

/** The same of the secrets of webhook endpoints. */
export const sealedWebhookSecrets = {
  name: 'webhook_endpoints|secrets',
  ...sealedStatements('webhook_endpoints', 'secrets'),
} as const;
