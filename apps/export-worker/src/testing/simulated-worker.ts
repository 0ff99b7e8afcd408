import { Logger } from '@nestjs/common';
import { CredentialsCipher, KeyRing, KeyRingCheck } from '@sync/credentials';
import { DurableWork, Progress, TaskQueues, TaskRunner, type TaskQueueName } from '@sync/durable-work';
import { IntegrationRegistry } from '@sync/integrations';
import { createPool } from '@sync/postgres';
import { MissingRecords, RecordStore } from '@sync/record-store';
import { systemCapabilities } from '@sync/records';
import { listedKeysSql, pageCheckpointSql, ShopBudgets, ShopOutages, SyncRuns } from '@sync/sync-runs';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { Pool } from 'pg';
import { DeleteConfirmedRecords, FindDeletions } from '../bulk-sync/deletions/find-deletions';
import { FinishSyncRun } from '../bulk-sync/drift/finish-sync-run';
import { EndSyncs } from '../bulk-sync/end/end-syncs';
import { RestartFailedRun } from '../bulk-sync/end/restart-failed-run';
import { FetchPageRange } from '../bulk-sync/fetch/fetch-page-range';
import { PlanSyncRun } from '../bulk-sync/plan/plan-sync-run';
import { SyncTargets } from '../bulk-sync/sync-target';
import { WaitForShop } from '../bulk-sync/wait/wait-for-shop';
import { WorkerConfiguration } from '../configuration';
import type { Mailer } from '../link-mails/mailer';
import { TellOfLink } from '../link-mails/tell-of-link';
import { RefetchRecords } from '../webhooks/refetch-records';
import { StoreChange } from '../webhooks/store-change';
import { testKeys } from './linked-shop';

/** Tasks that become due within this time run together. */
const minSeconds = 3;

type TaskHandlersOfSyncs = ConstructorParameters<typeof TaskRunner>[2];

/**
 * A worker whose waits take no time: instead of waiting, it moves every time that is stored into the past. What runs, and the order in
 * which it runs, is that of a worker that waits.
 */
export class SimulatedWorker {
  /** Seconds that have passed. */
  seconds = 0;
  store!: RecordStore;
  /** Costs as much as there are records. */
  movesRecords = false;
  /** Null: no mail is set up. Counts from the next restart. */
  mailer: Mailer | null = null;
  private runner!: TaskRunner;
  private registry!: IntegrationRegistry;

  private constructor(
    readonly database: TestDatabase,
    readonly queues: TaskQueues,
    private readonly pool: Pool,
  ) {
    this.restart();
  }

  static async start(): Promise<SimulatedWorker> {
    Logger.overrideLogger(false);
    const database = await createTestDatabase();
    const queues = TaskQueues.open({ databaseUrl: database.url });
    await queues.waitUntilReady();
    return new SimulatedWorker(
      database,
      queues,
      createPool({ connectionString: database.allTenantsUrl, max: 8, application_name: 'simulated worker' }),
    );
  }

