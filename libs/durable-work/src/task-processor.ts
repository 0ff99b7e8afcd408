import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job, Worker } from 'bullmq';
import type { TaskQueueName } from './task-map';
import type { TaskJob } from './task-queue';
import type { TaskRunner } from './task-runner';

export interface TaskProcessor {
  readonly worker: Worker;
}

/** A class that Nest runs a worker of the queue with. */
export function taskProcessorOf(queue: TaskQueueName): new (runner: TaskRunner) => TaskProcessor {
  @Processor(queue)
  class QueueProcessor extends WorkerHost {
    constructor(private readonly runner: TaskRunner) {
      super();
    }

    /** Declares all three parameters: BullMQ counts them before it passes the signal. */
    override process(job: Job<TaskJob>, token?: string, lockLost?: AbortSignal): Promise<void> {
      return this.runner.run(job, token, lockLost);
    }
  }
  return QueueProcessor;
}
