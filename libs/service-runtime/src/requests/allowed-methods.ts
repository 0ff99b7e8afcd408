import type { FastifyInstance, FastifyRequest } from 'fastify';

interface Route {
  pattern: RegExp;
  isFixed: boolean;
  methods: string[];
}

/** Knows the methods of every path, so that the wrong method on a known path is 405 and not 404. */
export class AllowedMethods {
  private readonly routes: Route[] = [];
  private readonly fixed = new Set<string>();

  /** Call this before the routes are registered. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }) => {
      if (url === '*') return;
      const isFixed = !/[:*]/.test(url);
      if (isFixed) this.fixed.add(url);
      const pattern = new RegExp(`^${url.split('/').map(segmentPattern).join('/')}$`);
      this.routes.push({ pattern, isFixed, methods: [method].flat() });
    });
  }

  /** Empty when no route has this path. */
  at(path: string): string[] {
    const matching = this.routes.filter(({ pattern, isFixed }) => pattern.test(path) && isFixed === this.fixed.has(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }

  /** True if a parameter matched a path that another route has literally: `/things/search` is never the thing `search`. */
  isMisrouted({ routeOptions, url }: FastifyRequest): boolean {
    return routeOptions.url?.includes(':') === true && this.fixed.has(url.split('?', 1)[0] ?? '');
  }
}

function segmentPattern(segment: string): string {
  if (segment.startsWith(':')) return '[^/]+';
  if (segment === '*') return '.*';
  return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
