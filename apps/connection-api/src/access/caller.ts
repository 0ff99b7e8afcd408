import type { SystemConnectionStatus } from '@sync/domain';
import { Problem } from '@sync/service-runtime';

/** The connection that a request's bearer token belongs to. */
export interface Caller {
  connectionId: string;
  /** Null: a plugin started the connection and no tenant has claimed it. Such a caller reaches its own connection only. */
  tenantId: string | null;
  systemId: string | null;
  status: SystemConnectionStatus;
}

/** The caller's own tenant. Throws Problem if it has none. */
export function tenantOf({ tenantId }: Caller): string {
  if (tenantId === null) throw new Problem('forbidden', 'The connection of this token belongs to no company yet.');
  return tenantId;
}
