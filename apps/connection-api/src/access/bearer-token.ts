import { looksLikeToken } from '@sync/domain';
import { Problem } from '@sync/service-runtime';
import type { IncomingMessage } from 'node:http';

/**
 * The access token of a request, from exactly one Authorization header: given several, different parts of a deployment might pick
 * different ones. Throws the same Problem for anything that cannot be a token.
 */
export function bearerToken({ rawHeaders }: IncomingMessage): string {
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization');
  if (values.length === 0) throw unauthorized('Send an access token: Authorization: Bearer sca_….', 'Bearer');
  const [scheme = '', token = '', ...rest] = values.length === 1 ? (values[0] ?? '').split(' ') : [];
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0 || !looksLikeToken('access', token)) throw unknownToken();
  return token;
}

export function unknownToken(): Problem {
  return unauthorized('This access token is unknown.', 'Bearer error="invalid_token"');
}

function unauthorized(detail: string, challenge: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } });
}
