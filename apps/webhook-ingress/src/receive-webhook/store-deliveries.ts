import { Inject, Injectable, Logger } from '@nestjs/common';
import { DurableWork, loggableError } from '@sync/durable-work';
import { Problem, problemOf } from '@sync/service-runtime';
import type { Pool } from 'pg';
import { deliveryPool } from '../delivery-pool';
import { GroupedCalls } from '../grouping/grouped-calls';
import { parametersOf, sendersOf, statements, type Delivery, type Stored } from './delivery-statement';

@Injectable()
export class StoreDeliveries {
  private readonly logger = new Logger('StoreDeliveries');
  private readonly together = new GroupedCalls<Delivery, boolean>((deliveries) => this.storeTogether(deliveries), {
    atOnce: 3,
    besides: 16,
    calls: 200,
    size: 4_194_304,
    sizeOf: ({ body }) => body.length,
  });
  private readonly alone = new GroupedCalls<Delivery, Promise<boolean>>(
    // The failure of one is its own.
    async (deliveries) => {
      const stored = this.run('store-waiting', deliveries).then(([isStored]) => isStored ?? false);
      await stored.catch(() => undefined);
      return [stored];
    },
    { atOnce: 2, besides: 1, calls: 1, size: 1, sizeOf: () => 1 },
  );

  constructor(
    @Inject(deliveryPool) private readonly pool: Pool,
    private readonly work: DurableWork,
  ) {}

  /**
   * True when the delivery is committed, or its copy was before. False when it is not, for whatever reason, perhaps one of another
   * delivery. Rejects with a Problem when Postgres is away.
   */
  tryToStore(delivery: Delivery): Promise<boolean> {
    return this.together.call(delivery);
  }

  /** False when the connection is not, or not any more, one that takes webhooks and has these credentials. Rejects with a Problem when nothing can be said. */
  async store(delivery: Delivery): Promise<boolean> {
    if (await this.together.call(delivery)) return true;
    try {
      return await this.alone.call(delivery);
    } catch (error) {
      this.logger.error({ msg: 'delivery not stored', error: loggableError(error) });
      throw Problem.unavailable();
    }
  }

  private async storeTogether(deliveries: readonly Delivery[]): Promise<boolean[]> {
    try {
      return await this.run('store-without-waiting', deliveries);
    } catch (error) {
      this.logger.warn({ msg: 'deliveries not stored together', deliveries: deliveries.length, error: loggableError(error) });
      if (problemOf(error).kind === 'service-unavailable') throw Problem.unavailable();
      return deliveries.map(() => false);
    }
  }

  /** What is committed is handed to the queue, and nobody waits for that. */
  private async run(name: keyof typeof statements, deliveries: readonly Delivery[]): Promise<boolean[]> {
    const senders = sendersOf(deliveries);
    const { rows } = await this.pool.query<Stored>({ name, text: statements[name], values: parametersOf(deliveries, senders) });
    const [{ takers, kept } = { takers: null, kept: null }] = rows;
    this.work.dispatchAll('process-webhook', kept ?? []);
    const taken = new Set(takers);
    return senders.numbers.map((number) => taken.has(number));
  }
}
