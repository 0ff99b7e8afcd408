export interface IntegrationRequestDetails {
  /** HTTP status of the response, if there was one. */
  status?: number;
  /** Seconds to wait: the shop's Retry-After (429 or 503, bounded), or the time until an open breaker allows a trial. */
  retryAfterSeconds?: number;
  /** Error code of the operating system or TLS if there was no response: `ENOTFOUND`, `CERT_HAS_EXPIRED`; `DEADLINE`: it took too long. */
  code?: string;
  /** The time that the response had, if it took too long. */
  deadlineMs?: number;
  /** Of a redirect: scheme, host and port of the address that it names. */
  locationOrigin?: string | null;
  /** A web page refused the request: something in front of the platform, such as a firewall. The platform itself refuses in JSON. */
  isBlocked?: boolean;
}

/** The shop refused a request or could not be reached. The message is safe to show: no credential, no query, no upstream text. */
export class IntegrationRequestException extends Error {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly code: string | null;
  readonly deadlineMs: number | null;
  readonly locationOrigin: string | null;
  readonly isBlocked: boolean;

  constructor(message: string, details: IntegrationRequestDetails = {}) {
    super(message);
    this.name = new.target.name;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.code = details.code ?? null;
    this.deadlineMs = details.deadlineMs ?? null;
    this.locationOrigin = details.locationOrigin ?? null;
    this.isBlocked = details.isBlocked ?? false;
  }
}

/** The shop's response is unreadable, or the integration failed unexpectedly. */
export class InvalidIntegrationResponseException extends IntegrationRequestException {}

/**
 * A relevant webhook that yields no record. It is retried like any failure, and says nothing about the shop's health, so no breaker
 * counts it. The message must not quote the payload.
 */
export class UnusableWebhookException extends InvalidIntegrationResponseException {}

/** The shop's responses to different pages are the same, so that its list cannot be read. Its run fails at once: no other response is to be expected. */
export class UnpagedListException extends InvalidIntegrationResponseException {}

/** The connection's circuit breaker is open, or opened with this call. */
export class CircuitOpenException extends IntegrationRequestException {}

/**
 * The request never left this service, for a reason of ours: name servers that do not respond, no free connection or file descriptor.
 * It is retried like any failure, and no breaker counts it.
 */
export class RequestNotSentException extends IntegrationRequestException {}
