import type { ServerResponse } from 'node:http';

/** Headers of every response. Caches must not store API responses, and browsers must not sniff their type. */
export function responseHeaders(requestId: string, url: string): Record<string, string> {
  const always = { 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' };
  return url.startsWith('/api/') ? { ...always, 'Cache-Control': 'no-store' } : always;
}

/** For a server without Fastify. */
export function setResponseHeaders(response: ServerResponse, requestId: string): void {
  for (const [name, value] of Object.entries(responseHeaders(requestId, response.req.url ?? '/'))) response.setHeader(name, value);
}
