import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Queue, Worker, type IQueueBackend, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { clientsOf, longestBlockSeconds, queueBackend, type QueueLocation } from './queue-backend';

/** All that a queue carries of a task. */
export interface TaskJob {
  taskId: string;
}

const closeQueueWithinMs = 2_000;
export const closeWorkerWithinMs = 10_000;

/**
 * Of a killed worker's job: it goes back to the end of its queue after about a lockDuration, which under load is too late. What is to
 * begin anew within 20 s is taken straight from the ledger (TaskRunner.takeOver).
 */
const takeover = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 2 };

/** A BullMQ queue on whatever backend the location asks for. Closing it always ends, also when its Redis is gone. */
export class TaskQueue extends Queue<TaskJob, void, string, TaskJob, void, string, IQueueBackend, QueueLocation> {
  private readonly logger = new Logger('TaskQueue');
  private ending: Promise<void> | undefined;

  constructor(name: string, options: QueueOptions<QueueLocation>) {
    super(name, { ...options, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } }, queueBackend);
    this.on('error', (error) => this.logger.warn({ msg: 'queue error', queue: name, error: loggableError(error) }));
  }

  override close(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    await closed(this.backend, () => super.close(), closeQueueWithinMs);
  }
}

/**
 * On Postgres an idle worker is told of a new job by NOTIFY. Where that does not arrive, as on a connection that is dead without
 * anybody knowing, it finds the job by looking: "≤ 1 s with LISTEN dead".
 */
const looksEverySeconds = 0.75;

/** A BullMQ worker on whatever backend the location asks for. It starts when it is told to. */
export class TaskWorker extends Worker<TaskJob, void, string, IQueueBackend, number, QueueLocation> {
  private readonly logger = new Logger('TaskWorker');
  private readonly isOnPostgres: boolean;
  private ending: Promise<void> | undefined;

  constructor(name: string, processor: Processor<TaskJob, void, string, number>, options: WorkerOptions<QueueLocation>) {
    const isOnPostgres = !options.connection.redisUrl;
    const drainDelay = isOnPostgres ? looksEverySeconds : longestBlockSeconds;
    super(name, processor, { ...options, ...takeover, drainDelay, autorun: false, runRetryDelay: 1_000 }, queueBackend);
    this.isOnPostgres = isOnPostgres;
    this.on('error', (error) => this.logger.warn({ msg: 'worker error', queue: name, error: loggableError(error) }));
  }

  /** Also while a job is delayed for longer. */
  override get maximumBlockTimeout(): number {
    return this.isOnPostgres ? looksEverySeconds : longestBlockSeconds;
  }

  /** Waits for the jobs at hand, but no longer than its deadline: BullMQ itself waits for a lost Redis for ever. */
  override close(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    const isInTime = await closed(this.backend, () => super.close(), closeWorkerWithinMs);
    if (!isInTime) this.logger.warn({ msg: 'worker did not close in time', queue: this.name });
  }
}

/**
 * False when the deadline came first. Closing says goodbye to a Redis that may not hear it, after which a client goes on connecting for
 * ever and keeps its process alive: one that has no connection, or is not told goodbye in time, has to be told to end.
 */
async function closed(backend: IQueueBackend, close: () => Promise<void>, withinMs: number): Promise<boolean> {
  const clients = await clientsOf(backend);
  const lost = clients.filter(({ status }) => status !== 'ready');
  const isInTime = await endsWithin(close(), withinMs);
  if (!isInTime) void backend.disconnect().catch(() => undefined);
  for (const client of isInTime ? lost : clients) client.disconnect();
  return isInTime;
}

/** False when the deadline came first. A late failure is nobody's concern any more. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  const inTime = await Promise.race([ended, deadline]);
  clearTimeout(timer);
  return inTime;
}
