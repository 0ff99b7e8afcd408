import { AdministrationRefused, TooManyAttempts } from '@sync/administration';
import { translateRefusal } from '@sync/http-api';
import { countRateLimited, Problem } from '@sync/service-runtime';

const kinds = { gone: 'not-found', conflict: 'conflict', forbidden: 'forbidden', 'sign-in': 'sign-in-refused' } as const;

/** Makes a problem of what the use cases of users and sessions refuse, as of what those of connections do. */
export function translateAdministrationRefusal(error: unknown): unknown {
  if (error instanceof AdministrationRefused) {
    const headers = error.kind === 'sign-in' ? { 'WWW-Authenticate': 'Bearer' } : undefined;
    return new Problem(kinds[error.kind], error.message, { headers });
  }
  if (!(error instanceof TooManyAttempts)) return translateRefusal(error);
  countRateLimited('failed-attempts');
  const { retryAfterSeconds, allowed, windowSeconds } = error;
  const quota = { name: 'failed-attempts', allowed, windowSeconds, retryAfterSeconds };
  return Problem.tooManyRequests(`Too many failed attempts. Try again in ${retryAfterSeconds} seconds.`, quota);
}
