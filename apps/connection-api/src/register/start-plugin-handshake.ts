import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { VerifyCredentials } from '@sync/connections';
import {
  CredentialsCipher,
  insertConnectionUnlessThere,
  moveConnection,
  replaceAccessTokens,
  SystemConnection,
  type ConnectionConfiguration,
  type Move,
  type System,
} from '@sync/domain';
import { defaultConfiguration } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { shopName } from '../connections/connection-name';
import { IssueConnectionToken, IssuedConnectionToken } from '../connections/issue-connection-token';
import { ShopIdentity, type ShopAddress } from '../connections/shop-identity';
import type { StartPluginHandshakeInput } from './register-input';

export class StartedPluginHandshake extends IssuedConnectionToken {
  @ApiProperty({ description: "For the plugin's embedded configuration widget. Shown only once; registering again revokes it." })
  widget_token: string;
}

const registration: Move = { trigger: 'plugin registration', actor: 'plugin' };

interface Shop extends ShopAddress {
  system: System;
}

@Injectable()
export class StartPluginHandshake {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shops: ShopIdentity,
    private readonly credentials: VerifyCredentials,
    private readonly cipher: CredentialsCipher,
    private readonly connectionTokens: IssueConnectionToken,
  ) {}

  /** Verifies the credentials before anything is stored. Throws Problem (422) if that fails. */
  async start(input: StartPluginHandshakeInput): Promise<StartedPluginHandshake> {
    const system = await this.shops.systemOf(input.system_slug);
    const shop = { system, ...this.shops.addressOf(system, input.base_url) };
    // The shop learns the id during verification, so the id must exist before the row does.
    const id = (await findClaimable(this.dataSource.manager, shop))?.id ?? uuidv7();
    const unsaved = { id, driver: shop.system.driver, baseUrl: shop.baseUrl, credentials: new Secret(input.credentials) };
    const externalUserId = await this.credentials.verifyNew(unsaved);
    return this.dataSource.transaction(async (manager) => {
      const connection = await findOrCreateClaimable(manager, shop, id);
      const sealedCredentials = this.cipher.seal(connection.id, input.credentials);
      // The address as it was verified: an earlier registration may have spelled it differently.
      await manager.update(SystemConnection, { id: connection.id }, { sealedCredentials, externalUserId, baseUrl: shop.baseUrl });
      const token = await this.connectionTokens.issue(manager, connection.id);
      const widgetToken = await replaceAccessTokens(manager, connection.id, 'plugin-widget');
      return { ...token, widget_token: widgetToken.reveal() };
    });
  }
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
    if (fresh) return fresh;
    const claimable = await findClaimable(manager, shop, { lock: true });
    if (!claimable) continue;
    await moveConnection(manager, claimable, registration);
    return claimable;
  }
  throw Problem.unavailable();
}
