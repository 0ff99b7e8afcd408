import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  VerificationResult,
  type IntegrationConnection,
} from '@sync/integration-contract';
import { pluginInfoOf, type PluginInfo } from '@sync/platforms';
import { credentialText } from '../mapping/credentials';
import { asRow } from '../mapping/platform-values';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import type { CommerceASettings } from './settings';
import { storeBaseOf } from './store-base';

/**
 * Asks the shop's plugin to confirm the connection token: 200 verifies, 401 refuses unless it is a web page, anything else throws. The
 * plugin knows nothing of the key of the platform's interface, so one row is read with it.
 */
export async function checkConnectivity(
  http: StoreHttp,
  settings: CommerceASettings,
  connection: IntegrationConnection,
): Promise<VerificationResult> {
  const storeBase = storeBaseOf(connection.baseUrl, settings);
  const reply = await http.send({
    baseUrl: storeBase,
    tenantId: connection.tenantId,
    connectionId: connection.id,
    platform: connection.driver,
    path: `${settings.pluginRestPath}/connectivity-check`,
    body: { connection_token: credentialText(connection, 'connection_token'), connection_id: connection.id },
    what: 'the connectivity check',
    deadlineMs: settings.verifyDeadlineMs,
  });
  if (reply.status === 401 && !reply.isHtmlDocument()) return VerificationResult.failure('Invalid connection token');
  reply.requireSuccess();
  // With plain permalinks, the shop serves its home page with 200 at this path. Any other body counts as the plugin's.
  if (reply.status !== 200 || reply.isHtmlDocument()) {
    const found = reply.isHtmlDocument() ? 'an HTML page' : `status ${reply.status}`;
    throw new InvalidIntegrationResponseException(`The shop responded to the connectivity check with ${found}, not as its plugin would.`, {
      status: reply.status,
    });
  }
  if (await refusesKey(http, settings, connection, storeBase))
    return VerificationResult.failure('The shop refuses the key of its interface');
  return VerificationResult.success(storeBase, pluginIn(reply));
}

/** The plugin's answer need not be JSON. */
function pluginIn(reply: StoreReply): PluginInfo | null {
  try {
    return pluginInfoOf(asRow(reply.json())?.['plugin']);
  } catch {
    return null;
  }
}

/** Whether the platform itself refuses the key, which its JSON error shows. Anything else, also no response, says nothing about the key. */
async function refusesKey(
  http: StoreHttp,
  settings: CommerceASettings,
  connection: IntegrationConnection,
  storeBase: string,
): Promise<boolean> {
  try {
    const reply = await http.send({
      baseUrl: storeBase,
      tenantId: connection.tenantId,
      connectionId: connection.id,
      platform: connection.driver,
      path: `${settings.restPath}/orders?page=1&per_page=1&_fields=id`,
      auth: { user: credentialText(connection, 'consumer_key'), password: credentialText(connection, 'consumer_secret') },
      what: 'one of its orders',
      deadlineMs: settings.verifyDeadlineMs,
    });
    return (reply.status === 401 || reply.status === 403) && typeof asRow(reply.json())?.['code'] === 'string';
  } catch (error) {
    if (error instanceof IntegrationRequestException) return false;
    throw error;
  }
}
