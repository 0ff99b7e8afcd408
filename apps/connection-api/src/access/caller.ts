import type { TokenHolder } from '@sync/identity';
import { Problem } from '@sync/service-runtime';

/** The connection that a request's bearer token belongs to. Without a tenant it reaches its own connection only. */
export type Caller = TokenHolder;

/** The caller's own tenant. Throws Problem if it has none. */
export function tenantOf({ tenantId }: Caller): string {
  if (tenantId === null) throw new Problem('forbidden', 'The connection of this token belongs to no company yet.');
  return tenantId;
}
