/** The first matching prefix decides. `app` null: reserved, responds with 404. */
export interface GatewayRoute {
  /** Matches this path and its subpaths. */
  prefix: string;
  app: string | null;
}

export const gatewayRoutes: readonly GatewayRoute[] = [
  { prefix: '/api/webhooks', app: 'webhook-ingress' },
  { prefix: '/api/admin', app: 'admin-api' },
  { prefix: '/admin', app: null },
  { prefix: '/api', app: 'connection-api' },
  { prefix: '/problems', app: 'connection-api' },
];

/** The app for a request target such as `/api/records/orders?limit=5`. Null: none. */
export function appFor(target: string, routes: readonly GatewayRoute[] = gatewayRoutes): string | null {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  return routes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.app ?? null;
}
