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

  /** A task that is committed without a ring. `set`: SQL of columns of its row. Returns its id. */
  record(set?: string): Promise<string> {
    return recordTask(this.database.dataSource, { set });
  }

  /** A task of that state. Returns its id. */
  async insert(
    state: string,
    values: {
      queue?: string;
      name?: string;
      connection?: string;
      attempts?: number;
      at?: number;
      lastError?: string | null;
      /** Seconds since the lease ran out; negative: until it does. Default: no worker has picked it up. */
      leaseEnded?: number;
    } = {},
  ): Promise<string> {
    const id = uuidv7(values.at === undefined ? undefined : { msecs: values.at });
    const { queue = 'sync-rules', name = 'derive-sync-rules', connection = null, attempts = 5, leaseEnded } = values;
    const { lastError = 'The shop does not respond.' } = values;
    await this.sql(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error, finished_at, held, not_before)
       values ($1, $2, $3, jsonb_build_object('tenantId', $10::text), $4, $5, $6, 5, $7, case when $5 <> 'pending' then now() end, $8, now() - make_interval(secs => $9))`,
      [
        id,
        queue,
        name,
        connection,
        state,
        attempts,
        lastError,
        leaseEnded !== undefined,
        leaseEnded ?? 0,
        leaseEnded === undefined ? 'canary' : id,
      ],
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
