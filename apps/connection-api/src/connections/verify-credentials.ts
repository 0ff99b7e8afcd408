import { Injectable, Logger } from '@nestjs/common';
import { VerificationResult, type IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { Problem } from '@sync/service-runtime';

@Injectable()
export class VerifyCredentials {
  private readonly logger = new Logger(VerifyCredentials.name);

  constructor(private readonly integrations: IntegrationRegistry) {}

  /**
   * Asks the shop itself; a slow network call, so never within a database transaction. Returns the account's identifier.
   * Throws the one Problem that is the same for every reason. No circuit breaker: a connection in its handshake serves nothing yet,
   * and a person who tries again gets an answer to this try.
   */
  async verify(connection: IntegrationConnection): Promise<string | null> {
    const { successful, externalUserId, message } = await this.ask(connection);
    if (successful) return externalUserId;
    this.logger.log({ msg: 'credentials not verified', driver: connection.driver, connectionId: connection.id, reason: message });
    throw verificationFailed();
  }

  private async ask(connection: IntegrationConnection): Promise<VerificationResult> {
    if (!this.integrations.has(connection.driver)) return VerificationResult.failure('no integration is registered for the driver');
    return this.integrations.forUnsaved(connection.driver).verify(connection);
  }
}

/** "HTTP 422 with a fixed message regardless of the integration's failure reason." */
export function verificationFailed(): Problem {
  return new Problem('verification-failed', 'The credentials could not be verified.');
}
