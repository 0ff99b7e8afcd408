import { Injectable } from '@nestjs/common';
import { countImpairedConnections } from '@sync/connections';
import { connectionStatuses, countVisibleConnections } from '@sync/domain';
import { readWorkFigures } from '@sync/durable-work';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import type { Dashboard, ServiceFigures } from './dashboard-representation';
import { readInbox } from './read-inbox';
import { readTrends } from './read-trends';

/** Bounds the cost of a count. */
const maxCounted = 1_000;

@Injectable()
export class ReadDashboard {
  constructor(private readonly dataSource: DataSource) {}

  /** A support user gets the connections that it sees: figures of the whole service would reveal others. */
  async read({ viewer }: SignedInUser): Promise<Dashboard> {
    const [inbox, counts, impairments, service] = await Promise.all([
      readInbox(this.dataSource, viewer),
      countVisibleConnections(this.dataSource, viewer),
      countImpairedConnections(this.dataSource, viewer, maxCounted),
      viewer.role === 'super_admin' ? this.readService() : null,
    ]);
    return { inbox, connections: connectionStatuses.map((status) => ({ status, count: counts[status] })), ...impairments, service };
  }

  private async readService(): Promise<ServiceFigures> {
    const [{ queues, oldest }, trends] = await Promise.all([readWorkFigures(this.dataSource, maxCounted), readTrends(this.dataSource)]);
    return {
      queues: queues.map(({ queue, waiting, running }) => ({ queue, waiting, running })),
      oldest_task: oldest && { queue: oldest.queue, name: oldest.name, due_since: oldest.dueSince },
      trends,
    };
  }
}
