import { createTestDatabase, until, type QueueBackend, type TestDatabase } from '@sync/test-harness';
import { recordTask } from './insert-tasks';
import { startTaskWorker, type RulesHandler, type TaskWorkerApp } from './task-worker-app';

export interface TaskRow {
  state: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

/** A database, a queue, and a worker that ends with its test. */
export class TaskScene {
  private app: TaskWorkerApp | undefined;

  private constructor(
    readonly database: TestDatabase,
    private readonly redis: Awaited<ReturnType<QueueBackend['start']>>,
  ) {}

  static async set(backend: QueueBackend): Promise<TaskScene> {
    return new TaskScene(await createTestDatabase(), await backend.start());
  }

  async start(handler: RulesHandler): Promise<TaskWorkerApp> {
    const { dataSource, url } = this.database;
    this.app = await startTaskWorker({ dataSource, databaseUrl: url, redisUrl: this.redis?.url, handler });
    return this.app;
  }

  /** A committed task that no queue knows yet. Returns its id. */
  record(): Promise<string> {
    return recordTask(this.database.dataSource);
  }

  async row(id: string): Promise<TaskRow | undefined> {
    return (await this.sql<TaskRow>('select state, attempts, max_attempts, last_error from tasks where id = $1', [id]))[0];
  }

  sql<T>(text: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(text, parameters);
  }

  ended(id: string): Promise<void> {
    return until(async () => (await this.row(id))?.state !== 'pending');
  }

  /** After each test. */
  async clear(): Promise<void> {
    await this.app?.stop();
    this.app = undefined;
  }

  async strike(): Promise<void> {
    await this.clear();
    await this.redis?.stop();
    await this.database.stop();
  }
}
