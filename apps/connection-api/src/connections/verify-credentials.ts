import { Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, UnreadableCredentials, type Credentials, type SystemConnection } from '@sync/domain';
import { VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import type { Secret } from '@sync/records';
import { Problem } from '@sync/service-runtime';

@Injectable()
export class VerifyCredentials {
  private readonly logger = new Logger(VerifyCredentials.name);

  constructor(
    private readonly integrations: IntegrationRegistry,
    private readonly cipher: CredentialsCipher,
  ) {}

  /**
   * Asks the shop itself; a slow network call, so never within a database transaction. Returns the account's identifier.
   * Throws the one Problem that is the same for every reason. No circuit breaker: a connection in its handshake, or that is to be
   * reconnected, is not synced, and a person who tries again gets an answer to this try.
   */
  async verify(connection: IntegrationConnection): Promise<string | null> {
    const { successful, externalUserId, message } = await this.ask(connection);
    if (successful) return externalUserId;
    this.logger.log({ msg: 'credentials not verified', driver: connection.driver, connectionId: connection.id, reason: message });
    throw verificationFailed();
  }

  /** With the credentials that a connection has stored. What was altered, or cannot be opened any more, verifies nothing. */
  async verifyStored({ id, system, baseUrl, sealedCredentials }: SystemConnection): Promise<string | null> {
    if (system === null || baseUrl === null || sealedCredentials === null) throw verificationFailed();
    return this.verify({ id, driver: system.driver, baseUrl, credentials: this.open(id, sealedCredentials) });
  }

  private open(id: string, sealed: string): Secret<Credentials> {
    try {
      return this.cipher.open(id, sealed);
    } catch (error) {
      if (!(error instanceof UnreadableCredentials)) throw error;
      this.logger.error({ msg: 'stored credentials cannot be read', connectionId: id });
      throw verificationFailed();
    }
  }

  private async ask(connection: IntegrationConnection): Promise<VerificationResult> {
    if (!this.integrations.has(connection.driver)) return VerificationResult.failure('no integration is registered for the driver');
    return this.integrations.forUnsaved(connection.driver).verify(connection);
  }
}

/** "HTTP 422 with a fixed message regardless of the integration's failure reason." */
export function verificationFailed(): Problem {
  return Problem.of('verification-failed');
}
