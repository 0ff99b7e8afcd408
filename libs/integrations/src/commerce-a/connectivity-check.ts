import { InvalidIntegrationResponseException, VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import type { StoreHttp } from '../store-http/store-http';
import { credential } from './credentials';
import type { CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';

/** Asks the shop's plugin whether it knows the connection token. 200 verifies, 401 refuses, anything else is raised. */
export async function checkConnectivity(
  http: StoreHttp,
  settings: CommerceASettings,
  connection: IntegrationConnection,
): Promise<VerificationResult> {
  const storeBase = storeBaseOf(connection.baseUrl, settings);
  const reply = await http.send({
    baseUrl: storeBase,
    path: `${settings.pluginRestPath}/connectivity-check`,
    body: { connection_token: credential(connection, 'connection_token'), connection_id: connection.id },
    what: 'the connectivity check',
    deadlineMs: settings.verifyDeadlineMs,
  });
  if (reply.status === 401) return VerificationResult.failure('Invalid connection token');
  reply.requireSuccess();
  // Without pretty permalinks the shop answers this path with its home page and 200: that is not the plugin speaking.
  if (reply.status !== 200 || reply.isHtml()) {
    const found = reply.isHtml() ? 'an HTML page' : `status ${reply.status}`;
    throw new InvalidIntegrationResponseException(`The shop answered the connectivity check with ${found}, not as its plugin would.`, {
      status: reply.status,
    });
  }
  return VerificationResult.success(storeBase);
}
