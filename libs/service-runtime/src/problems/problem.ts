import { problemKinds, type ProblemKind } from './problem-kinds';

/** One invalid value: `pointer` is a JSON pointer into the body, or the name of a query parameter after `?`. */
export interface ProblemDetail {
  pointer: string;
  detail: string;
}

export interface ProblemExtras {
  errors?: readonly ProblemDetail[];
  headers?: Readonly<Record<string, string>>;
}

/** An error that a client is told about, in the shape of RFC 9457. `detail` is shown as it is: no secret, no upstream text. */
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

  /** When there is no more to say. */
  static of(kind: ProblemKind, extras?: ProblemExtras): Problem {
    return new Problem(kind, problemKinds[kind].detail, extras);
  }

  static invalid(errors: readonly ProblemDetail[]): Problem {
    const [only] = errors.length === 1 ? errors : [];
    return only ? new Problem('validation-failed', only.detail, { errors }) : Problem.of('validation-failed', { errors });
  }

  static unavailable(): Problem {
    return Problem.of('service-unavailable', { headers: { 'Retry-After': '5' } });
  }

  /** The body, for what was asked for. */
  toBody(url: string): Record<string, unknown> {
    const { errors } = this.extras;
    const { status, title } = problemKinds[this.kind];
    return { type: `/problems/${this.kind}`, title, status, detail: this.detail, instance: pathOf(url), ...(errors && { errors }) };
  }
}

/** The path alone: a query may hold what must not be repeated, and so may a whole address. */
function pathOf(url: string): string {
  return url.startsWith('/') ? (url.split('?', 1)[0] ?? '/') : '/';
}
