import type { FastifyRequest } from 'fastify';

/** "a body with connection_token is C; else a request with an Authorization header is B; else A" */
export type ConnectVariant = 'direct initialisation' | 'tenant initiation' | 'caller finalisation';

export function variantOf({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): ConnectVariant {
  if (membersOf(body)['connection_token'] !== undefined) return 'caller finalisation';
  // "{tenant_id} without a bearer and without system_slug is 401": the widget's way to ask for B when it has lost its token.
  const { tenant_id, system_slug } = membersOf(body);
  const isTenantWithoutBearer = tenant_id !== undefined && system_slug === undefined;
  return headers.authorization !== undefined || isTenantWithoutBearer ? 'tenant initiation' : 'direct initialisation';
}

function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
