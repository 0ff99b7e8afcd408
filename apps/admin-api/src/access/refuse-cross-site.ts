import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * For requests that a browser may authenticate by itself. Throws Problem, 403, for a change that does not come from a page of this
 * origin (OWASP: Fetch Metadata, else the Origin). A browser says so in Sec-Fetch-Site; without it, in Origin. A client that sends
 * neither must send X-Requested-With, which no page of another origin can.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (!safeMethods.includes(request.method) && !isSameOrigin(request))
    throw new Problem('forbidden', 'A session of a browser changes something only from a page of this service.');
}

function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return headers['x-requested-with'] !== undefined;
}
