import { InvalidIntegrationResponseException, VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import { credentialText } from '../mapping/credentials';
import type { StoreHttp } from '../store-http/store-http';
import type { CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';

/** Asks the shop's plugin to confirm the connection token: 200 verifies, 401 refuses, anything else throws. */
export async function checkConnectivity(
  http: StoreHttp,
  settings: CommerceASettings,
  connection: IntegrationConnection,
): Promise<VerificationResult> {
  const storeBase = storeBaseOf(connection.baseUrl, settings);
  const reply = await http.send({
    baseUrl: storeBase,
    tenantId: connection.tenantId,
    platform: connection.driver,
    path: `${settings.pluginRestPath}/connectivity-check`,
    body: { connection_token: credentialText(connection, 'connection_token'), connection_id: connection.id },
    what: 'the connectivity check',
    deadlineMs: settings.verifyDeadlineMs,
  });
  if (reply.status === 401) return VerificationResult.failure('Invalid connection token');
  reply.requireSuccess();
  // With plain permalinks, the shop serves its home page with 200 at this path. Any other body counts as the plugin's.
  if (reply.status !== 200 || reply.isHtmlDocument()) {
    const found = reply.isHtmlDocument() ? 'an HTML page' : `status ${reply.status}`;
    throw new InvalidIntegrationResponseException(`The shop responded to the connectivity check with ${found}, not as its plugin would.`, {
      status: reply.status,
    });
  }
  return VerificationResult.success(storeBase);
}
