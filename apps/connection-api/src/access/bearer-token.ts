import { bearerOf, unauthorized } from '@sync/http-api';
import { looksLikeToken } from '@sync/identity';
import type { Problem } from '@sync/service-runtime';
import type { IncomingMessage } from 'node:http';

/** The access token of a request. Throws the same Problem for anything that cannot be a token. */
export function bearerToken(request: IncomingMessage): string {
  const token = bearerOf(request);
  if (token === null) throw unauthorized('Send an access token: Authorization: Bearer sca_….', 'Bearer');
  if (!looksLikeToken('access', token)) throw unknownToken();
  return token;
}

export function unknownToken(): Problem {
  return unauthorized('This access token is unknown.', 'Bearer error="invalid_token"');
}
