import type { SessionKind } from '@sync/administration';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { cookieToken } from './session-cookie';

export interface SessionToken {
  kind: SessionKind;
  token: string;
}

/**
 * The session token of a request: from its one Authorization header, else from its cookie. Given several headers, different parts of a
 * deployment might pick different ones. Throws Problem, 401, when there is none.
 */
export function sessionToken(request: FastifyRequest): SessionToken {
  const { rawHeaders } = request.raw;
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization');
  if (values.length > 0) {
    const [scheme = '', token = '', ...rest] = values.length === 1 ? (values[0] ?? '').split(' ') : [];
    if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) throw unknownSession();
    return { kind: 'bearer', token };
  }
  const token = cookieToken(request);
  if (token === undefined || token === '') throw unauthorized('Sign in first: POST /api/admin/sessions.', 'Bearer');
  return { kind: 'cookie', token };
}

export function unknownSession(): Problem {
  return unauthorized('This session is unknown or has ended. Sign in again.', 'Bearer error="invalid_token"');
}

function unauthorized(detail: string, challenge: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } });
}
