import { Logger } from '@nestjs/common';
import { UnreadableCredentials, type Credentials, type CredentialsCipher, type KeyRingCheck } from '@sync/credentials';
import type { SystemConnection } from '@sync/domain';
import type { IntegrationConnection, VerificationFailure, VerificationReason, VerificationResult } from '@sync/integration-contract';
import type { IntegrationRegistry } from '@sync/integrations';
import type { PluginInfo } from '@sync/platforms';
import type { Secret } from '@sync/records';
import { ConnectionRefused } from './connection-refused';

interface Reason {
  connectionId?: string;
  driver?: string;
  failure: VerificationFailure;
  /** For the operator. It contains no secret. */
  reason: string | null;
  /** For who was invited to link the shop. */
  shown?: VerificationReason | null;
}

export interface VerifiedShop {
  /** Id of the account. */
  externalUserId: string | null;
  plugin: PluginInfo | null;
}

/** The members of a connection that a verification changes. `said`: by the plugin itself in its request. */
export function verifiedValues(
  { meta }: Pick<SystemConnection, 'meta'>,
  { externalUserId, plugin }: VerifiedShop,
  said: PluginInfo | null = null,
): Pick<SystemConnection, 'externalUserId' | 'meta'> {
  const known = plugin ?? said;
  return { externalUserId, meta: known ? { ...meta, plugin: known } : meta };
}

/** Checks credentials against the live shop, a slow network call: never call it within a database transaction. */
export class VerifyCredentials {
  private readonly logger = new Logger('VerifyCredentials');

  constructor(
    private readonly integrations: IntegrationRegistry,
    private readonly cipher: CredentialsCipher,
    private readonly keys: KeyRingCheck,
  ) {}

  /**
   * For a connection whose credentials are not stored yet. It passes no circuit breaker: a stranger's failed attempts must not block
   * the owner's. Throws ConnectionRefused: `unverified` for every reason, `keys` while the encryption
   * keys do not fit, because what is sealed with them might never open. Only who is `invited` learns the reason.
   */
  verifyNew(connection: IntegrationConnection, invited?: 'invited'): Promise<VerifiedShop> {
    return this.verify(connection, () => this.integrations.forUnsaved(connection.driver).verify(connection), invited);
  }

  /** For new credentials of a stored connection: through its breaker. Otherwise as verifyNew. */
  verifyRenewed(connection: IntegrationConnection): Promise<VerifiedShop> {
    return this.verify(connection, () => this.integrations.byDriver(connection.driver).verify(connection));
  }

  /** The stored credentials, through the connection's breaker. Unreadable ones fail verification. Otherwise as verifyNew. */
  async verifyStored({ id, tenantId, system, baseUrl, sealedCredentials }: SystemConnection): Promise<VerifiedShop> {
    if (system === null || baseUrl === null || sealedCredentials === null)
      throw this.refuse({ connectionId: id, failure: 'credentials_refused', reason: 'no stored credentials' });
    return this.verifyRenewed({ id, tenantId, driver: system.driver, baseUrl, credentials: await this.open(id, sealedCredentials) });
  }

  /** Logs the reason, which the response gives in the words of `shown` only. */
  refuse({ shown = null, ...reason }: Reason): ConnectionRefused {
    this.logger.log({ msg: 'credentials not verified', ...reason });
    return new ConnectionRefused('unverified', 'The credentials could not be verified.', reason.failure, shown);
  }

  private async verify(
    { id, driver }: IntegrationConnection,
    check: () => Promise<VerificationResult>,
    invited?: 'invited',
  ): Promise<VerifiedShop> {
    if (!(await this.keys.areUsable())) throw keysUnusable();
    const context = { connectionId: id, driver };
    if (!this.integrations.has(driver))
      throw this.refuse({ ...context, failure: 'other_platform', reason: 'no integration is registered for the driver' });
    const { successful, externalUserId, plugin, failure, message, reason } = await check();
    if (successful) return { externalUserId, plugin };
    throw this.refuse({ ...context, failure: failure ?? 'shop_unreachable', reason: message, shown: invited && reason });
  }

  private async open(id: string, sealed: string): Promise<Secret<Credentials>> {
    try {
      return this.cipher.open(id, sealed);
    } catch (error) {
      if (!(error instanceof UnreadableCredentials)) throw error;
      this.logger.error({ msg: 'stored credentials cannot be read', connectionId: id, reason: error.message });
      if (!(await this.keys.lookAgain())) throw keysUnusable();
      throw new ConnectionRefused('unverified', 'The credentials could not be verified.', 'credentials_refused');
    }
  }
}

function keysUnusable(): ConnectionRefused {
  return new ConnectionRefused('keys', 'The encryption keys do not fit the stored credentials.');
}
