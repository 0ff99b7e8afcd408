import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { concatMap, from, map, of, type Observable } from 'rxjs';
import { AuthenticateBearer } from './authenticate-bearer';
import { callers } from './request-caller';

/** Updates last_used_at of the request's token, before the response is sent, once its handler has succeeded. */
@Injectable()
export class RecordTokenUse implements NestInterceptor {
  constructor(private readonly bearers: AuthenticateBearer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      concatMap((response: unknown) => {
        const caller = callers.get(request);
        return caller ? from(this.bearers.recordUse(caller)).pipe(map(() => response)) : of(response);
      }),
    );
  }
}
