import type { IncomingMessage } from 'node:http';

export const connectPath = '/api/system-connections/connect';

/** Pages of any origin may call these paths. They authenticate by bearer token only: the origin is echoed, but never with credentials. */
export function isCrossOriginPath(path: string): boolean {
  return path === connectPath || path.startsWith('/api/widget/');
}

export function isPreflight({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Exposes `Date`, because widgets count down to server times and cannot trust the local clock. */
export function crossOriginHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Date, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, WWW-Authenticate',
  };
}

export function preflightHeaders(path: string): Record<string, string> {
  return {
    'access-control-allow-methods': path === connectPath ? 'POST' : 'GET, PATCH, POST, DELETE',
    'access-control-allow-headers': 'authorization, content-type, if-match, x-request-id',
    'access-control-max-age': '600',
  };
}
