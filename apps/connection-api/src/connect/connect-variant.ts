import type { FastifyRequest } from 'fastify';

/** A body with connection_token is variant C; otherwise a request with an Authorization header is B; everything else is A. See docs/reference/endpoints.md. */
export type ConnectVariant = 'direct initialisation' | 'tenant initiation' | 'caller finalisation';

export function variantOf({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): ConnectVariant {
  if (membersOf(body)['connection_token'] !== undefined) return 'caller finalisation';
  // A widget that lost its token sends only {tenant_id}. Treated as B, it gets the 401 that it needs.
  const { tenant_id, system_slug } = membersOf(body);
  const isTenantWithoutBearer = tenant_id !== undefined && system_slug === undefined;
  return headers.authorization !== undefined || isTenantWithoutBearer ? 'tenant initiation' : 'direct initialisation';
}

function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
