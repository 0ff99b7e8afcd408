import { problemKinds, type ProblemKind } from './problem-kinds';
import { quotaHeaders, type UsedUpQuota } from './used-up-quota';

/** What a client may choose is bounded, so that a problem takes less than 64 KiB: a character takes up to 6 bytes. */
export const maxErrors = 20;
const maxPathLength = 500;

/** One invalid value: `pointer` is a JSON pointer into the body, or the name of a query parameter after `?`. */
export interface ProblemDetail {
  pointer: string;
  detail: string;
  /** Stable, for clients that show a sentence of their own. docs/problems.md lists the codes. */
  code?: string;
}

export interface ProblemExtras {
  errors?: readonly ProblemDetail[];
  headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  members?: Readonly<Record<string, unknown>>;
}

/** An error that the client sees, in the shape of RFC 9457. `detail` is shown verbatim: no secrets, no upstream text. */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly extras: ProblemExtras = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.status = problemKinds[kind].status;
  }

  /** With the default detail of its kind. */
  static of(kind: ProblemKind, extras?: ProblemExtras): Problem {
    return new Problem(kind, problemKinds[kind].detail, extras);
  }

  static invalid(errors: readonly ProblemDetail[]): Problem {
    const [only] = errors.length === 1 ? errors : [];
    return only ? new Problem('validation-failed', only.detail, { errors }) : Problem.of('validation-failed', { errors });
  }

  /** 429, with how long to wait and the quota that is used up. */
  static tooManyRequests(detail: string, quota: UsedUpQuota): Problem {
    return new Problem('too-many-requests', detail, { headers: quotaHeaders(quota) });
  }

  static unavailable(): Problem {
    return Problem.of('service-unavailable', { headers: { 'Retry-After': '5' } });
  }

  /** The response body. */
  toBody(url: string): Record<string, unknown> {
    const { errors, members } = this.extras;
    const { status, title } = problemKinds[this.kind];
    return {
      type: `/problems/${this.kind}`,
      title,
      status,
      detail: this.detail,
      instance: shortened(pathOf(url)),
      ...(errors && { errors: errors.slice(0, maxErrors).map((error) => ({ ...error, pointer: shortened(error.pointer) })) }),
      ...members,
    };
  }
}

/** Only the path: a query or an absolute URL may contain secrets. */
function pathOf(url: string): string {
  return url.startsWith('/') ? (url.split('?', 1)[0] ?? '/') : '/';
}

function shortened(path: string): string {
  return path.slice(0, maxPathLength).toWellFormed();
}
