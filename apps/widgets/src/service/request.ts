import { jsonOf } from './json';

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the service's address, with its leading slash. */
  path: string;
  token?: string;
  body?: unknown;
  /** Of what the request is based on. Null: unknown. */
  etag?: string | null;
  signal: AbortSignal;
}

export interface ServiceResponse {
  /** 0: no response, because the service is unreachable or the request timed out. */
  status: number;
  /** Null when the body is not JSON. */
  body: unknown;
  /** From `ETag`. */
  etag: string | null;
  /** From `Retry-After`. */
  retryAfterMs: number | null;
  /** How far the service's clock is ahead of this machine's; 0 when the service does not send its time. */
  clockAheadMs: number;
}

const timeoutMs = 15_000;
/** Caps `Retry-After`: a retry that comes early does no harm, and longer timers overflow. */
const maxWaitMs = 600_000;
const noResponse: ServiceResponse = { status: 0, body: null, etag: null, retryAfterMs: null, clockAheadMs: 0 };

/** Rejects only when the signal aborts; failures to connect give status 0. */
export async function request(apiUrl: string, serviceRequest: ServiceRequest): Promise<ServiceResponse> {
  // The null prototypes here and below hide what the page may have added to Object.prototype, also from the browser.
  const { method, path, token, body, etag, signal } = { __proto__: null, ...serviceRequest } as ServiceRequest;
  try {
    const response = await fetch(apiUrl + path, {
      __proto__: null,
      method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(etag && { 'If-Match': etag }),
      },
      body: jsonOf(body),
      // The bearer token is the only credential: no cookies, no referrer. The service forbids caches to store its responses; `cache` would
      // say it again and make the browser send a preflight before each poll.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    } as RequestInit);
    const clockAheadMs = clockAheadOf(response.headers.get('Date'));
    return {
      status: response.status,
      body: await response.json().catch(() => null),
      etag: response.headers.get('ETag'),
      retryAfterMs: retryAfterOf(response.headers.get('Retry-After'), clockAheadMs),
      clockAheadMs,
    };
  } catch {
    signal.throwIfAborted();
    return noResponse;
  }
}

/** `Retry-After` in seconds, or as a date by the service's clock (RFC 9110, 10.2.3). At most ten minutes. */
export function retryAfterOf(header: string | null, clockAheadMs: number): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now() - clockAheadMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxWaitMs);
}

function clockAheadOf(header: string | null): number {
  const aheadMs = header ? Date.parse(header) - Date.now() : 0;
  // The header has whole seconds, so smaller differences mean nothing.
  return Math.abs(aheadMs) > 2_000 ? aheadMs : 0;
}
