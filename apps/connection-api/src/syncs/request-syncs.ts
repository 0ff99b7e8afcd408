import { Injectable } from '@nestjs/common';
import { capabilitiesNow, SystemConnection } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { requestSyncRuns } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { ConnectionMutex } from '../access/connection-mutex';
import { noSuchConnection } from '../connections/no-such-connection';
import { ReadSyncRuns } from './read-sync-runs';
import type { SyncRunRepresentation } from './sync-run-representation';
import type { RequestSyncsInput } from './syncs-input';

@Injectable()
export class RequestSyncs {
  constructor(
    private readonly mutex: ConnectionMutex,
    private readonly work: DurableWork,
    private readonly syncRuns: ReadSyncRuns,
  ) {}

  /** Returns one run per capability, new or already open. Throws Problem: 404, 409 unless the connection is active, 422 for a capability it may not import now. */
  async request(tenantId: string, connectionId: string, { capabilities, mode }: RequestSyncsInput): Promise<SyncRunRepresentation[]> {
    const request = async (manager: EntityManager, enqueue: Enqueue) => {
      await lockActive(manager, tenantId, connectionId);
      const importable = (await capabilitiesNow(manager, [connectionId])).get(connectionId) ?? [];
      const wanted = selected(capabilities, importable);
      const requestId = currentRequestId();
      return requestSyncRuns(manager, enqueue, { systemConnectionId: connectionId, capabilities: wanted, mode, requestId });
    };
    const ids = await this.mutex.runExclusive(`${tenantId} ${connectionId}`, () => this.work.transaction(request));
    return this.syncRuns.byIds(ids);
  }
}

/** Locks the connection, so that it stays active until its runs are stored. */
async function lockActive(manager: EntityManager, tenantId: string, id: string): Promise<void> {
  const connection = await manager.findOne(SystemConnection, { where: { id, tenantId }, lock: { mode: 'pessimistic_read' } });
  if (!connection) throw noSuchConnection();
  if (connection.status === 'active') return;
  throw new Problem('conflict', `The connection is ${connection.status}; only an active one can be synced.`);
}

function selected(requested: SystemCapability[] | undefined, importable: readonly SystemCapability[]): readonly SystemCapability[] {
  const wanted = requested ?? importable;
  if (wanted.length === 0) throw Problem.invalid([{ pointer: '/capabilities', detail: 'The connection may not import anything now.' }]);
  const rejected = wanted.flatMap((capability, index) =>
    importable.includes(capability)
      ? []
      : [{ pointer: `/capabilities/${index}`, detail: `The connection may not import ${capability} now.` }],
  );
  if (rejected.length > 0) throw Problem.invalid(rejected);
  return wanted;
}
