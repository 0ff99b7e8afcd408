import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { forTenant } from '@sync/postgres';
import type { FastifyRequest } from 'fastify';
import { Observable } from 'rxjs';
import { callers } from './request-caller';

/** Handles a caller's request for its tenant alone: a query that forgets the tenant finds nothing of another. */
@Injectable()
export class WithinTenant implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const tenantId = callers.get(context.switchToHttp().getRequest<FastifyRequest>())?.tenantId ?? null;
    if (tenantId === null) return next.handle();
    return new Observable((subscriber) => forTenant(tenantId, () => next.handle().subscribe(subscriber)));
  }
}
