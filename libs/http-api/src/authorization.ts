import { Problem } from '@sync/service-runtime';
import type { IncomingMessage } from 'node:http';

/**
 * What follows `Bearer` in the request's one Authorization header. Null without such a header; empty for several, which different parts of
 * a deployment might read differently, and for anything else that is no bearer.
 */
export function bearerOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization');
  if (values.length === 0) return null;
  const [scheme = '', token = '', ...rest] = values.length === 1 ? (values[0] ?? '').split(' ') : [];
  return scheme.toLowerCase() === 'bearer' && rest.length === 0 ? token : '';
}

/** 401 with the challenge that tells a client what is missing. */
export function unauthorized(detail: string, challenge: 'Bearer' | 'Bearer error="invalid_token"'): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } });
}
