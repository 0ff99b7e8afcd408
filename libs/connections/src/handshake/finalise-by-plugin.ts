import type { ConnectionConfiguration } from '@sync/domain';
import { replaceAccessTokens } from '@sync/identity';
import { defaultConfiguration } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import type { ConnectionRefused } from '../connection-refused';
import { verifiedValues, type VerifyCredentials } from '../verify-credentials';
import { activatePendingConnection, type Activation } from './activate-pending-connection';
import { shopName } from './connection-name';
import type { HandshakeParts, ShopRegistration } from './handshake-parts';
import { tokenRefused } from './pending-connections';

export interface PluginCompletion extends ShopRegistration {
  connectionToken: string;
  requestId?: string;
}

/** Finalises a handshake that a tenant started. Throws ConnectionRefused and RefusedValues, and then the token is still valid. */
export async function finaliseByPlugin(
  { pending, shops, verification, cipher, work }: HandshakeParts,
  { connectionToken, systemSlug, baseUrl, credentials, plugin, requestId }: PluginCompletion,
): Promise<{ connectionId: string; widgetToken: Secret<string> }> {
  const found = await pending.awaitingPlugin(connectionToken);
  const system = await shops.systemOf(systemSlug);
  const { id, tenantId, awaitedSystemId } = found.connection;
  if (tenantId === null) throw tokenRefused();
  const { address, verified } = await pending.verified(found, async () => {
    if (awaitedSystemId !== null && awaitedSystemId !== system.id) throw otherPlatform(verification, id);
    const address = shops.addressOf(system, baseUrl);
    const unsaved = { id, tenantId, driver: system.driver, baseUrl: address.baseUrl, credentials: new Secret(credentials) };
    return { address, verified: await verification.verifyNew(unsaved, 'invited') };
  });
  const activation: Activation = {
    ...found,
    move: { trigger: 'plugin finalisation', actor: 'plugin' },
    tenantId,
    requestId,
    values: {
      systemId: system.id,
      ...address,
      name: shopName(system, address.baseUrl),
      sealedCredentials: cipher.seal(id, credentials),
      ...verifiedValues(found.connection, verified, plugin),
    },
    defaults: defaultConfiguration(system.driver) as ConnectionConfiguration | null,
  };
  const widgetToken = await activatePendingConnection(work, activation, (manager) => replaceAccessTokens(manager, id, 'plugin-widget'));
  return { connectionId: id, widgetToken };
}

function otherPlatform(verification: VerifyCredentials, connectionId: string): ConnectionRefused {
  const reason = 'the handshake was started for another platform';
  return verification.refuse({ connectionId, failure: 'other_platform', reason, shown: { reason: 'other_platform' } });
}
