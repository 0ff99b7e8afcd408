import { Inject, Injectable, Logger } from '@nestjs/common';
import { DurableWork } from '@sync/durable-work';
import { loggableError } from '@sync/records';
import { Problem, problemOf } from '@sync/service-runtime';
import type { Pool } from 'pg';
import { askPostgres, deliveryPool } from '../delivery-pool';
import { GroupedCalls } from '../grouping/grouped-calls';
import { parametersOf, sendersOf, storeStatement, type Delivery, type Stored } from './delivery-statement';

/** `not kept`: the connection takes no webhooks or has other credentials, or somebody is removing it. `refused`: Postgres refused a delivery of its group. */
type Outcome = 'kept' | 'not kept' | 'refused';

@Injectable()
export class StoreDeliveries {
  private readonly logger = new Logger('StoreDeliveries');
  private readonly together = new GroupedCalls<Delivery, Outcome>((deliveries) => this.storeTogether(deliveries), {
    atOnce: 3,
    besides: 16,
    calls: 200,
    size: 4_194_304,
    sizeOf: ({ body }) => body.length,
  });
  /** One by one, so that the failure of one is its own. */
  private readonly alone = new GroupedCalls<Delivery, Promise<boolean>>(
    async (deliveries) => {
      const stored = this.run(deliveries).then(([isKept]) => isKept ?? false);
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
  async tryToStore(delivery: Delivery): Promise<boolean> {
    return (await this.together.call(delivery)) === 'kept';
  }

  /**
   * False when the connection is not, or not any more, one that takes webhooks and has these credentials; or when somebody is
   * removing it at this moment. Rejects with a Problem when nothing can be said.
   */
  async store(delivery: Delivery): Promise<boolean> {
    const outcome = await this.together.call(delivery);
    if (outcome !== 'refused') return outcome === 'kept';
    try {
      return await this.alone.call(delivery);
    } catch (error) {
      this.logger.error({ msg: 'delivery not stored', error: loggableError(error) });
      throw Problem.unavailable();
    }
  }

  private async storeTogether(deliveries: readonly Delivery[]): Promise<Outcome[]> {
    try {
      return (await this.run(deliveries)).map((isKept) => (isKept ? 'kept' : 'not kept'));
    } catch (error) {
      this.logger.warn({ msg: 'deliveries not stored together', deliveries: deliveries.length, error: loggableError(error) });
      if (problemOf(error).kind === 'service-unavailable') throw Problem.unavailable();
      return deliveries.map(() => 'refused');
    }
  }

  /** What is committed is handed to the queue, and nobody waits for that. */
  private async run(deliveries: readonly Delivery[]): Promise<boolean[]> {
    const senders = sendersOf(deliveries);
    const { rows } = await askPostgres<Stored>(this.pool, { ...storeStatement, values: parametersOf(deliveries, senders) });
    const [{ takers, kept } = { takers: null, kept: null }] = rows;
    this.work.dispatchAll('process-webhook', kept ?? []);
    const taken = new Set(takers);
    return senders.numbers.map((number) => taken.has(number));
  }
}
