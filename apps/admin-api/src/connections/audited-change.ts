import type { Alongside } from '@sync/connections';
import { recordAudit } from '@sync/identity';
import type { SignedInUser } from '../access/signed-in-user';

/** Records what the user changes of a connection, in the transaction of the change. `reason`: in the user's words. */
export function auditedChange({ origin }: SignedInUser, action: `connection.${string}`, reason?: string): Alongside {
  return (manager, { id, tenantId, before, after }) =>
    recordAudit(manager, { ...origin, action, object: { type: 'connection', id }, tenantId, before, after, reason });
}
