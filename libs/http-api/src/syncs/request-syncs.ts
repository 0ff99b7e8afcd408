import { Injectable } from '@nestjs/common';
import { confirmDeletions, requestSyncs, type Alongside } from '@sync/connections';
import { DurableWork } from '@sync/durable-work';
import { currentRequestId } from '@sync/service-runtime';
import { ConnectionMutex } from '../connections/connection-mutex';
import { uuidShape } from '../paging/cursor';
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

  /** Returns one run per capability, new or already open. Without a tenant: of any. Throws what requestSyncs throws. */
  async request(
    connectionId: string,
    { capabilities, mode }: RequestSyncsInput,
    { tenantId, alongside }: { tenantId?: string; alongside?: Alongside },
  ): Promise<SyncRunRepresentation[]> {
    const request = { tenantId, capabilities, mode, requestId: currentRequestId(), alongside };
    // The key includes the tenant: requests of one tenant never delay those of another.
    const ids = await this.mutex.runExclusive(`${tenantId} ${connectionId}`, () => requestSyncs(this.work, connectionId, request));
    return this.syncRuns.byIds(ids);
  }

  /** Returns the run; null: the connection has no such run. Throws what confirmDeletions throws. */
  async confirmDeletions(tenantId: string, connectionId: string, syncRunId: string): Promise<SyncRunRepresentation | null> {
    if (!uuidShape.test(syncRunId)) return null;
    const isConfirmed = await confirmDeletions(this.work, connectionId, { tenantId, syncRunId, requestId: currentRequestId() });
    const [run] = isConfirmed ? await this.syncRuns.byIds([syncRunId]) : [];
    return run ?? null;
  }
}
