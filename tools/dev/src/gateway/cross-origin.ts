import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

const connect = '/api/system-connections/connect';

/**
 * "`/api/widget/*` and `POST /api/system-connections/connect` answer any origin": of what the gateway answers there in place of the service, a page
 * would otherwise see neither status nor Retry-After. The headers are those of the service.
 */
export function crossOriginHeaders({ headers: { origin } }: IncomingMessage, path: string): OutgoingHttpHeaders {
  if (!isOpen(path)) return {};
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Date, Retry-After, X-Request-Id, WWW-Authenticate',
  };
}

/** Null: this is no question whether a page may ask. A refusal of that one would hide the answer to the question itself. */
export function preflightHeaders(request: IncomingMessage, path: string): OutgoingHttpHeaders | null {
  const { method, headers } = request;
  if (!isOpen(path) || method !== 'OPTIONS' || !headers.origin || !headers['access-control-request-method']) return null;
  return {
    ...crossOriginHeaders(request, path),
    'Access-Control-Allow-Methods': path === connect ? 'POST' : 'GET, PATCH, POST, DELETE',
    'Access-Control-Allow-Headers': 'authorization, content-type, x-request-id',
    'Access-Control-Max-Age': '600',
  };
}

function isOpen(path: string): boolean {
  return path === connect || path.startsWith('/api/widget/');
}
