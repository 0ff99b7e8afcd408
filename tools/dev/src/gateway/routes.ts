/** Where the gateway sends a request. The first matching prefix counts; `app` null: that part of the service is not there yet. */
export interface GatewayRoute {
  /** Matches this path and everything below it. */
  prefix: string;
  app: string | null;
}

export const gatewayRoutes: readonly GatewayRoute[] = [
  { prefix: '/api/webhooks', app: 'webhook-ingress' },
  { prefix: '/api/admin', app: null },
  { prefix: '/admin', app: null },
  { prefix: '/api', app: 'connection-api' },
];

/** Name of the app for a request target such as `/api/records/orders?limit=5`; null: nobody. */
export function appFor(target: string, routes: readonly GatewayRoute[] = gatewayRoutes): string | null {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  return routes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.app ?? null;
}
