import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Queue, Worker, type IQueueBackend, type QueueOptions } from 'bullmq';
import { v7 as uuidv7 } from 'uuid';
import { clientsOf, maxBlockSeconds, queueBackend, type QueueLocation } from './queue-backend';
import { redisOutage } from './redis-outage';

/** The only job of a queue. Its constant id keeps it the only one, however often callers ring. */
const ring = { name: 'ring', id: 'ring' };
type RingData = Record<string, never>;

function logError(logger: Logger, msg: string, { name, opts }: { name: string; opts: { connection: QueueLocation } }, error: Error): void {
  const { redisUrl } = opts.connection;
  if (redisUrl && redisOutage.note(redisUrl, error)) return;
  logger.warn({ msg, queue: name, error: loggableError(error) });
}

const closeQueueWithinMs = 2_000;
export const closeWorkerWithinMs = 10_000;

/** A BullMQ queue on the backend of its location. It carries no tasks: it rings for a worker. Closing it always ends, even when its Redis is gone. */
export class TaskQueue extends Queue<RingData, void, string, RingData, void, string, IQueueBackend, QueueLocation> {
  private readonly logger = new Logger('TaskQueue');
  private ending: Promise<void> | undefined;

  constructor(name: string, options: QueueOptions<QueueLocation>) {
    super(name, { ...options, defaultJobOptions: { removeOnComplete: true, removeOnFail: true } }, queueBackend);
    this.on('error', (error) => logError(this.logger, 'queue error', this, error));
  }

  /** Wakes one idle worker of the queue. Rejects when the queue is down. */
  async ring(): Promise<void> {
    await this.add(ring.name, {}, { jobId: ring.id });
  }

  override close(): Promise<void> {
    return (this.ending ??= this.end());
  }

  private async end(): Promise<void> {
    await closed(this.backend, () => super.close(), closeQueueWithinMs);
  }
}

/** A ring that a dead worker took is heard by another worker after this time. Until then idle workers find their tasks when they poll. */
const takeover = { lockDuration: 5_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

/** Hears the rings of a queue. */
export class TaskWorker extends Worker<RingData, void, string, IQueueBackend, number, QueueLocation> {
  private readonly logger = new Logger('TaskWorker');
  private readonly token = uuidv7();
  private ending: Promise<void> | undefined;

  constructor(name: string, connection: QueueLocation) {
    super(name, null, { connection, ...takeover, drainDelay: maxBlockSeconds, autorun: false, runRetryDelay: 1_000 }, queueBackend);
    this.on('error', (error) => logError(this.logger, 'worker error', this, error));
  }

  /**
   * Resolves after a ring, or without one after some seconds: returns whether there was one. The queue forgets the ring before this
   * resolves, so a ring for a task that the caller's look does not find yet makes another one. Rejects when the queue is down.
   */
  async hear(): Promise<boolean> {
    const job = await this.getNextJob(this.token, { block: true });
    if (!job) return false;
    await job.moveToCompleted(undefined, this.token, false);
    return true;
  }

  /** Waits until a deadline; BullMQ itself would wait for a lost Redis for ever. */
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
