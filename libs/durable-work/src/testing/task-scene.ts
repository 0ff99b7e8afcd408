import { createTestDatabase, until, type QueueBackend, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { recordTask } from './insert-tasks';
import { startTaskWorker, type RulesHandler, type TaskWorkerApp } from './task-worker-app';

interface TaskRow {
  state: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

/** A database, a queue, and a worker that ends with its test. */
export class TaskScene {
  private app: TaskWorkerApp | undefined;

  database!: TestDatabase;
  private redis: Awaited<ReturnType<QueueBackend['start']>>;

  /** Within a describe block: sets itself up before its tests and ends after them. */
  static use(backend: QueueBackend): TaskScene {
    const scene = new TaskScene();
    beforeAll(async () => {
      scene.database = await createTestDatabase();
      scene.redis = await backend.start();
    });
    afterEach(() => scene.clear());
    afterAll(async () => {
      await scene.redis?.stop();
      await scene.database.stop();
    });
    return scene;
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

  /** A task of that state. Returns its id. */
  async insert(
    state: string,
    values: { queue?: string; name?: string; connection?: string; attempts?: number; at?: number } = {},
  ): Promise<string> {
    const id = uuidv7(values.at === undefined ? undefined : { msecs: values.at });
    const { queue = 'sync-rules', name = 'derive-sync-rules', connection = null, attempts = 5 } = values;
    await this.sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error, finished_at)
       values ($1, $2, $3, '{"tenantId": "canary"}', $4, $5, $6, 5, 'The shop does not respond.', case when $5 <> 'pending' then now() end)`,
      [id, queue, name, connection, state, attempts],
    );
    return id;
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

  private async clear(): Promise<void> {
    await this.app?.stop();
    this.app = undefined;
  }
}