  /** Another worker process takes over: nothing that was only in memory is known any more. The deadline of a page passes in real time. */
  restart(pageDeadlineMs = 10_000): void {
    const { database, pool } = this;
    const { dataSource } = database;
    this.registry?.close();
    const configuration = Object.assign(new WorkerConfiguration(), { fetchTurnSeconds: 30 });
    const outages = new ShopOutages(dataSource, configuration.outageToleranceSeconds);
    this.registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], commerceA: { pageDeadlineMs }, breaker: { outages } });
    const work = new DurableWork(this.queues, dataSource);
    const syncs = new SyncRuns(dataSource, work, configuration.maxRequestsPerShop);
    const budgets = new ShopBudgets(dataSource, work, configuration.maxRequestsPerShop);
    const keys = KeyRing.parse(testKeys);
    const check = new KeyRingCheck((text, values) => dataSource.query(text, values), keys);
    const targets = new SyncTargets(dataSource, this.registry, new CredentialsCipher(keys), check);
    const store = (this.store = new RecordStore(pool, pageCheckpointSql));
    const end = new EndSyncs(syncs);
    const failed = new RestartFailedRun(syncs, targets);
    const wait = new WaitForShop(dataSource, syncs, end, budgets, configuration);
    const deletions = new FindDeletions(new MissingRecords(pool, listedKeysSql), configuration);
    const fetches = new FetchPageRange(syncs, targets, store, end, failed, wait, budgets, configuration);
    const handlers: TaskHandlersOfSyncs = {
      'plan-sync-run': new PlanSyncRun(syncs, targets, store, end, failed, wait, budgets, fetches),
      'fetch-page-range': fetches,
      'finish-sync-run': new FinishSyncRun(syncs, store, deletions, end, failed),
      'tell-of-link': new TellOfLink(dataSource, this.mailer),
      'delete-confirmed-records': new DeleteConfirmedRecords(syncs, deletions),
      'refetch-records': new RefetchRecords(targets, new StoreChange(dataSource, targets, store, work), budgets),
    };
    this.runner = new TaskRunner(dataSource, work, handlers, new Progress(), configuration.maxRequestsPerShop);
  }

  /** Works for this many seconds, or until nothing is left to do. `each`: called whenever it waits. */
  async work(seconds: number, each: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (const end = this.seconds + seconds; ;) {
      await this.runDueTasks();
      await each();
      const wait = await this.secondsToNextTask();
      if (wait === null || this.seconds >= end) return;
      await this.pass(Math.min(Math.max(wait, minSeconds), end - this.seconds));
    }
  }

  sql<T>(text: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(text, parameters);
  }

  async stop(): Promise<void> {
    this.registry.close();
    this.runner.interrupt();
    await this.queues.close();
    await this.pool.end();
    await this.database.stop();
  }

  /** Claims them as a worker does. */
  private async runDueTasks(): Promise<void> {
    const due = `select queue from tasks where state = 'pending' and not held and not_before <= now()`;
    const claimed = async (queue: TaskQueueName) => {
      const [task] = await this.runner.claim(queue, 'any', 1);
      await task?.run();
      return task !== undefined;
    };
    for (let hasClaimed = true; hasClaimed;) {
      const tasks = await this.sql<{ queue: TaskQueueName }>(due);
      const outcomes = await Promise.allSettled(tasks.map(({ queue }) => claimed(queue)));
      hasClaimed = outcomes.some((outcome) => outcome.status === 'rejected' || outcome.value);
    }
  }

  private async secondsToNextTask(): Promise<number | null> {
    const [next] = await this.sql<{ seconds: number | null }>(
      `select extract(epoch from min(greatest(not_before, host.wait_until)) - now())::float8 as seconds
       from tasks left join shop_hosts host on host.host = tasks.shop_host where state = 'pending'`,
    );
    return next?.seconds === null || next?.seconds === undefined ? null : Math.max(next.seconds, 0.001);
  }

  /** Times of tasks, runs, schedules and outages, and those of records if a test asks for it. */
  async pass(seconds: number): Promise<void> {
    this.seconds += seconds;
    const earlier = (...columns: string[]) => columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`).join();
    const runs = earlier('created_at', 'started_at', 'finished_at', 'waiting_until', 'waiting_since', 'failing_since');
    for (const update of [
      `update tasks set ${earlier('not_before')} where state = 'pending' and not_before > '-infinity'`,
      `update sync_runs set ${runs}`,
      `update scheduled_syncs set ${earlier('due_at', 'last_full_at', 'last_reconcile_at', 'reconcile_wanted_at')}`,
      `update missing_records set ${earlier('missing_since', 'missed_at', 'written_at')}`,
      ...(this.movesRecords ? systemCapabilities : []).map(
        (table) => `update ${table} set ${earlier('synced_at', 'content_at', 'deleted_at')}`,
      ),
      `update shop_hosts set ${earlier('wait_until')}`,
      `update shop_outages set ${earlier('since', 'failed_at', 'probe_at')}`,
    ])
      await this.sql(`with moved as (${update} returning 1) select from moved`, [seconds]);
  }
}
