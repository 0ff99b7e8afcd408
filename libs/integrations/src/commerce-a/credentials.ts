import type { IntegrationConnection } from '@sync/integration-contract';

/** A credential as text; an empty string if absent. */
export function credential(connection: IntegrationConnection, name: 'connection_token' | 'consumer_key' | 'consumer_secret'): string {
  const credentials = connection.credentials.reveal();
  const value = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  return typeof value === 'string' ? value : '';
}
