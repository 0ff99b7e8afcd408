import { Injectable } from '@nestjs/common';
import { countImpairedConnections } from '@sync/connections';
import { connectionStatuses, countVisibleConnections } from '@sync/domain';
import { readWebhookMinutes, readWorkFigures } from '@sync/durable-work';
import { readEndedToday } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import type { Dashboard, ServiceFigures } from './dashboard-representation';

/** Bounds the cost of a count. */
const maxCounted = 1_000;

@Injectable()
export class ReadDashboard {
  constructor(private readonly dataSource: DataSource) {}

  /** A support user gets the connections that it sees: figures of the whole service would reveal others. */
  async read({ viewer }: SignedInUser): Promise<Dashboard> {
    const [counts, impairments, service] = await Promise.all([
      countVisibleConnections(this.dataSource, viewer),
      countImpairedConnections(this.dataSource, viewer, maxCounted),
      viewer.role === 'super_admin' ? this.readService() : null,
    ]);
    return { connections: connectionStatuses.map((status) => ({ status, count: counts[status] })), ...impairments, service };
  }

  private async readService(): Promise<ServiceFigures> {
    const [{ failed, queues, oldest }, ended, minutes] = await Promise.all([
      readWorkFigures(this.dataSource, maxCounted),
      readEndedToday(this.dataSource),
      readWebhookMinutes(this.dataSource),
    ]);
    return {
      today: {
        runs_succeeded: ended.succeeded,
        runs_failed: ended.failed,
        runs_cancelled: ended.cancelled,
        records_written: ended.recordsWritten,
      },
      failed_tasks: failed,
      queues: queues.map(({ queue, waiting, running }) => ({ queue, waiting, running })),
      oldest_task: oldest && { queue: oldest.queue, name: oldest.name, due_since: oldest.dueSince },
      webhooks: minutes.map(({ minute, webhooks }) => ({ minute, count: webhooks })),
    };
  }
}
