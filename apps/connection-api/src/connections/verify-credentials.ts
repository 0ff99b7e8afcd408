import { Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, UnreadableCredentials, type Credentials, type SystemConnection } from '@sync/domain';
import { VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import type { Secret } from '@sync/records';
import { Problem } from '@sync/service-runtime';

@Injectable()
export class VerifyCredentials {
  private readonly logger = new Logger('VerifyCredentials');

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
    throw verificationFailed(this.logger, { connectionId: connection.id, driver: connection.driver, reason: message });
  }

  /** With the credentials that a connection has stored. What was altered, or cannot be opened any more, verifies nothing. */
  async verifyStored({ id, system, baseUrl, sealedCredentials }: SystemConnection): Promise<string | null> {
    if (system === null || baseUrl === null || sealedCredentials === null)
      throw verificationFailed(this.logger, { connectionId: id, reason: 'it has no stored credentials' });
    return this.verify({ id, driver: system.driver, baseUrl, credentials: this.open(id, sealedCredentials) });
  }

  private open(id: string, sealed: string): Secret<Credentials> {
    try {
      return this.cipher.open(id, sealed);
    } catch (error) {
      if (!(error instanceof UnreadableCredentials)) throw error;
      this.logger.error({ msg: 'stored credentials cannot be read', connectionId: id, reason: error.message });
      throw Problem.of('verification-failed');
    }
  }

  private async ask(connection: IntegrationConnection): Promise<VerificationResult> {
    if (!this.integrations.has(connection.driver)) return VerificationResult.failure('no integration is registered for the driver');
    return this.integrations.forUnsaved(connection.driver).verify(connection);
  }
}

/** "HTTP 422 with a fixed message regardless of the integration's failure reason": so the reason, which holds no secret, is said here. */
export function verificationFailed(logger: Logger, about: { connectionId?: string; driver?: string; reason: string | null }): Problem {
  logger.log({ msg: 'credentials not verified', ...about });
  return Problem.of('verification-failed');
}
