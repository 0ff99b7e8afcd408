import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DurableWork } from '../durable-work';
import { DurableWorkModule } from '../durable-work.module';
import type { TaskHandler } from '../task-handler';
import { TaskQueues } from '../task-queues';
import { TaskWorkers } from '../task-workers';
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
  workers: TaskWorkers;
  /** After tasks were recorded without DurableWork. */
  ring(): void;
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
        concurrency,
      }),
    ],
  })
  class WorkerApp {}

  const app: INestApplicationContext = await NestFactory.createApplicationContext(WorkerApp, { logger: false });
  return {
    work: app.get(DurableWork),
    queues: app.get(TaskQueues),
    workers: app.get(TaskWorkers, { strict: false }),
    ring: () => app.get(TaskQueues).ring(['sync-rules']),
    stop: () => app.close(),
  };
}
