import { bearerOf, unauthorized } from '@sync/http-api';
import type { SessionKind } from '@sync/identity';
import type { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { cookieToken } from './session-cookie';

export interface SessionToken {
  kind: SessionKind;
  token: string;
}

/** The session token of a request: from its one Authorization header, else from its cookie. Throws Problem, 401, when there is none. */
export function sessionToken(request: FastifyRequest): SessionToken {
  const bearer = bearerOf(request.raw);
  if (bearer === '') throw unknownSession();
  if (bearer !== null) return { kind: 'bearer', token: bearer };
  const token = cookieToken(request);
  if (token === undefined || token === '') throw unauthorized('Sign in first: POST /api/admin/sessions.', 'Bearer');
  return { kind: 'cookie', token };
}

export function unknownSession(): Problem {
  return unauthorized('This session is unknown or has ended. Sign in again.', 'Bearer error="invalid_token"');
}
