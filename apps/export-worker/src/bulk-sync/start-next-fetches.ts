import { Inject, Injectable, Logger } from '@nestjs/common';
import { eachConnection, lockSyncsOf } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import type { SystemCapability } from '@sync/records';
import { systemCapabilities } from '@sync/records';
import { DataSource, type EntityManager } from 'typeorm';
import { tellIn } from '../tell-failure';
import { parallelism } from './parallelism';
import { shareOut } from './plan-ranges';

interface PendingRange {
  id: string;
  syncRunId: string;
  capability: SystemCapability;
}

/**
 * What of a connection's share of requests is taken: a fetch or a probe under way makes one request at a time. One that waits because
 * the shop asks for it keeps its share: the shop wants no other request instead.
 */
const takenShares = `
  select
    (select count(distinct task_id)::int from sync_run_ranges where system_connection_id = $1 and status = 'running') as fetches,
    (select count(*)::int from sync_runs where system_connection_id = $1 and status = 'running' and pages_total is null) as probes,
    (select count(*)::int from sync_runs where system_connection_id = $1 and status = 'queued') as "probesToCome"`;

const pendingRanges = `
  select range.id, range.sync_run_id as "syncRunId", range.capability
  from sync_run_ranges range join sync_runs run on run.id = range.sync_run_id
  where range.system_connection_id = $1 and range.status = 'pending' and run.status = 'running'
  order by array_position($2::text[], range.capability), range.first_page
  limit $3`;

/** Keeps the number of a connection's requests in flight at its limit, whatever the number of workers. */
@Injectable()
export class StartNextFetches {
  private readonly logger = new Logger('StartNextFetches');

  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    @Inject(parallelism) private readonly limit: number,
  ) {}

  /** Whether a probe may begin now. The caller holds the lock of the connection's syncs. */
  async hasRoomForProbe(manager: EntityManager, connectionId: string): Promise<boolean> {
    const { fetches, probes } = await this.taken(manager, connectionId);
    return fetches + probes < this.limit;
  }

  /** Enqueues fetches of pending ranges up to the limit, and returns how many. The caller holds the lock. */
  async startWithin(manager: EntityManager, enqueue: Enqueue, connectionId: string, requestId?: string): Promise<number> {
    const { fetches, probes, probesToCome } = await this.taken(manager, connectionId);
    const free = this.limit - fetches - probes - probesToCome;
    if (free <= 0) return 0;
    const pending = await manager.query<PendingRange[]>(pendingRanges, [connectionId, [...systemCapabilities], 2 * free]);
    const shares = shareOut(pending, free);
    for (const share of shares) {
      const rangeIds = share.map(({ id }) => id);
      const payload = { syncRunId: share[0]?.syncRunId, rangeIds };
      const taskId = await enqueue('fetch-page-ranges', payload, { systemConnectionId: connectionId, requestId });
      await manager.query(`update sync_run_ranges set status = 'running', task_id = $2, updated_at = now() where id = any($1)`, [
        rangeIds,
        taskId,
      ]);
    }
    return shares.length;
  }

  /** Safety net: connections whose pending ranges nobody starts. Returns how many fetches it started. */
  async startForgotten(): Promise<number> {
    const connections = await this.dataSource.query<{ id: string }[]>(
      `select distinct system_connection_id as id from sync_run_ranges where status = 'pending' and updated_at < now() - interval '10 seconds'`,
    );
    let started = 0;
    const start = async (id: string) => {
      started += await this.work.transaction(async (manager, enqueue) => {
        await lockSyncsOf(manager, id);
        return this.startWithin(manager, enqueue, id);
      });
    };
    const ids = connections.map(({ id }) => id);
    await eachConnection(ids, start, tellIn(this.logger, 'page ranges not started'));
    return started;
  }

  private async taken(manager: EntityManager, connectionId: string): Promise<{ fetches: number; probes: number; probesToCome: number }> {
    const [taken] = await manager.query<{ fetches: number; probes: number; probesToCome: number }[]>(takenShares, [connectionId]);
    return taken ?? { fetches: 0, probes: 0, probesToCome: 0 };
  }
}
