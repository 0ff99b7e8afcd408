import { jsonOf } from './json';

export interface Question {
  method: 'GET' | 'POST' | 'PATCH';
  /** Below the service's address, with its leading slash. */
  path: string;
  token?: string;
  body?: unknown;
  signal: AbortSignal;
}

export interface Answer {
  /** 0: there was none, because the service could not be reached or took too long. */
  status: number;
  /** Null when it was not JSON. */
  body: unknown;
  /** How long the service asks to wait. */
  retryAfterMs: number | null;
  /** The service's clock less that of this machine; 0 when the service does not tell it. */
  clockAheadMs: number;
}

const patienceMs = 15_000;
/** Of what the service asks to wait: whoever is told to come back later still may do so then. Also what a timer can take. */
const longestWaitMs = 600_000;
const noAnswer: Answer = { status: 0, body: null, retryAfterMs: null, clockAheadMs: 0 };

/** Never rejects but with the signal's reason: then nobody waits for an answer any more. */
export async function ask(apiUrl: string, question: Question): Promise<Answer> {
  // Nothing that a script of the page adds to all objects is part of it.
  const { method, path, token, body, signal } = { __proto__: null, ...question } as Question;
  try {
    const response = await fetch(apiUrl + path, {
      // The browser, too, looks for its options in all that an object inherits.
      __proto__: null,
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: jsonOf(body) }),
      // The bearer is all that counts: no cookie of the page, no page's address, no copy in the browser's cache.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    } as RequestInit);
    const clockAheadMs = clockAheadOf(response.headers.get('Date'));
    return {
      status: response.status,
      body: await response.json().catch(() => null),
      retryAfterMs: retryAfterOf(response.headers.get('Retry-After'), clockAheadMs),
      clockAheadMs,
    };
  } catch {
    signal.throwIfAborted();
    return noAnswer;
  }
}

/** "Retry-After" in seconds or as a date (RFC 9110, 10.2.3) by the clock of the service, in ms; at most ten minutes. */
export function retryAfterOf(header: string | null, clockAheadMs: number): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now() - clockAheadMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), longestWaitMs);
}

function clockAheadOf(header: string | null): number {
  const ahead = header ? Date.parse(header) - Date.now() : 0;
  // The header knows whole seconds: less than that is no difference.
  return Math.abs(ahead) > 2_000 ? ahead : 0;
}
