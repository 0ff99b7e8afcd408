import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DurableWork } from '../durable-work';
import { DurableWorkModule } from '../durable-work.module';
import type { TaskHandler } from '../task-handler';
import { TaskReconciler } from '../task-reconciler';
import { TaskQueues } from '../task-queues';
import { TaskWorkersModule } from '../task-workers.module';

/** The handler of the only task of its queue, so that a test needs no other. */
export type RulesHandler = TaskHandler<'derive-sync-rules'>;

class DeriveSyncRules {
  handle(): Promise<void> {
    return Promise.reject(new Error('Every test brings its own handler'));
  }
}

export interface TaskWorkerApp {
  work: DurableWork;
  queues: TaskQueues;
  reconciler: TaskReconciler;
  /** Hands a recorded task to its queue. */
  dispatch(taskId: string): Promise<void>;
  stop(): Promise<void>;
}

export interface TaskWorkerOptions {
  dataSource: DataSource;
  databaseUrl: string;
  redisUrl?: string;
  handler: RulesHandler;
  concurrency?: number;
}

/** An app that carries out derive-sync-rules as the test says. */
export async function startTaskWorker({
  dataSource,
  databaseUrl,
  redisUrl,
  handler,
  concurrency = 4,
}: TaskWorkerOptions): Promise<TaskWorkerApp> {
  @Global()
  @Module({
    providers: [
      { provide: DataSource, useValue: dataSource },
      { provide: DeriveSyncRules, useValue: handler },
    ],
    exports: [DataSource, DeriveSyncRules],
  })
  class GivenByTest {}

  @Module({
    imports: [
      DurableWorkModule.forRoot({ databaseUrl, redisUrl }),
      TaskWorkersModule.forHandlers({
        imports: [GivenByTest],
        handlers: { 'derive-sync-rules': DeriveSyncRules },
        concurrency: { useFactory: () => concurrency },
      }),
    ],
  })
  class WorkerApp {}

  const app: INestApplicationContext = await NestFactory.createApplicationContext(WorkerApp, { logger: false });
  return {
    work: app.get(DurableWork),
    queues: app.get(TaskQueues),
    reconciler: app.get(TaskReconciler, { strict: false }),
    dispatch: (id) => app.get(TaskQueues).offer([{ id, queue: 'sync-rules' }]),
    stop: () => app.close(),
  };
}
