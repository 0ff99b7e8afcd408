import { insertConnection, moveConnection, type Actor, type ConnectionConfiguration } from '@sync/domain';
import { defaultConfiguration } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { openShop } from '@sync/record-store';
import { bringSyncsForward } from '@sync/sync-runs';
import { v7 as uuidv7 } from 'uuid';
import { statusChange, type Alongside } from '../alongside';
import { shopName } from './connection-name';
import type { HandshakeParts, ShopRegistration } from './handshake-parts';
import { verifiedValues } from '../verify-credentials';
import { requireTenant } from './require-tenant';
import { lockActivations, retireOlder } from './retire-older';

export interface ShopLink extends ShopRegistration {
  tenantId: string;
  actor: Actor;
  requestId?: string;
  alongside?: Alongside;
}

/**
 * Links a shop to a tenant by its address and credentials, without its plugin: both halves of a handshake in one step, with the same
 * outcome. Returns the connection's id. Throws ConnectionRefused and RefusedValues, and then nothing has changed.
 */
export async function linkShop(
  { dataSource, shops, verification, cipher, work }: HandshakeParts,
  { tenantId, systemSlug, baseUrl, credentials, actor, requestId, alongside }: ShopLink,
): Promise<string> {
  await requireTenant(dataSource.manager, tenantId);
  const system = await shops.systemOf(systemSlug);
  const address = shops.addressOf(system, baseUrl);
  // The shop learns the id during verification, so the id must exist before the row does.
  const id = uuidv7();
  const unsaved = { id, tenantId, driver: system.driver, baseUrl: address.baseUrl, credentials: new Secret(credentials) };
  const verified = await verification.verifyNew(unsaved);
  return work.transaction(async (manager, enqueue) => {
    await requireTenant(manager, tenantId);
    await lockActivations(manager, tenantId);
    const values = {
      id,
      tenantId,
      systemId: system.id,
      ...address,
      name: shopName(system, address.baseUrl),
      ...verifiedValues({ meta: {} }, verified),
      sealedCredentials: cipher.seal(id, credentials),
      configuration: defaultConfiguration(system.driver) as ConnectionConfiguration | null,
    };
    const connection = await insertConnection(manager, { trigger: 'tenant initiation', actor }, values);
    await moveConnection(manager, connection, { trigger: 'caller finalisation', actor });
    await openShop(manager, connection.id);
    await bringSyncsForward(manager, [id]);
    await retireOlder(manager, enqueue, connection, actor);
    await enqueue('derive-sync-rules', { tenantId, thenSync: id }, { systemConnectionId: id, requestId });
    await alongside?.(manager, statusChange(connection, null));
    return id;
  });
}
