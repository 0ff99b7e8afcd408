import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { VerifyCredentials } from '@sync/connections';
import { CredentialsCipher, replaceAccessTokens, type ConnectionConfiguration } from '@sync/domain';
import { defaultConfiguration } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { ActivatePendingConnection, type Activation } from '../connections/activate-pending-connection';
import { shopName } from '../connections/connection-name';
import { ConnectionRepresentation } from '../connections/connection-representation';
import { FindPendingConnection, tokenRefused } from '../connections/find-pending-connection';
import { PresentConnections } from '../connections/present-connections';
import { ShopIdentity } from '../connections/shop-identity';
import type { FinaliseAsPluginInput } from './register-input';

export class FinalisedByPlugin extends ConnectionRepresentation {
  @ApiProperty({ description: "For the plugin's embedded configuration widget and its life cycle calls. Shown only once." })
  widget_token: string;
}

@Injectable()
export class FinaliseAsPlugin {
  constructor(
    private readonly pendingConnections: FindPendingConnection,
    private readonly shops: ShopIdentity,
    private readonly credentials: VerifyCredentials,
    private readonly cipher: CredentialsCipher,
    private readonly activation: ActivatePendingConnection,
    private readonly presenter: PresentConnections,
  ) {}

  /** Finalises a handshake that a tenant started. A failed verification stores nothing and leaves the token valid. */
  async finalise(input: FinaliseAsPluginInput): Promise<FinalisedByPlugin> {
    const pending = await this.pendingConnections.awaitingPlugin(input.connection_token);
    const system = await this.shops.systemOf(input.system_slug);
    const { id, tenantId, configuration } = pending.connection;
    if (tenantId === null) throw tokenRefused();
    const { address, externalUserId } = await this.pendingConnections.verified(pending, async () => {
      const address = this.shops.addressOf(system, input.base_url);
      const credentials = new Secret(input.credentials);
      const unsaved = { id, tenantId, driver: system.driver, baseUrl: address.baseUrl, credentials };
      return { address, externalUserId: await this.credentials.verifyNew(unsaved) };
    });
    const activation: Activation = {
      ...pending,
      move: { trigger: 'plugin finalisation', actor: 'plugin' },
      tenantId,
      values: {
        systemId: system.id,
        ...address,
        name: shopName(system, address.baseUrl),
        sealedCredentials: this.cipher.seal(id, input.credentials),
        externalUserId,
        configuration: configuration ?? (defaultConfiguration(system.driver) as ConnectionConfiguration | null),
      },
    };
    const widgetToken = await this.activation.activate(activation, (manager) => replaceAccessTokens(manager, id, 'plugin-widget'));
    return { ...(await this.presenter.presentStored(id)), widget_token: widgetToken.reveal() };
  }
}
