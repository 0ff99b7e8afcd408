import type { IntegrationConnection } from '@sync/integration-contract';

/** The webservice key; an empty string if absent. */
export function apiKeyOf(connection: IntegrationConnection): string {
  const credentials = connection.credentials.reveal();
  const value = Object.hasOwn(credentials, 'api_key') ? credentials.api_key : undefined;
  return typeof value === 'string' ? value : '';
}
