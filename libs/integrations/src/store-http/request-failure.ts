import {
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  isCertificateCode,
  RequestNotSentException,
} from '@sync/integration-contract';
import { NameLookupFailed } from './names/query-addresses';
import { ReplyTooLarge } from './read-reply';
import type { RequestStage } from './sent-request';

interface FailureDetails {
  /** The subject of the request: `orders page 3`. */
  what: string;
  deadlineMs: number;
  pastDeadline: boolean;
  stage: RequestStage;
}

const codePattern = /^[A-Z][A-Z0-9_]{1,49}$/;

/** This machine has no file descriptors, ports, buffers or network left. */
const ownShortage = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN']);

/**
 * Translates an error of the HTTP client and keeps only its code: an AxiosError holds and prints the request's password, bearer
 * token and body.
 */
export function requestFailure(error: unknown, details: FailureDetails): IntegrationRequestException {
  const { what, deadlineMs, pastDeadline } = details;
  const code = codeOf(error);
  const notSent = whyNotSent(error, code, details);
  if (notSent) return notSent;
  const refused = (message: string) => new IntegrationRequestException(message, { code: code || undefined });
  const unreadable = (message: string) => new InvalidIntegrationResponseException(message, { code: code || undefined });
  if (pastDeadline) {
    const message = `The shop did not respond to ${what} in full within ${deadlineMs / 1000} seconds.`;
    return new IntegrationRequestException(message, { code: 'DEADLINE', deadlineMs });
  }
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

/** A failure before the shop was called, for a reason of ours. */
function whyNotSent(
  error: unknown,
  code: string,
  { what, deadlineMs, pastDeadline, stage }: FailureDetails,
): RequestNotSentException | null {
  const notSent = (why: string): RequestNotSentException =>
    new RequestNotSentException(`The request for ${what} was not sent: ${why}.`, { code });
  const lookupFailed = asRecord(error).cause instanceof NameLookupFailed;
  if (lookupFailed || (stage === 'resolving' && (pastDeadline || code === 'CONNECT_TIMEOUT'))) {
    return notSent(`the name of the shop could not be looked up (${lookupFailed ? code : 'ETIMEOUT'})`);
  }
  if (stage === 'queued' && pastDeadline)
    return notSent(`other requests to the shop took up all connections for ${deadlineMs / 1000} seconds`);
  return ownShortage.has(code) ? notSent(`this service has no resources left (${code})`) : null;
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
