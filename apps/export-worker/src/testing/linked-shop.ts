import { randomBytes } from 'node:crypto';
import { CredentialsCipher, KeyRing } from '@sync/credentials';
import { deriveDefaultSyncRules } from '@sync/domain';
import { DurableWork, type TaskQueues } from '@sync/durable-work';
import { openShop } from '@sync/record-store';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { bringSyncsForward, requestSyncRuns, type SyncMode } from '@sync/sync-runs';
import type { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

export const testKeys = `test:${randomBytes(32).toString('base64')}`;

export interface LinkedShop {
  tenantId: string;
  connectionId: string;
}

interface ShopLike {
  url: string;
  credentials: object;
}

/** A tenant whose shop and direct system are both active, as the handshake leaves them. `driver` is a seeded system's slug. */
export async function linkShop(dataSource: DataSource, shop: ShopLike, system = 'commerce_a'): Promise<LinkedShop> {
  const [tenantId, connectionId] = [uuidv7(), uuidv7()];
  const credentials = new CredentialsCipher(KeyRing.parse(testKeys)).seal(connectionId, { ...shop.credentials });
  await dataSource.query(`insert into tenants (id, name) values ($1, 'Quiet Harbour 4821')`, [tenantId]);
  // Synced on request of a test only, not by schedule.
  const insert = `insert into system_connections (id, tenant_id, system_id, name, base_url, credentials, status, configuration)
    select $1, $2, id, name, $3, $4, 'active', '{"frequency": "manual"}' from systems where slug = $5`;
  await dataSource.query(insert, [connectionId, tenantId, shop.url, credentials, system]);
  await dataSource.query(insert, [uuidv7(), tenantId, null, null, 'mailing_platform']);
  await openShop(dataSource, connectionId);
  await bringSyncsForward(dataSource, [connectionId]);
  return { tenantId, connectionId };
}

/** As the API does: run and task in one transaction, queued after the commit. Returns the ids of the runs. */
export async function requestSync(
  dataSource: DataSource,
  queues: TaskQueues,
  { tenantId, connectionId }: LinkedShop,
  capabilities: readonly SystemCapability[] = systemCapabilities,
  mode: SyncMode = 'full',
): Promise<string[]> {
  await deriveDefaultSyncRules(dataSource, tenantId);
  const request = { systemConnectionId: connectionId, capabilities, mode, requestId: 'request-of-test' };
  return new DurableWork(queues, dataSource).transaction((manager, enqueue) => requestSyncRuns(manager, enqueue, request));
}
