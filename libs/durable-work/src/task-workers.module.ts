import {
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type FactoryProvider,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type Type,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DurableWork } from './durable-work';
import type { TaskHandler, TaskHandlers } from './task-handler';
import { placesOf, taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';
import { taskProcessorOf, type TaskProcessor } from './task-processor';
import { Progress } from './progress';
import { TaskReconciler } from './task-reconciler';
import { TaskQueues } from './task-queues';
import { closeWorkerWithinMs, endsWithin } from './task-queue';
import { TaskRunner } from './task-runner';

/** Handler class of each task that an app handles. The app runs the queues of these tasks. */
export type TaskHandlerClasses = { [N in TaskName]?: Type<TaskHandler<N>> };

export interface TaskWorkersOptions extends Pick<ModuleMetadata, 'imports'> {
  handlers: TaskHandlerClasses;
  /** Tasks of one queue at once. */
  concurrency: Pick<FactoryProvider<number>, 'useFactory' | 'inject'>;
}

/** The app runs a queue without a handler for each of its tasks. */
export class MissingTaskHandlers extends Error {
  constructor(names: readonly string[]) {
    super(`No handler for ${names.join(', ')}, although this app runs their queue`);
    this.name = 'MissingTaskHandlers';
  }
}

const concurrencyToken = Symbol('taskConcurrency');
const processorsToken = Symbol('taskProcessors');

/** Runs tasks. Needs DurableWorkModule, a TypeORM DataSource, and the handlers as providers of the imported modules. */
@Module({})
export class TaskWorkersModule {
  /** Throws MissingTaskHandlers. */
  static forHandlers({ imports = [], handlers, concurrency }: TaskWorkersOptions): DynamicModule {
    const names = taskNames.filter((name) => handlers[name]);
    const queues = queuesOf(names);
    const classes = names.map((name) => handlers[name] as Type<TaskHandler>);
    const processors = queues.map((queue) => taskProcessorOf(queue));
    return {
      module: TaskWorkersModule,
      imports,
      providers: [
        { provide: concurrencyToken, ...concurrency },
        {
          provide: TaskRunner,
          inject: [DataSource, DurableWork, concurrencyToken, Progress, ...classes],
          useFactory: (dataSource: DataSource, work: DurableWork, limit: number, progress: Progress, ...given: TaskHandler[]) => {
            const handlersByName = Object.fromEntries(names.map((name, index) => [name, given[index]])) as TaskHandlers;
            return new TaskRunner(dataSource, work, handlersByName, limit, progress);
          },
        },
        {
          provide: TaskReconciler,
          inject: [DataSource, TaskQueues, TaskRunner],
          useFactory: (dataSource: DataSource, opened: TaskQueues, runner: TaskRunner) => new TaskReconciler(dataSource, opened, runner),
        },
        ...processors.map((processor) => ({
          provide: processor,
          inject: [TaskRunner],
          useFactory: (runner: TaskRunner) => new processor(runner),
        })),
        { provide: processorsToken, inject: processors, useFactory: (...given: TaskProcessor[]) => given },
        {
          provide: TaskWorkers,
          inject: [TaskQueues, TaskRunner, processorsToken, concurrencyToken],
          useFactory: (opened: TaskQueues, runner: TaskRunner, given: TaskProcessor[], limit: number) =>
            new TaskWorkers(opened, runner, given, limit),
        },
      ],
      exports: [TaskReconciler, TaskWorkers],
    };
  }
}

/** Queues of the named tasks. Throws MissingTaskHandlers when one of them carries another task. */
function queuesOf(names: readonly TaskName[]): TaskQueueName[] {
  const queues = [...new Set(names.map((name) => tasks[name].queue))];
  const missing = taskNames.filter((name) => queues.includes(tasks[name].queue) && !names.includes(name));
  if (missing.length > 0) throw new MissingTaskHandlers(missing);
  return queues;
}

/** The workers: started when the app is complete, drained before its database closes. */
export class TaskWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly queues: TaskQueues,
    private readonly runner: TaskRunner,
    private readonly processors: readonly TaskProcessor[],
    private readonly concurrency: number,
  ) {}

  /**
   * On Postgres a worker whose first connection failed never recovers: it would poll in a busy loop that blocks the process. Then the
   * app does not start.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.queues.waitUntilReady();
    if (this.queues.mustBeReady) await Promise.all(this.processors.map(({ worker }) => worker.waitUntilReady()));
    for (const { worker } of this.processors) {
      worker.concurrency = placesOf(worker.name as TaskQueueName, this.concurrency);
      // Failures reach the worker's error listener.
      void worker.run().catch((error: Error) => worker.emit('error', error));
    }
  }

  /** Attempts end at their next safe point and return to their queue at no cost. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([endsWithin(this.runner.stop(), closeWorkerWithinMs), ...this.processors.map(({ worker }) => worker.close())]);
  }
}
