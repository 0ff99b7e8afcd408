import type { SystemConnectionStatus } from '@sync/domain';
import { Problem } from '@sync/service-runtime';

/** The connection that a request's bearer token belongs to. */
export interface Caller {
  connectionId: string;
  /** Null: a plugin-initiated connection that no caller has claimed. Such a caller reaches its own connection only; null never equals null. */
  tenantId: string | null;
  systemId: string | null;
  status: SystemConnectionStatus;
}

/** The tenant that the caller acts for: always its own. Throws Problem when it has none. */
export function tenantOf({ tenantId }: Caller): string {
  if (tenantId === null) throw new Problem('forbidden', 'The connection of this token belongs to no company yet.');
  return tenantId;
}
