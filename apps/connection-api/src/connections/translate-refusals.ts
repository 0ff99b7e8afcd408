import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ConnectionRefused, RefusedValues, refusedTransition } from '@sync/connections';
import { IllegalTransition } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import { unknownToken } from '../access/bearer-token';
import { noSuchConnection } from './no-such-connection';

/** What a refused change becomes for the two kinds of clients. */
type Client = 'widget' | 'caller';

/** Routes that change the connection of the token itself. */
const ownConnection = /^\/api\/widget\/con(nection|figuration)(?![a-z])/;

/**
 * Turns what the use cases refuse into problems. A widget changes the connection of its own token: if that is gone, so is the token
 * (401), and a status that does not allow the change does not allow the token to make it (403). A caller changes another connection:
 * 404 and 409.
 */
@Injectable()
export class TranslateRefusals implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    const client = ownConnection.test(url) ? 'widget' : 'caller';
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw translated(error, client);
      }),
    );
  }
}

function translated(error: unknown, client: Client): unknown {
  if (error instanceof RefusedValues) return Problem.invalid(error.errors);
  if (error instanceof IllegalTransition) return ofStatus(refusedTransition(error), client);
  return error instanceof ConnectionRefused ? problemOfRefusal(error, client) : error;
}

function problemOfRefusal({ kind, message }: ConnectionRefused, client: Client): Problem {
  switch (kind) {
    case 'gone':
      return client === 'widget' ? unknownToken() : noSuchConnection();
    case 'status':
      return ofStatus(message, client);
    case 'inactive':
    case 'changed':
      return new Problem('conflict', message);
    case 'unclaimed':
      return new Problem('validation-failed', message);
    case 'unverified':
      return Problem.of('verification-failed');
    case 'token':
      return Problem.of('invalid-connection-token');
    case 'keys':
    case 'busy':
      return Problem.unavailable();
  }
}

function ofStatus(message: string, client: Client): Problem {
  return new Problem(client === 'widget' ? 'forbidden' : 'conflict', message);
}
