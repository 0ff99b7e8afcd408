import { InvalidIntegrationResponseException, type IntegrationRequestException } from './exceptions';
import type { PluginInfo } from '@sync/platforms';
import { verificationReasonOf, type VerificationReason } from './verification-reason';

/**
 * Why a check failed: the shop knows the credentials and refuses them; something in front of the shop, such as a firewall, refuses this
 * service; the shop does not respond, or only with errors; something else than the named platform responds at the address.
 */
export type VerificationFailure = 'credentials_refused' | 'blocked' | 'shop_unreachable' | 'other_platform';

/** Outcome of a credential check. `message` is for the operator and never reaches an API caller; `failure` may be shown to the tenant. */
export class VerificationResult {
  private constructor(
    readonly successful: boolean,
    readonly externalUserId: string | null,
    readonly message: string | null,
    /** Null on success. */
    readonly failure: VerificationFailure | null,
    /** Null on success. Only for those who were invited to link the shop. */
    readonly reason: VerificationReason | null,
    /** Of the shop, where it said so in its response. */
    readonly plugin: PluginInfo | null = null,
  ) {}

  static success(externalUserId: string, plugin: PluginInfo | null = null): VerificationResult {
    return new VerificationResult(true, externalUserId, null, null, null, plugin);
  }

  /** The shop knows the credentials and refuses them. */
  static failure(message: string | null = null): VerificationResult {
    return new VerificationResult(false, null, message, 'credentials_refused', { reason: 'refused' });
  }

  static failureOf(exception: IntegrationRequestException): VerificationResult {
    return new VerificationResult(false, null, exception.message, verificationFailureOf(exception), verificationReasonOf(exception));
  }
}

/** What a failed call says about the shop at the address. */
export function verificationFailureOf(exception: IntegrationRequestException): VerificationFailure {
  const { status, isBlocked } = exception;
  if (isBlocked) return 'blocked';
  if (status === 401 || status === 403) return 'credentials_refused';
  if (status !== null && (status === 429 || status >= 500)) return 'shop_unreachable';
  return status !== null || exception instanceof InvalidIntegrationResponseException ? 'other_platform' : 'shop_unreachable';
}
