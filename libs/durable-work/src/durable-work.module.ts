import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { type DynamicModule, type FactoryProvider, Module, type ModuleMetadata, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DurableWork } from './durable-work';
import type { QueueLocation } from './queue-backend';
import { Progress } from './progress';
import { prepareQueues } from './prepare-queues';
import { taskQueueNames } from './task-map';
import { TaskQueue } from './task-queue';
import { TaskQueues } from './task-queues';

/** Provides where the queues are. */
export const queueLocation = Symbol('queueLocation');

export interface AsyncDurableWorkOptions extends Pick<ModuleMetadata, 'imports'>, Pick<FactoryProvider<QueueLocation>, 'inject'> {
  useFactory: FactoryProvider<QueueLocation>['useFactory'];
}

/** Provides DurableWork everywhere in an app. An app that only enqueues tasks needs nothing else. */
@Module({})
export class DurableWorkModule implements OnApplicationBootstrap {
  constructor(private readonly queues: TaskQueues) {}

  static forRoot(location: QueueLocation): DynamicModule {
    return this.forRootAsync({ useFactory: () => location });
  }

  static forRootAsync({ imports = [], inject = [], useFactory }: AsyncDurableWorkOptions): DynamicModule {
    BullModule.queueClass = TaskQueue;
    let prepared: Promise<void> | undefined;
    const connect = async (...injected: unknown[]) => {
      const connection = await useFactory(...injected);
      await (prepared ??= prepareQueues(connection));
      return { connection };
    };
    const queues = taskQueueNames.map((name) => ({ name, imports, inject, useFactory: connect }));
    return {
      module: DurableWorkModule,
      global: true,
      imports: [...imports, BullModule.registerQueueAsync(...queues)],
      providers: [
        { provide: queueLocation, inject, useFactory },
        Progress,
        {
          provide: TaskQueues,
          inject: [queueLocation, ...taskQueueNames.map((name) => getQueueToken(name))],
          useFactory: (location: QueueLocation, ...opened: TaskQueue[]) => new TaskQueues(location, opened),
        },
        {
          provide: DurableWork,
          inject: [TaskQueues, { token: DataSource, optional: true }],
          useFactory: (opened: TaskQueues, dataSource?: DataSource) => new DurableWork(opened, dataSource),
        },
      ],
      exports: [queueLocation, TaskQueues, DurableWork, Progress],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.queues.waitUntilReady();
  }
}
