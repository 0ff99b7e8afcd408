import { Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, UnreadableCredentials, type Credentials } from '@sync/domain';
import type { Secret } from '@sync/records';
import { ActivatePendingConnection } from '../connections/activate-pending-connection';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { FindPendingConnection, tokenRefused } from '../connections/find-pending-connection';
import { PresentConnections } from '../connections/present-connections';
import { verificationFailed, VerifyCredentials } from '../connections/verify-credentials';
import type { FinaliseAsCallerInput } from './connect-input';

@Injectable()
export class FinaliseAsCaller {
  private readonly logger = new Logger(FinaliseAsCaller.name);

  constructor(
    private readonly pendingConnections: FindPendingConnection,
    private readonly credentials: VerifyCredentials,
    private readonly cipher: CredentialsCipher,
    private readonly activation: ActivatePendingConnection,
    private readonly presenter: PresentConnections,
  ) {}

  /** Takes over what a plugin started, after its credentials were verified once more. The tenant is the caller's own. */
  async finalise(tenantId: string, { connection_token }: FinaliseAsCallerInput): Promise<ConnectionRepresentation> {
    const pending = await this.pendingConnections.awaitingCaller(connection_token);
    const { id, system, baseUrl } = pending.connection;
    if (system === null || baseUrl === null) throw tokenRefused();
    const credentials = this.open(id, pending.sealedCredentials);
    const externalUserId = await this.credentials.verify({ id, driver: system.driver, baseUrl, credentials });
    await this.activation.activate({ ...pending, by: 'caller finalisation', tenantId, values: { externalUserId } });
    return this.presenter.presentStored(id);
  }

  /** What was altered, or cannot be opened any more, verifies nothing. */
  private open(id: string, sealed: string): Secret<Credentials> {
    try {
      return this.cipher.open(id, sealed);
    } catch (error) {
      if (!(error instanceof UnreadableCredentials)) throw error;
      this.logger.error({ msg: 'stored credentials cannot be read', connectionId: id });
      throw verificationFailed();
    }
  }
}
