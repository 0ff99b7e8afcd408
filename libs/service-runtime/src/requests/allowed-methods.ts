import type { FastifyInstance } from 'fastify';

/** Knows which methods each address takes, so that a known address asked in a wrong way is 405 and not 404. */
export class AllowedMethods {
  private readonly routes: { pattern: RegExp; methods: string[] }[] = [];

  /** Call it before the routes are registered. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }) => {
      const pattern = new RegExp(`^${url.split('/').map(segmentPattern).join('/')}$`);
      if (url !== '*') this.routes.push({ pattern, methods: [method].flat() });
    });
  }

  /** Empty when there is nothing at this address at all. */
  at(path: string): string[] {
    const methods = this.routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}

function segmentPattern(segment: string): string {
  if (segment.startsWith(':')) return '[^/]+';
  if (segment === '*') return '.*';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
