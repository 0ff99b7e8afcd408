export interface IntegrationRequestDetails {
  /** HTTP status of the external system, when it answered. */
  status?: number;
  /** Seconds that the external system asks to wait (429 or 503 with Retry-After), bounded; of a call that an open breaker refused, until it lets one try again. */
  retryAfterSeconds?: number;
  /** Why there was no answer, as the operating system or TLS names it: `ENOTFOUND`, `CERT_HAS_EXPIRED`. */
  code?: string;
}

/** The external system refused a request or could not be reached. The message is safe to show: no credential, no address query, no upstream text. */
export class IntegrationRequestException extends Error {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly code: string | null;

  constructor(message: string, details: IntegrationRequestDetails = {}) {
    super(message);
    this.name = new.target.name;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.code = details.code ?? null;
  }
}

/** The external system answered, but not with what the integration can read; also every unexpected failure of an integration. */
export class InvalidIntegrationResponseException extends IntegrationRequestException {}

/**
 * A webhook that is meant for this service and makes no record, however often it is processed: it is not tried again. It says
 * nothing of the shop's health, so that no breaker counts it. The message may hold nothing of the payload.
 */
export class UnusableWebhookException extends InvalidIntegrationResponseException {}

/** The connection's circuit breaker is open: it opened with this call or was open before it. */
export class CircuitOpenException extends IntegrationRequestException {}
