import type { Schemas } from './routes';

/** The problems that the service describes, each with its `type` and `status`. */
export type Problem = {
  [Name in keyof Schemas]: Name extends `${infer Kind}Problem` ? (Kind extends '' ? never : Schemas[Name]) : never;
}[keyof Schemas];

/**
 * What went wrong. Beside the problems of the service: `network-error` without a complete response, `timeout`, `unexpected-response` that is no
 * problem (of a proxy, for example), and `invalid-webhook` from `verifyWebhook()`. A newer service may send a type that is not in this list.
 */
export type ErrorType = Problem['type'] | 'network-error' | 'timeout' | 'unexpected-response' | 'invalid-webhook';

interface ErrorDetails {
  problem?: Problem | null;
  response?: Response;
  cause?: unknown;
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfterOf(response: Response | undefined): number | null {
  const value = response?.headers.get('retry-after');
  if (!value) return null;
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(delayMs) ? null : Math.max(0, delayMs);
}

/** Every failure of a call, other than an abort by your own signal. */
export class ConnectionSyncError extends Error {
  override readonly name: string = 'ConnectionSyncError';
  /** Branch on it. */
  readonly type: ErrorType;
  /** The problem as the service sent it, with the members of its type. Null when the service did not send one. */
  readonly problem: Problem | null;
  /** Of the response. Null when there was none. */
  readonly status: number | null;
  /** For the operator, who finds the request in the logs by it. */
  readonly requestId: string | null;
  /** How long to wait before the next attempt, in milliseconds, if the service says so. */
  readonly retryAfterMs: number | null;

  constructor(type: ErrorType, message: string, { problem = null, response, cause }: ErrorDetails = {}) {
    super(message, { cause });
    this.type = type;
    this.problem = problem;
    this.status = response?.status ?? null;
    this.requestId = response?.headers.get('x-request-id') ?? null;
    this.retryAfterMs = retryAfterOf(response);
  }
}

/** The error for a response that is not a success. */
export async function errorOf(response: Response, route: string): Promise<ConnectionSyncError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  // A body that is cut off says less than the status.
  const problem = isProblem ? ((await response.json().catch(() => null)) as Problem | null) : null;
  if (!problem) await response.body?.cancel().catch(() => undefined);
  const text = problem ? `${problem.title}. ${problem.detail}` : 'The response is no problem of the service.';
  return new ConnectionSyncError(problem?.type ?? 'unexpected-response', `${route}: ${response.status}. ${text}`, { problem, response });
}
