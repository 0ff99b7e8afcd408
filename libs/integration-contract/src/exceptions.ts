export interface IntegrationRequestDetails {
  /** HTTP status of the external system, when it answered. */
  status?: number;
  /** Seconds that the external system asks to wait (429 or 503 with Retry-After), bounded. */
  retryAfterSeconds?: number;
}

/** The external system refused a request or could not be reached. The message is safe to show: no credential, no address query, no upstream text. */
export class IntegrationRequestException extends Error {
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(message: string, details: IntegrationRequestDetails = {}) {
    super(message);
    this.name = new.target.name;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/** The external system answered, but not with what the integration can read; also every unexpected failure of an integration. */
export class InvalidIntegrationResponseException extends IntegrationRequestException {}

/** The connection's circuit breaker is open: it opened with this call or was open before it. */
export class CircuitOpenException extends IntegrationRequestException {}
