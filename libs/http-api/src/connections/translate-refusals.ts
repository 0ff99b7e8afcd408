import { ConnectionRefused, refusedTransition } from '@sync/connections';
import { IllegalTransition, InUse, LimitReached, RefusedValues } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import { noSuchConnection } from './no-such-connection';

/** The problems that depend on whose connection a request changes. */
export interface RefusalProblems {
  /** Of a connection that does not exist (any more). */
  gone: () => Problem;
  /** Of a status that does not allow the change. */
  status: 'conflict' | 'forbidden';
}

/** Makes a problem of what the use cases refuse. Who changes another connection gets 404 when it is gone, 409 for its status. */
export function translateRefusal(error: unknown, problems: RefusalProblems = { gone: noSuchConnection, status: 'conflict' }): unknown {
  if (error instanceof RefusedValues) return Problem.invalid(error.errors);
  if (error instanceof InUse || error instanceof LimitReached) return new Problem('conflict', error.message);
  if (error instanceof IllegalTransition) return new Problem(problems.status, refusedTransition(error));
  return error instanceof ConnectionRefused ? problemOfRefusal(error, problems) : error;
}

function problemOfRefusal({ kind, message, reason }: ConnectionRefused, { gone, status }: RefusalProblems): Problem {
  switch (kind) {
    case 'gone':
      return gone();
    case 'status':
      return new Problem(status, message);
    case 'inactive':
    case 'changed':
    case 'exists':
      return new Problem('conflict', message);
    case 'stale':
      return new Problem('precondition-failed', message);
    case 'unclaimed':
      return new Problem('validation-failed', message);
    case 'unverified':
      return Problem.of('verification-failed', { members: { ...reason } });
    case 'token':
      return Problem.of('invalid-connection-token');
    case 'keys':
    case 'busy':
      return Problem.unavailable();
  }
}
