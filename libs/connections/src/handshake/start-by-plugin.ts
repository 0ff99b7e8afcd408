import {
  insertConnectionUnlessThere,
  moveConnection,
  SystemConnection,
  type ConnectionConfiguration,
  type Move,
  type System,
} from '@sync/domain';
import { replaceAccessTokens, replaceConnectionToken } from '@sync/identity';
import { defaultConfiguration } from '@sync/integration-contract';
import { openShop } from '@sync/record-store';
import { Secret } from '@sync/records';
import { IsNull, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { ConnectionRefused } from '../connection-refused';
import { verifiedValues } from '../verify-credentials';
import { checkAccessLater } from './check-access-later';
import { shopName } from './connection-name';
import type { HandshakeParts, ShopRegistration, StartedHandshake } from './handshake-parts';
import type { ShopAddress } from './shop-identity';

export interface StartedByPlugin extends StartedHandshake {
  /** The plugin's own. Registering again revokes it. */
  widgetToken: Secret<string>;
}

const registration: Move = { trigger: 'plugin registration', actor: 'plugin' };

interface Shop extends ShopAddress {
  system: System;
}

/** Verifies the credentials before anything is stored. Throws ConnectionRefused and RefusedValues. */
export async function startByPlugin(
  { dataSource, work, shops, verification, cipher, tokenSeconds }: HandshakeParts,
  { systemSlug, baseUrl, credentials, plugin }: ShopRegistration,
): Promise<StartedByPlugin> {
  const system = await shops.systemOf(systemSlug);
  const shop = { system, ...shops.addressOf(system, baseUrl) };
  // The shop learns the id during verification, so the id must exist before the row does.
  const id = (await findClaimable(dataSource.manager, shop))?.id ?? uuidv7();
  const unsaved = { id, driver: system.driver, baseUrl: shop.baseUrl, credentials: new Secret(credentials) };
  const verified = await verification.verifyNew(unsaved);
  return work.transaction(async (manager, enqueue) => {
    const connection = await findOrCreateClaimable(manager, shop, id);
    const sealedCredentials = cipher.seal(connection.id, credentials);
    // The address as it was verified: an earlier registration may have spelled it differently.
    const values = { sealedCredentials, ...verifiedValues(connection, verified, plugin), baseUrl: shop.baseUrl };
    await manager.update(SystemConnection, { id: connection.id }, values as QueryDeepPartialEntity<SystemConnection>);
    const { plaintext, expiresAt } = await replaceConnectionToken(manager, connection.id, tokenSeconds);
    const widgetToken = await replaceAccessTokens(manager, connection.id, 'plugin-widget');
    await checkAccessLater(manager, enqueue, connection.id);
    return { connectionId: connection.id, connectionToken: plaintext, expiresAt, widgetToken };
  });
}

function findClaimable(manager: EntityManager, { system, storeBase }: Shop, { lock = false } = {}): Promise<SystemConnection | null> {
  return manager.findOne(SystemConnection, {
    where: { systemId: system.id, storeBase, status: 'pending', tenantId: IsNull() },
    ...(lock && { lock: { mode: 'pessimistic_write' } }),
  });
}

/** Of concurrent registrations of one shop, a unique index lets one create the connection; the others wait and find it. */
async function findOrCreateClaimable(manager: EntityManager, shop: Shop, verifiedId: string): Promise<SystemConnection> {
  // A caller may claim the connection between finding and locking it. The next round then creates a new one.
  for (const id of [verifiedId, uuidv7(), uuidv7()]) {
    const fresh = await insertConnectionUnlessThere(manager, registration, {
      id,
      name: shopName(shop.system, shop.baseUrl),
      systemId: shop.system.id,
      baseUrl: shop.baseUrl,
      storeBase: shop.storeBase,
      configuration: defaultConfiguration(shop.system.driver) as ConnectionConfiguration | null,
    });
    if (fresh) await openShop(manager, fresh.id);
    if (fresh) return fresh;
    const claimable = await findClaimable(manager, shop, { lock: true });
    if (!claimable) continue;
    await moveConnection(manager, claimable, registration);
    return claimable;
  }
  throw new ConnectionRefused('busy', 'Too many registrations of this shop at once.');
}
