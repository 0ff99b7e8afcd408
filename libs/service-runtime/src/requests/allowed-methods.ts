import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Route {
  pattern: RegExp;
  isFixed: boolean;
  methods: string[];
}

/** Knows which methods each address takes, so that a known address asked in a wrong way is 405 and not 404. */
export class AllowedMethods {
  private readonly routes: Route[] = [];
  private readonly fixed = new Set<string>();

  /** Call it before the routes are registered. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }) => {
      if (url === '*') return;
      const isFixed = !/[:*]/.test(url);
      if (isFixed) this.fixed.add(url);
      const pattern = new RegExp(`^${url.split('/').map(segmentPattern).join('/')}$`);
      this.routes.push({ pattern, isFixed, methods: [method].flat() });
    });
  }

  /** Empty when there is nothing at this address at all. */
  at(path: string): string[] {
    const matching = this.routes.filter(({ pattern, isFixed }) => pattern.test(path) && isFixed === this.fixed.has(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }

  /** The request was routed to an address with a parameter, although a route has this very address: `/things/search` is never the thing `search`. */
  isMisrouted({ routeOptions, url }: FastifyRequest): boolean {
    return routeOptions.url?.includes(':') === true && this.fixed.has(url.split('?', 1)[0] ?? '');
  }
}

function segmentPattern(segment: string): string {
  if (segment.startsWith(':')) return '[^/]+';
  if (segment === '*') return '.*';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
