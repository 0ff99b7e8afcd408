import { everyTenant, sessionSettings } from '@sync/postgres';
import { ServerGate, until } from '@sync/test-harness';
import { DataSource } from 'typeorm';
import { DurableWork } from '../durable-work';
import type { QueueLocation } from '../queue-backend';
import { TaskQueue } from '../task-queue';
import { TaskQueues, type QueuedTask } from '../task-queues';

/** Where a process is cut off: from the database or from the queue. */
export type Way = 'database' | 'queue';

/** Callers do not wait for the dispatch; this test does. */
class ObservedQueues extends TaskQueues {
  lastOffer = Promise.resolve();

  override offer(tasks: readonly QueuedTask[]): Promise<void> {
    this.lastOffer = super.offer(tasks);
    return this.lastOffer;
  }
}

/** What a process needs to record and dispatch work, over connections that break at any byte. Its queue is that of derive-sync-rules. */
export class BreakableProcess {
  readonly work: DurableWork;

  private constructor(
    readonly gates: Readonly<Record<Way, ServerGate>>,
    readonly dataSource: DataSource,
    private readonly queue: TaskQueue,
    private readonly queues: ObservedQueues,
  ) {
    this.work = new DurableWork(queues, dataSource);
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
    const queue = new TaskQueue('sync-rules', { connection: location });
    const queues = new ObservedQueues(location, [queue]);
    await queues.waitUntilReady();
    return new BreakableProcess(gates, dataSource, queue, queues);
  }

  /** Resolves when the last dispatch has ended, successful or not. */
  dispatched(): Promise<void> {
    return this.queues.lastOffer;
  }

  /** Resolves when both ways are open. */
  async ready(): Promise<void> {
    await until(() => succeeds(this.dataSource.query('select 1')));
    await until(() => succeeds(this.queues.waiting('sync-rules')));
  }

  /** Ids of the tasks that have a job. */
  async queued(): Promise<string[]> {
    await this.ready();
    return (await this.queue.getJobs()).map(({ data }) => data.taskId);
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
