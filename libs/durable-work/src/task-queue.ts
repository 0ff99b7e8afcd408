import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Queue, Worker, type IQueueBackend, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq';
import { clientsOf, maxBlockSeconds, queueBackend, type QueueLocation } from './queue-backend';
import { redisOutage } from './redis-outage';

/** A queue carries only the task's id. */
export interface TaskJob {
  taskId: string;
}

function logError(logger: Logger, msg: string, { name, opts }: { name: string; opts: { connection: QueueLocation } }, error: Error): void {
  const { redisUrl } = opts.connection;
  if (redisUrl && redisOutage.note(redisUrl, error)) return;
  logger.warn({ msg, queue: name, error: loggableError(error) });
}

const closeQueueWithinMs = 2_000;
export const closeWorkerWithinMs = 10_000;

/**
 * A killed worker's job returns to the end of its queue after about a lockDuration, which under load is too late: a task must restart
 * within 20 s. TaskRunner.takeOver takes it straight from the ledger.
 */
const takeover = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 2 };

/** A BullMQ queue on the backend of its location. Closing it always ends, even when its Redis is gone. */
export class TaskQueue extends Queue<TaskJob, void, string, TaskJob, void, string, IQueueBackend, QueueLocation> {
  private readonly logger = new Logger('TaskQueue');
  private ending: Promise<void> | undefined;

  constructor(name: string, options: QueueOptions<QueueLocation>) {
    super(name, { ...options, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } }, queueBackend);
    this.on('error', (error) => logError(this.logger, 'queue error', this, error));
  }

  override close(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    await closed(this.backend, () => super.close(), closeQueueWithinMs);
  }
}

/** On Postgres an idle worker learns of a new job by NOTIFY. It also polls, so a dead LISTEN connection delays a job by at most a second. */
const pollEverySeconds = 0.75;

/** A BullMQ worker on the backend of its location. TaskWorkers starts it. */
export class TaskWorker extends Worker<TaskJob, void, string, IQueueBackend, number, QueueLocation> {
  private readonly logger = new Logger('TaskWorker');
  private readonly isOnPostgres: boolean;
  private ending: Promise<void> | undefined;

  constructor(name: string, processor: Processor<TaskJob, void, string, number>, options: WorkerOptions<QueueLocation>) {
    const isOnPostgres = !options.connection.redisUrl;
    const drainDelay = isOnPostgres ? pollEverySeconds : maxBlockSeconds;
    super(name, processor, { ...options, ...takeover, drainDelay, autorun: false, runRetryDelay: 1_000 }, queueBackend);
    this.isOnPostgres = isOnPostgres;
    this.on('error', (error) => logError(this.logger, 'worker error', this, error));
  }

  /** Applies also while the next job is delayed for longer. */
  override get maximumBlockTimeout(): number {
    return this.isOnPostgres ? pollEverySeconds : maxBlockSeconds;
  }

  /** Waits for running jobs until a deadline; BullMQ itself would wait for a lost Redis for ever. */
  override close(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    const isInTime = await closed(this.backend, () => super.close(), closeWorkerWithinMs);
    if (!isInTime) this.logger.warn({ msg: 'worker did not close in time', queue: this.name });
  }
}

/**
 * False when the deadline came first. A client that cannot say QUIT to its Redis reconnects for ever and keeps the process alive, so every
 * client is disconnected in the end.
 */
async function closed(backend: IQueueBackend, close: () => Promise<void>, withinMs: number): Promise<boolean> {
  const clients = await clientsOf(backend);
  const isInTime = await endsWithin(close(), withinMs);
  if (!isInTime) void backend.disconnect().catch(() => undefined);
  for (const client of clients) client.disconnect();
  return isInTime;
}

/** False when the deadline came first. A later failure is ignored. */
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
