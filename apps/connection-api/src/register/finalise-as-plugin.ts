import { Injectable } from '@nestjs/common';
import { CredentialsCipher, type ConnectionConfiguration } from '@sync/domain';
import { defaultConfiguration } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { ActivatePendingConnection } from '../connections/activate-pending-connection';
import { shopName } from '../connections/connection-name';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { FindPendingConnection, tokenRefused } from '../connections/find-pending-connection';
import { PresentConnections } from '../connections/present-connections';
import { ShopIdentity } from '../connections/shop-identity';
import { VerifyCredentials } from '../connections/verify-credentials';
import type { FinaliseAsPluginInput } from './register-input';

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
  async finalise(input: FinaliseAsPluginInput): Promise<ConnectionRepresentation> {
    const pending = await this.pendingConnections.awaitingPlugin(input.connection_token);
    const system = await this.shops.systemOf(input.system_slug);
    const baseUrl = this.shops.baseUrlOf(input.base_url);
    const { id, tenantId, configuration } = pending.connection;
    if (tenantId === null) throw tokenRefused();
    const externalUserId = await this.credentials.verify({
      id,
      tenantId,
      driver: system.driver,
      baseUrl,
      credentials: new Secret(input.credentials),
    });
    await this.activation.activate({
      ...pending,
      move: { trigger: 'plugin finalisation', actor: 'plugin' },
      tenantId,
      values: {
        systemId: system.id,
        baseUrl,
        name: shopName(system, baseUrl),
        sealedCredentials: this.cipher.seal(id, input.credentials),
        externalUserId,
        configuration: configuration ?? (defaultConfiguration(system.driver) as ConnectionConfiguration | null),
      },
    });
    return this.presenter.presentStored(id);
  }
}
