import { CredentialsCipher, KeyRing } from '@sync/credentials';
import type { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { DurableWork } from '@sync/durable-work';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { confirmHeldBack, readSyncRuns, type SyncMode, type SyncRun } from '@sync/sync-runs';
import { v7 as uuidv7 } from 'uuid';
import { linkShop, requestSync, testKeys, type LinkedShop } from './linked-shop';
import type { SimulatedWorker } from './simulated-worker';

const maxWorkSeconds = 600;

/** A shop that a simulated worker syncs, to compare what it holds with what is stored. */
export class ComparedShop<S extends DemoShopA | DemoShopB = DemoShopA | DemoShopB> {
  private constructor(
    private readonly worker: SimulatedWorker,
    readonly shop: S,
    readonly linked: LinkedShop,
  ) {}

  static async link<S extends DemoShopA | DemoShopB>(worker: SimulatedWorker, shop: S, system: string): Promise<ComparedShop<S>> {
    worker.movesRecords = true;
    return new ComparedShop(worker, shop, await linkShop(worker.database.dataSource, shop, system));
  }

  /** The connection leads to this shop from now on. */
  async moveTo({ url, credentials }: { url: string; credentials: object }): Promise<void> {
    const { connectionId } = this.linked;
    const sealed = new CredentialsCipher(KeyRing.parse(testKeys)).seal(connectionId, { ...credentials });
    await this.worker.sql('update system_connections set base_url = $1, credentials = $2 where id = $3', [url, sealed, connectionId]);
  }

  /** Runs one sync of each capability and returns the runs once they have ended. */
  async sync(mode: SyncMode, capabilities: readonly SystemCapability[] = systemCapabilities): Promise<SyncRun[]> {
    const ids = await this.request(mode, capabilities);
    await this.worker.work(maxWorkSeconds);
    return readSyncRuns(this.worker.database.dataSource, ids);
  }

  request(mode: SyncMode, capabilities: readonly SystemCapability[]): Promise<string[]> {
    return requestSync(this.worker.database.dataSource, this.worker.queues, this.linked, capabilities, mode);
  }

  /** A sync, and a minute later another. Returns the runs of the second. */
  async syncTwice(mode: SyncMode, capabilities?: readonly SystemCapability[]): Promise<SyncRun[]> {
    await this.sync(mode, capabilities);
    await this.worker.pass(61);
    return this.sync(mode, capabilities);
  }

  /** What the owner does: as the APIs do it. Returns how many deletions were held back. */
  async confirm(syncRunId: string): Promise<number | null> {
    const work = new DurableWork(this.worker.queues, this.worker.database.dataSource);
    const run = { id: syncRunId, systemConnectionId: this.linked.connectionId };
    const confirmed = await work.transaction((manager, enqueue) => confirmHeldBack(manager, enqueue, run));
    await this.worker.work(maxWorkSeconds);
    return confirmed;
  }

  /** A webhook says that the record is gone. */
  async announceDeletion(capability: SystemCapability, sourceId: string): Promise<void> {
    const { connectionId } = this.linked;
    const webhook = { systemConnectionId: connectionId, shopId: connectionId, taskId: uuidv7(), receivedAt: new Date() };
    await this.worker.store.applyChange({ ...webhook, change: { kind: 'delete', capability, sourceId } });
  }

  /** Ids of the live records, in order. */
  async live(capability: SystemCapability): Promise<number[]> {
    const rows = await this.worker.sql<{ id: number }>(
      `select source_id::int as id from ${capability} where shop_id = $1 and deleted_at is null order by 1`,
      [this.linked.connectionId],
    );
    return rows.map(({ id }) => id);
  }

  listed(capability: SystemCapability): number[] {
    return [...this.shop.ids(capability)].sort((one, other) => one - other);
  }

  /** A record as callers see it. */
  record(capability: SystemCapability, id: number): Promise<Readonly<Record<string, unknown>> | null> {
    return this.worker.store.findRecord(this.linked.connectionId, capability, String(id));
  }

  async statusReason(): Promise<{ code: string; message: string; since: string } | null> {
    const [row] = await this.worker.sql<{ status_reason: { code: string; message: string; since: string } | null }>(
      'select status_reason from system_connections where id = $1',
      [this.linked.connectionId],
    );
    return row?.status_reason ?? null;
  }
}
