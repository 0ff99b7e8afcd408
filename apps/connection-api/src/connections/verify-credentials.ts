import { Injectable, Logger } from '@nestjs/common';
import { CredentialsCipher, KeyRingCheck, UnreadableCredentials, type Credentials, type SystemConnection } from '@sync/domain';
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
    private readonly keys: KeyRingCheck,
  ) {}

  /**
   * Verifies against the live shop, a slow network call: never call it within a database transaction. Returns the id of the account.
   * Throws the same Problem for every reason. No circuit breaker: a handshake or reconnect is a person's attempt, and each attempt gets
   * a real result. 503 while the encryption keys do not fit: what is sealed with them might never open.
   */
  async verify(connection: IntegrationConnection): Promise<string | null> {
    if (!(await this.keys.areUsable())) throw Problem.unavailable();
    const { successful, externalUserId, message } = await this.verifyWithShop(connection);
    if (successful) return externalUserId;
    throw verificationFailed(this.logger, { connectionId: connection.id, driver: connection.driver, reason: message });
  }

  /** Verifies the stored credentials. Unreadable ones fail verification. */
  async verifyStored({ id, tenantId, system, baseUrl, sealedCredentials }: SystemConnection): Promise<string | null> {
    if (system === null || baseUrl === null || sealedCredentials === null)
      throw verificationFailed(this.logger, { connectionId: id, reason: 'no stored credentials' });
    return this.verify({ id, tenantId, driver: system.driver, baseUrl, credentials: await this.open(id, sealedCredentials) });
  }

  private async open(id: string, sealed: string): Promise<Secret<Credentials>> {
    try {
      return this.cipher.open(id, sealed);
    } catch (error) {
      if (!(error instanceof UnreadableCredentials)) throw error;
      this.logger.error({ msg: 'stored credentials cannot be read', connectionId: id, reason: error.message });
      throw (await this.keys.lookAgain()) ? Problem.of('verification-failed') : Problem.unavailable();
    }
  }

  private async verifyWithShop(connection: IntegrationConnection): Promise<VerificationResult> {
    if (!this.integrations.has(connection.driver)) return VerificationResult.failure('no integration is registered for the driver');
    return this.integrations.forUnsaved(connection.driver).verify(connection);
  }
}

/** The response is the same for every reason, so the reason goes to the log. It contains no secret. */
export function verificationFailed(logger: Logger, context: { connectionId?: string; driver?: string; reason: string | null }): Problem {
  logger.log({ msg: 'credentials not verified', ...context });
  return Problem.of('verification-failed');
}
