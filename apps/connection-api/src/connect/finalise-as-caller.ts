import { Injectable } from '@nestjs/common';
import { VerifyCredentials } from '@sync/connections';
import { tenantOf, type Caller } from '../access/caller';
import { ActivatePendingConnection } from '../connections/activate-pending-connection';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { FindPendingConnection, tokenRefused } from '../connections/find-pending-connection';
import { PresentConnections } from '../connections/present-connections';
import type { FinaliseAsCallerInput } from './connect-input';

@Injectable()
export class FinaliseAsCaller {
  constructor(
    private readonly pendingConnections: FindPendingConnection,
    private readonly credentials: VerifyCredentials,
    private readonly activation: ActivatePendingConnection,
    private readonly presenter: PresentConnections,
  ) {}

  /** Claims a handshake that a plugin started for the caller's tenant, after verifying its credentials again. */
  async finalise(caller: Caller, { connection_token }: FinaliseAsCallerInput): Promise<ConnectionRepresentation> {
    const tenantId = tenantOf(caller);
    const pending = await this.pendingConnections.awaitingCaller(connection_token);
    const { id, system, baseUrl } = pending.connection;
    if (system === null || baseUrl === null) throw tokenRefused();
    const externalUserId = await this.pendingConnections.verified(pending, () => this.credentials.verifyStored(pending.connection));
    const move = { trigger: 'caller finalisation', actor: `caller:${caller.connectionId}` } as const;
    await this.activation.activate({ ...pending, move, tenantId, values: { externalUserId } });
    return this.presenter.presentStored(id);
  }
}
