/** What went wrong, as far as the panel distinguishes it. */
export type FailureKind =
  | 'offline'
  | 'timeout'
  | 'signed-out'
  | 'refused'
  | 'duty'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'changed'
  | 'invalid'
  | 'unverified'
  | 'throttled'
  | 'unavailable'
  | 'broken';

interface Problem {
  type?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
}

const byStatus: Readonly<Record<number, FailureKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  412: 'changed',
  422: 'invalid',
  429: 'throttled',
  503: 'unavailable',
};

const byType: Readonly<Record<string, FailureKind>> = {
  '/problems/sign-in-refused': 'refused',
  '/problems/password-change-required': 'duty',
  '/problems/totp-required': 'duty',
  '/problems/verification-failed': 'unverified',
};

/** A request that did not succeed. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** By JSON pointer into the request. */
  readonly fields: Readonly<Record<string, string>>;

  private constructor(
    readonly kind: FailureKind,
    /** In the words of the service, in English; null without a response. */
    readonly detail: string | null,
    errors: Problem['errors'] = [],
    /** Of a throttled request. */
    readonly retryAfterSeconds: number | null = null,
    /** Under which the service has logged it. */
    readonly requestId: string | null = null,
  ) {
    super(detail ?? kind);
    this.fields = Object.fromEntries(errors.map((error) => [error.pointer, error.detail]));
  }

  static withoutResponse(error: unknown): ApiFailure {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return new ApiFailure(isTimeout ? 'timeout' : 'offline', null);
  }

  static async of(response: Response): Promise<ApiFailure> {
    const problem = (await response.json().catch(() => ({}))) as Problem;
    const kind = byType[problem.type ?? ''] ?? byStatus[response.status] ?? 'broken';
    const retryAfter = Number(response.headers.get('retry-after'));
    const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null;
    return new ApiFailure(kind, problem.detail ?? null, problem.errors, retryAfterSeconds, response.headers.get('x-request-id'));
  }
}
