import { DurableWork, TaskQueues, type Enqueue } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { bringSyncsForward } from '../bring-syncs-forward';
import type { SyncSchedule } from '../look-at-schedule';
import { openDueSyncRuns, type DueSyncLimits } from '../open-due-sync-runs';

export const hour = 3_600;

export const schedule: SyncSchedule = {
  intervals: { manual: null, hourly: hour, every_six_hours: 6 * hour, daily: 24 * hour, weekly: 168 * hour },
  defaultFrequencies: { commerce_a: 'daily' },
  fullSeconds: 168 * hour,
  reconcileSeconds: 24 * hour,
  quietHours: null,
};

const plenty: DueSyncLimits = { maxQueued: 1_000, maxOpenOfTenant: 1_000 };

export interface ScheduledShop {
  /** Default: commerce_a. */
  slug?: string;
  /** Null: no configuration. Undefined: a configuration without a frequency. */
  frequency?: string | null;
  dataTypes?: string[];
  /** Default: active. */
  status?: string;
  /** Default: 30 days. */
  connectedSecondsAgo?: number;
  /** What its only sync rule allows. Default: orders. */
  domains?: string[];
  isRuleActive?: boolean;
  /** Default: a new one. */
  tenant?: string;
}

/** A database with shops whose syncs become due. */
export class ScheduleScene {
  database!: TestDatabase;
  work!: DurableWork;
  private queues!: TaskQueues;

  /** Within a describe block: sets itself up before its tests, forgets the shops after each, and ends after them. */
  static use(): ScheduleScene {
    const scene = new ScheduleScene();
    beforeAll(async () => {
      scene.database = await createTestDatabase();
      scene.queues = TaskQueues.open({ databaseUrl: scene.database.url });
      scene.work = new DurableWork(scene.queues, scene.database.dataSource);
    });
    afterEach(() => scene.clear());
    afterAll(async () => {
      await scene.queues.close();
      await scene.database.stop();
    });
    return scene;
  }

  sql<T>(text: string, parameters: unknown[] = []): Promise<T[]> {
    return this.database.dataSource.query<T[]>(text, parameters);
  }

  async clear(): Promise<void> {
    await this.sql('truncate tenants, system_connections cascade');
  }

  openIn(manager: EntityManager, enqueue: Enqueue, limits = plenty, by = schedule): ReturnType<typeof openDueSyncRuns> {
    return openDueSyncRuns(manager, enqueue, by, limits);
  }

  /** A round of the schedule. */
  open(limits = plenty, by = schedule): ReturnType<typeof openDueSyncRuns> {
    return this.work.transaction((manager, enqueue) => this.openIn(manager, enqueue, limits, by));
  }

  /** The same; returns the connections of the runs. */
  async opened(limits = plenty): Promise<string[]> {
    return (await this.open(limits)).map(({ systemConnectionId }) => systemConnectionId);
  }

  async tenant(): Promise<string> {
    const id = uuidv7();
    await this.sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [id]);
    return id;
  }

  async shop(settings: ScheduledShop = {}): Promise<string> {
    const { slug = 'commerce_a', frequency, dataTypes, status = 'active', connectedSecondsAgo = 30 * 86_400 } = settings;
    const { domains = ['orders'], isRuleActive = true } = settings;
    const [id, tenantId] = [uuidv7(), settings.tenant ?? (await this.tenant())];
    const configuration = { ...(frequency && { frequency }), ...(dataTypes && { data_types: dataTypes }) };
    await this.sql(
      `insert into system_connections (id, tenant_id, system_id, name, status, configuration, last_connected_at, disconnected_at)
       select $1, $2, systems.id, 'Shop', $3, $4, now() - make_interval(secs => $5), case when $3 = 'disconnected' then now() end from systems where slug = $6`,
      [id, tenantId, status, frequency === null ? null : JSON.stringify(configuration), connectedSecondsAgo, slug],
    );
    await this.sql(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values ($1, $2, $3, $3, $4, $5, true)`,
      [uuidv7(), tenantId, id, domains, isRuleActive],
    );
    await bringSyncsForward(this.database.dataSource, [id]);
    return id;
  }
}
