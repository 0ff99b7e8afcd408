import { Inject, Injectable, Logger } from '@nestjs/common';
import { servingStatuses } from '@sync/domain';
import { DurableWork, storeWebhooks, type WebhookDelivery } from '@sync/durable-work';
import { BatchedCalls } from '@sync/postgres';
import { loggableError } from '@sync/records';
import { Problem, problemOf } from '@sync/service-runtime';
import type { Pool } from 'pg';
import { deliveryPool, queryPostgres } from '../delivery-pool';

/** `stale`: the connection takes no webhooks, has other credentials, or is being deleted. `refused`: Postgres rejected the row. */
type Outcome = 'stored' | 'stale' | 'refused';

@Injectable()
export class StoreWebhooks {
  private readonly logger = new Logger('StoreWebhooks');
  private readonly batches = new BatchedCalls<WebhookDelivery, Outcome>((deliveries) => this.storeAll(deliveries), {
    maxConcurrentBatches: 3,
    minCallsBesides: 16,
    maxCalls: 200,
    maxSize: 4_194_304,
    sizeOf: ({ body }) => body.length,
  });

  constructor(
    @Inject(deliveryPool) private readonly pool: Pool,
    private readonly work: DurableWork,
  ) {}

  /** True once the delivery, or its copy, is committed; false when its sender is stale. Rejects with a Problem otherwise. */
  async store(delivery: WebhookDelivery): Promise<boolean> {
    const outcome = await this.batches.call(delivery);
    if (outcome === 'refused') throw Problem.unavailable();
    return outcome === 'stored';
  }

  /** A row that Postgres rejects fails its whole batch, so the batch is halved until that row is alone. */
  private async storeAll(deliveries: readonly WebhookDelivery[]): Promise<Outcome[]> {
    try {
      return await this.insert(deliveries);
    } catch (error) {
      this.logger.warn({ msg: 'webhooks not stored', deliveries: deliveries.length, error: loggableError(error) });
      if (problemOf(error).kind === 'service-unavailable') throw Problem.unavailable();
      if (deliveries.length === 1) return ['refused'];
      const middle = Math.ceil(deliveries.length / 2);
      return [...(await this.storeAll(deliveries.slice(0, middle))), ...(await this.storeAll(deliveries.slice(middle)))];
    }
  }

  private async insert(deliveries: readonly WebhookDelivery[]): Promise<Outcome[]> {
    const { recorded, stale } = await storeWebhooks((statement) => queryPostgres(this.pool, statement), deliveries, servingStatuses);
    if (recorded.length > 0) this.work.announce(['webhooks']);
    return deliveries.map(({ taskId }) => (stale.includes(taskId) ? 'stale' : 'stored'));
  }
}
