import { everyTenant, sessionSettings } from '@sync/postgres';
import { ServerGate, until } from '@sync/test-harness';
import { DataSource } from 'typeorm';
import { DurableWork } from '../durable-work';
import type { QueueLocation } from '../queue-backend';
import { TaskQueue } from '../task-queue';
import { TaskQueues } from '../task-queues';

/** Where a process is cut off: from the database or from the queue. */
export type Way = 'database' | 'queue';

/** Callers do not wait for the ring; this test does. */
class ObservedQueue extends TaskQueue {
  lastRing = Promise.resolve();

  override ring(): Promise<void> {
    const ringing = super.ring();
    this.lastRing = ringing.catch(() => undefined);
    return ringing;
  }
}

/** What a process needs to record work and ring for a worker, over connections that break at any byte. Its queue is that of derive-sync-rules. */
export class BreakableProcess {
  private constructor(
    readonly gates: Readonly<Record<Way, ServerGate>>,
    readonly dataSource: DataSource,
    private readonly queue: ObservedQueue,
    private readonly queues: TaskQueues,
    private readonly location: QueueLocation,
  ) {}

  /** New each time: it has not failed yet, so it rings at once. */
  get work(): DurableWork {
    return new DurableWork(new TaskQueues(this.location, [this.queue]), this.dataSource);
  }

  static async open({ databaseUrl, redisUrl }: QueueLocation): Promise<BreakableProcess> {
    const gates = { database: await ServerGate.open(databaseUrl), queue: await ServerGate.open(redisUrl ?? databaseUrl) };
    const dataSource = await new DataSource({
      type: 'postgres',
      url: gates.database.url,
      poolSize: 1,
      extra: sessionSettings(everyTenant),
    }).initialize();
    const location = redisUrl ? { databaseUrl, redisUrl: gates.queue.url } : { databaseUrl: gates.queue.url };
    const queue = new ObservedQueue('sync-rules', { connection: location });
    const queues = new TaskQueues(location, [queue]);
    await queues.waitUntilReady();
    return new BreakableProcess(gates, dataSource, queue, queues, location);
  }

  /** Resolves when the last ring has ended, successful or not. */
  rung(): Promise<void> {
    return this.queue.lastRing;
  }

  /** Resolves when both ways are open. */
  async ready(): Promise<void> {
    await until(() => succeeds(this.dataSource.query('select 1')));
    await until(() => succeeds(this.queues.requireResponse()));
  }

  /** Ids of the queue's jobs. */
  async jobs(): Promise<(string | undefined)[]> {
    await this.ready();
    return (await this.queue.getJobs()).map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.queues.close();
    await this.dataSource.destroy();
    for (const gate of Object.values(this.gates)) await gate.cut();
  }
}

function succeeds(query: Promise<unknown>): Promise<boolean> {
  return query.then(
    () => true,
    () => false,
  );
}
