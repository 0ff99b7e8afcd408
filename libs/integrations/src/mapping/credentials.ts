import type { IntegrationConnection } from '@sync/integration-contract';

/** A credential as text; empty if absent. */
export function credentialText(connection: IntegrationConnection, name: string): string {
  const credentials = connection.credentials.reveal();
  const value = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  return typeof value === 'string' ? value : '';
}
