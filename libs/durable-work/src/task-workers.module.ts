import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DurableWork } from './durable-work';
import { queueLocation } from './durable-work.module';
import type { QueueLocation } from './queue-backend';
import { Progress } from './progress';
import type { TaskHandler, TaskHandlers } from './task-handler';
import { taskNames, tasks, type TaskName, type TaskQueueName } from './task-map';
import { TaskQueues } from './task-queues';
import { TaskRunner } from './task-runner';
import { TaskWorkers } from './task-workers';

/** Handler class of each task that an app handles. The app runs the queues of these tasks. */
export type TaskHandlerClasses = { [N in TaskName]?: Type<TaskHandler<N>> };

export interface TaskWorkersOptions extends Pick<ModuleMetadata, 'imports'> {
  handlers: TaskHandlerClasses;
  /** Tasks of one queue at once. */
  concurrency: number;
  /** The ceiling of requests in flight to one shop's host, across all workers. */
  maxRequestsPerShop?: number;
}

/** The app runs a queue without a handler for each of its tasks. */
export class MissingTaskHandlers extends Error {
  constructor(names: readonly string[]) {
    super(`No handler for ${names.join(', ')}, although this app runs their queue`);
    this.name = 'MissingTaskHandlers';
  }
}

/** Runs tasks. Needs DurableWorkModule, a TypeORM DataSource, and the handlers as providers of the imported modules. */
@Module({})
export class TaskWorkersModule {
  /** Throws MissingTaskHandlers. */
  static forHandlers({ imports = [], handlers, concurrency, maxRequestsPerShop }: TaskWorkersOptions): DynamicModule {
    const names = taskNames.filter((name) => handlers[name]);
    const queues = queuesOf(names);
    const classes = names.map((name) => handlers[name] as Type<TaskHandler>);
    return {
      module: TaskWorkersModule,
      imports,
      providers: [
        {
          provide: TaskRunner,
          inject: [DataSource, DurableWork, Progress, ...classes],
          useFactory: (dataSource: DataSource, work: DurableWork, progress: Progress, ...given: TaskHandler[]) => {
            const handlersByName = Object.fromEntries(names.map((name, index) => [name, given[index]])) as TaskHandlers;
            return new TaskRunner(dataSource, work, handlersByName, progress, maxRequestsPerShop);
          },
        },
        {
          provide: TaskWorkers,
          inject: [queueLocation, TaskQueues, DurableWork, TaskRunner],
          useFactory: (location: QueueLocation, rung: TaskQueues, work: DurableWork, runner: TaskRunner) =>
            new TaskWorkers(location, { queues, rung, work, runner, concurrency }),
        },
      ],
      exports: [TaskWorkers],
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
