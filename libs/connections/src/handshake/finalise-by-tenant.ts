import type { Actor } from '@sync/domain';
import { verifiedValues } from '../verify-credentials';
import { activatePendingConnection } from './activate-pending-connection';
import type { HandshakeParts } from './handshake-parts';
import { tokenRefused } from './pending-connections';

export interface TenantClaim {
  connectionToken: string;
  tenantId: string;
  actor: Actor;
  requestId?: string;
}

/**
 * Claims a handshake that a plugin started for the tenant, after verifying its credentials again. Returns the connection's id. Throws
 * ConnectionRefused, and then nothing has changed.
 */
export async function finaliseByTenant(
  parts: HandshakeParts,
  { connectionToken, tenantId, actor, requestId }: TenantClaim,
): Promise<string> {
  const { pending, verification, work } = parts;
  const found = await pending.awaitingCaller(connectionToken);
  const { id, system, baseUrl } = found.connection;
  if (system === null || baseUrl === null) throw tokenRefused();
  const verified = await pending.verified(found, () => verification.verifyStored(found.connection));
  const move = { trigger: 'caller finalisation', actor } as const;
  return activatePendingConnection(work, { ...found, move, tenantId, values: verifiedValues(found.connection, verified), requestId }, () =>
    Promise.resolve(id),
  );
}
