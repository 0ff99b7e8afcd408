import { createTenant, generateTenantName, insertConnection, type System, type SystemConnection } from '@sync/domain';
import { issueFirstAccessToken } from '@sync/identity';
import type { Secret } from '@sync/records';
import { v7 as uuidv7 } from 'uuid';
import { connectionName } from './connection-name';
import type { HandshakeParts } from './handshake-parts';
import { requireDirectSystem } from './require-direct-system';

export interface DirectInitialisation {
  systemSlug: string;
  externalUserId: string | null;
  /** Null or empty: a generated one. */
  tenantName: string | null;
  requestId?: string;
}

/** Always creates a new tenant: knowing an external id must not give access to an existing one. Throws RefusedValues. */
export async function initialiseDirectSystem(
  { dataSource, work }: Pick<HandshakeParts, 'dataSource' | 'work'>,
  { systemSlug, externalUserId, tenantName, requestId }: DirectInitialisation,
): Promise<{ tenantId: string; connectionId: string; token: Secret<string> }> {
  const system = await requireDirectSystem(dataSource.manager, systemSlug);
  return work.transaction(async (manager, enqueue) => {
    const tenantId = await createTenant(manager, tenantName?.trim() || generateTenantName());
    const values = directConnection(system, tenantId, externalUserId);
    // The caller has no token yet, so the actor is the connection that it receives.
    await insertConnection(manager, { trigger: 'direct initialisation', actor: `caller:${values.id}` }, values);
    const { plaintext } = await issueFirstAccessToken(manager, values.id, 'direct-initialisation');
    await enqueue('derive-sync-rules', { tenantId, thenSync: null }, { systemConnectionId: values.id, requestId });
    return { tenantId, connectionId: values.id, token: plaintext };
  });
}

/** An empty external id counts as none: an embedding page without one sends an empty attribute. */
function directConnection(system: System, tenantId: string, account: string | null) {
  const externalUserId = account === '' ? null : account;
  const name = connectionName(system, externalUserId);
  return { id: uuidv7(), name, tenantId, systemId: system.id, externalUserId } satisfies Partial<SystemConnection>;
}
