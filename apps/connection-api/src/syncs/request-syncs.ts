import { Injectable } from '@nestjs/common';
import { capabilitiesNow, SystemConnection } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { requestSyncRuns } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { ConnectionTurns } from '../access/connection-turns';
import { noSuchConnection } from '../connections/no-such-connection';
import { ReadSyncRuns } from './read-sync-runs';
import type { SyncRunRepresentation } from './sync-run-representation';
import type { RequestSyncsInput } from './syncs-input';

@Injectable()
export class RequestSyncs {
  constructor(
    private readonly turns: ConnectionTurns,
    private readonly work: DurableWork,
    private readonly syncRuns: ReadSyncRuns,
  ) {}

  /** Runs, new or already open, one per capability. Throws Problem: 404, 409 when the connection is not active, 422 for what it may not pull now. */
  async request(tenantId: string, connectionId: string, { capabilities, mode }: RequestSyncsInput): Promise<SyncRunRepresentation[]> {
    const request = async (manager: EntityManager, enqueue: Enqueue) => {
      await lockActive(manager, tenantId, connectionId);
      const pullable = (await capabilitiesNow(manager, [connectionId])).get(connectionId) ?? [];
      const wanted = chosen(capabilities, pullable);
      const requestId = currentRequestId();
      return requestSyncRuns(manager, enqueue, { systemConnectionId: connectionId, capabilities: wanted, mode, requestId });
    };
    const ids = await this.turns.take(`${tenantId} ${connectionId}`, () => this.work.transaction(request));
    return this.syncRuns.byIds(ids);
  }
}

/** Locked, so that the connection is still active when its runs are there. */
async function lockActive(manager: EntityManager, tenantId: string, id: string): Promise<void> {
  const connection = await manager.findOne(SystemConnection, { where: { id, tenantId }, lock: { mode: 'pessimistic_read' } });
  if (!connection) throw noSuchConnection();
  if (connection.status === 'active') return;
  throw new Problem('conflict', `The connection is ${connection.status}; only an active one can be synced.`);
}

function chosen(asked: SystemCapability[] | undefined, pullable: readonly SystemCapability[]): readonly SystemCapability[] {
  const wanted = asked ?? pullable;
  if (wanted.length === 0) throw Problem.invalid([{ pointer: '/capabilities', detail: 'The connection may pull in nothing now.' }]);
  const refused = wanted.flatMap((capability, index) =>
    pullable.includes(capability)
      ? []
      : [{ pointer: `/capabilities/${index}`, detail: `The connection may not pull in ${capability} now.` }],
  );
  if (refused.length > 0) throw Problem.invalid(refused);
  return wanted;
}
