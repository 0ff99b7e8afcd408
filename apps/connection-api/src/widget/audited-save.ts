import type { Alongside } from '@sync/connections';
import { recordAudit } from '@sync/identity';
import { currentRequestId } from '@sync/service-runtime';
import type { Caller } from '../access/caller';

/** What a preview token saves is a change of the administrator who issued it. Undefined for every other token. `address`: the client's. */
export function auditedSave({ tokenName, tokenId, createdBy }: Caller, address: string): Alongside | undefined {
  if (tokenName !== 'admin-preview' || createdBy === null) return undefined;
  return (manager, { id, tenantId, before, after }) =>
    recordAudit(manager, {
      actor: `administrator:${createdBy}`,
      requestId: currentRequestId(),
      address,
      action: 'connection.configure',
      object: { type: 'connection', id },
      tenantId,
      before,
      after: { ...after, preview_token_id: tokenId },
    });
}
