import { InvalidIntegrationResponseException, type IntegrationRequestException } from './exceptions';

/** Why a check failed, so that a plugin can repair the address or say what to do. A closed list: programs rely on it. */
export const verificationReasons = [
  'redirected',
  'tls',
  'unreachable',
  'not_found',
  'not_this_platform',
  'other_platform',
  'refused',
  'slow',
  'other',
] as const;

type Reason = (typeof verificationReasons)[number];

export interface VerificationReason {
  reason: Reason;
  /** Of `redirected`: scheme, host and port of the address that the shop named. */
  location_origin?: string;
}

const certificate = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH)/;

/** Whether a code is about TLS: the shop responds but cannot be trusted. */
export function isCertificateCode(code: string): boolean {
  return certificate.test(code);
}

/** What a failed call of the check says. */
export function verificationReasonOf(exception: IntegrationRequestException): VerificationReason {
  const { status, code, locationOrigin, isBlocked } = exception;
  if (locationOrigin !== null) return { reason: 'redirected', location_origin: locationOrigin };
  if (isBlocked) return { reason: 'other' };
  if (status !== null) return { reason: ofStatus(status) };
  if (exception instanceof InvalidIntegrationResponseException) return { reason: 'not_this_platform' };
  return { reason: ofCode(code) };
}

function ofStatus(status: number): Reason {
  if (status === 401 || status === 403) return 'refused';
  if (status === 404 || status === 410) return 'not_found';
  return status === 429 || status >= 500 ? 'unreachable' : 'not_this_platform';
}

function ofCode(code: string | null): Reason {
  // ADDRESS_REFUSED is an address that must not be called: the response must not say what is there.
  if (code === null || code === 'ADDRESS_REFUSED') return 'other';
  if (code === 'DEADLINE' || code === 'CONNECT_TIMEOUT') return 'slow';
  return isCertificateCode(code) ? 'tls' : 'unreachable';
}
