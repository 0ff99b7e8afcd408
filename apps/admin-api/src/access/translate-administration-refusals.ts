import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { AdministrationRefused, TooManyAttempts } from '@sync/administration';
import { countRateLimited, Problem } from '@sync/service-runtime';
import { catchError, type Observable } from 'rxjs';

const kinds = { gone: 'not-found', conflict: 'conflict', forbidden: 'forbidden', 'sign-in': 'sign-in-refused' } as const;

/** Turns what the use cases of users and sessions refuse into problems. */
@Injectable()
export class TranslateAdministrationRefusals implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw translated(error);
      }),
    );
  }
}

function translated(error: unknown): unknown {
  if (error instanceof AdministrationRefused) {
    const headers = error.kind === 'sign-in' ? { 'WWW-Authenticate': 'Bearer' } : undefined;
    return new Problem(kinds[error.kind], error.message, { headers });
  }
  if (!(error instanceof TooManyAttempts)) return error;
  countRateLimited('failed-attempts');
  const seconds = String(error.retryAfterSeconds);
  const headers = { 'Retry-After': seconds };
  return new Problem('too-many-requests', `Too many failed attempts. Try again in ${seconds} seconds.`, { headers });
}
