import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { ReplyTooLarge } from './read-reply';

interface FailureDetails {
  /** The subject of the request: `orders page 3`. */
  what: string;
  deadlineMs: number;
  pastDeadline: boolean;
}

const codePattern = /^[A-Z][A-Z0-9_]{1,49}$/;
const certificate = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH)/;

/**
 * Translates an error of the HTTP client and keeps only its code: an AxiosError holds and prints the request's password, bearer
 * token and body.
 */
export function requestFailure(error: unknown, { what, deadlineMs, pastDeadline }: FailureDetails): IntegrationRequestException {
  const code = codeOf(error);
  const refused = (message: string) => new IntegrationRequestException(message, { code: pastDeadline ? 'DEADLINE' : code || undefined });
  const unreadable = (message: string) => new InvalidIntegrationResponseException(message, { code: code || undefined });
  if (pastDeadline) return refused(`The shop did not respond to ${what} in full within ${deadlineMs / 1000} seconds.`);
  if (error instanceof ReplyTooLarge) return unreadable(`The shop's response to ${what} is too large.`);
  if (code === 'ADDRESS_REFUSED') return refused("The shop's address does not lead to the public internet.");
  if (code === 'CONNECT_TIMEOUT') return refused('The shop could not be reached: connecting took too long.');
  if (code.startsWith('HPE_')) return unreadable(`The shop's response to ${what} is not valid HTTP (${code}).`);
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR_PADDING')) {
    return unreadable(`The shop's response to ${what} could not be decompressed.`);
  }
  if (isCertificateCode(code)) return refused(`A secure connection to the shop could not be made (${code}).`);
  return refused(`The shop could not be reached for ${what} (${code === '' ? 'connection failed' : code}).`);
}

/** Whether a code is about TLS: the shop responds but cannot be trusted. */
export function isCertificateCode(code: string): boolean {
  return certificate.test(code);
}

/** The shop closed a kept-alive connection just as it was reused, so nothing was processed. */
export function isStaleConnection(error: unknown): boolean {
  const { request } = asRecord(error);
  const code = codeOf(error);
  return (code === 'ECONNRESET' || code === 'EPIPE') && asRecord(request).reusedSocket === true && asRecord(request).res === null;
}

function codeOf(error: unknown): string {
  const { code, cause } = asRecord(error);
  return [asRecord(cause).code, code].find((value): value is string => typeof value === 'string' && codePattern.test(value)) ?? '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
