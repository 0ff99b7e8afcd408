import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ConnectionRefused, refusedTransition } from '@sync/connections';
import { IllegalTransition, InUse, LimitReached, RefusedValues } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { noSuchConnection } from './no-such-connection';

/** The problems that depend on whose connection a request changes. */
export interface RefusalProblems {
  /** Of a connection that does not exist (any more). */
  gone: () => Problem;
  /** Of a status that does not allow the change. */
  status: 'conflict' | 'forbidden';
}

/** Turns what the use cases refuse into problems. Who changes another connection gets 404 when it is gone, 409 for its status. */
@Injectable()
export class TranslateRefusals implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const problems = this.problemsOf(context.switchToHttp().getRequest<FastifyRequest>());
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw translated(error, problems);
      }),
    );
  }

  protected problemsOf(_request: FastifyRequest): RefusalProblems {
    return { gone: noSuchConnection, status: 'conflict' };
  }
}

function translated(error: unknown, problems: RefusalProblems): unknown {
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
