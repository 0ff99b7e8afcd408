import { DurableWork, TaskQueues, type Enqueue } from '@sync/durable-work';
import { addManyConnections, countBlocks, createTestDatabase, until, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SyncSchedule } from './look-at-schedule';
import { openDueSyncRuns, type DueSyncLimits } from './open-due-sync-runs';

const hour = 3_600;
const schedule: SyncSchedule = {
  intervals: { manual: null, hourly: hour, daily: 24 * hour, weekly: 168 * hour },
  defaultFrequencies: { commerce_a: 'daily' },
};
const plenty: DueSyncLimits = { maxQueued: 1_000, maxOpenOfTenant: 1_000 };

describe('the schedule of syncs', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let work: DurableWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    work = new DurableWork(queues, database.dataSource);
  });
  afterEach(() => sql('truncate tenants, system_connections cascade'));
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const openIn = (manager: EntityManager, enqueue: Enqueue, limits = plenty) => openDueSyncRuns(manager, enqueue, schedule, limits);
  const open = (limits = plenty) => work.transaction((manager, enqueue) => openIn(manager, enqueue, limits));
  const opened = async (limits = plenty) => (await open(limits)).map(({ systemConnectionId }) => systemConnectionId);

  async function tenant(): Promise<string> {
    const id = uuidv7();
    await sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [id]);
    return id;
  }

  /** A shop that was connected an hour ago and may export its orders. */
  async function shop({ frequency = 'daily', status = 'active', isRuleActive = true, owner = '' } = {}): Promise<string> {
    const [id, tenantId] = [uuidv7(), owner || (await tenant())];
    await sql(
      `insert into system_connections (id, tenant_id, system_id, name, status, configuration, last_connected_at)
       select $1, $2, systems.id, 'Shop', $3, $4, now() - interval '1 hour' from systems where slug = 'commerce_a'`,
      [id, tenantId, status, JSON.stringify({ frequency })],
    );
    await sql(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values ($1, $2, $3, $3, '{orders}', $4, true)`,
      [uuidv7(), tenantId, id, isRuleActive],
    );
    return id;
  }

  const configure = `update system_connections set configuration = '{"frequency": "hourly"}' where id = $1`;

  it.each<[string, Parameters<typeof shop>[0], string]>([
    ['a frequency', { frequency: 'manual' }, configure],
    ['an activation', { status: 'error' }, `update system_connections set status = 'active' where id = $1`],
    ['a rule that becomes active', { isRuleActive: false }, `update sync_rules set is_active = true where source_connection_id = $1`],
    [
      'a new rule',
      { isRuleActive: false },
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       select gen_random_uuid(), tenant_id, id, id, '{orders}', true, false from system_connections where id = $1`,
    ],
  ])('%s makes a sync due at once that was looked at before', async (_, settings, change) => {
    const id = await shop(settings);
    expect([await opened(), await opened()]).toEqual([[], []]);
    await sql(change, [id]);
    expect(await opened()).toEqual([id]);
  });

  it('loses no change that commits while it looks', async () => {
    const [changing, waiting] = [await shop({ frequency: 'manual' }), await shop({ frequency: 'manual' })];
    await database.dataSource.transaction(async (manager) => {
      await manager.query(configure, [changing]);
      expect(await opened()).toEqual([]);
    });
    expect(await opened()).toEqual([changing]);

    await sql('update scheduled_syncs set due_at = now() where system_connection_id = $1', [waiting]);
    let change: Promise<unknown> = Promise.resolve();
    await work.transaction(async (manager, enqueue) => {
      await openIn(manager, enqueue);
      change = sql(configure, [waiting]);
      await until(
        async () => (await sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query = $1`, [configure])).length > 0,
      );
    });
    await change;
    expect(await opened()).toEqual([waiting]);
  });

  it('looks at every sync within a day, also when nothing calls for it', async () => {
    await shop({ frequency: 'manual' });
    await shop({ frequency: 'weekly', isRuleActive: false });
    await shop({ status: 'inactive' });
    await open();
    expect(await sql(`select from scheduled_syncs where due_at between now() and now() + interval '1 day'`)).toHaveLength(9);
  });

  it('reaches a tenant behind more due syncs than it looks at in one round', async () => {
    const busy = await tenant();
    const many = Array.from({ length: 30 }, () => shop({ owner: busy }));
    await Promise.all(many);
    const limits = { maxQueued: 100, maxOpenOfTenant: 1, maxLooks: 20 };
    for (let round = 0; round < 6; round += 1) await open(limits);
    const quiet = await shop();
    const found = [];
    for (let round = 0; round < 6; round += 1) found.push(...(await opened(limits)));
    expect(found).toEqual([quiet]);
  });

  describe('with ten times as many connections', () => {
    const noTasks: Enqueue = Object.assign(() => Promise.resolve(''), { all: () => Promise.resolve() });

    /** Blocks of a round with nothing due, and of one with 39 due syncs. */
    async function costs(connections: number): Promise<[number, number]> {
      await addManyConnections(database.dataSource, connections);
      // Every row is new, so every one is looked at once.
      while ((await sql('select from scheduled_syncs where due_at <= now() limit 1')).length > 0) await open();
      await sql('vacuum (analyze) scheduled_syncs');
      const round = () => countBlocks(database.dataSource, (session) => openIn(session as unknown as EntityManager, noTasks));
      const quiet = await round();
      await sql(`
        with due as (
          update sync_runs set created_at = now() - interval '25 hours' where id in (select id from sync_runs where capability = 'orders' limit 39)
          returning system_connection_id, capability
        )
        update scheduled_syncs set due_at = now() from due
        where scheduled_syncs.system_connection_id = due.system_connection_id and scheduled_syncs.capability = due.capability`);
      const busy = await round();
      expect(await open()).toHaveLength(39);
      return [quiet, busy];
    }

    it('a round costs the same, with nothing due and with a few due syncs', async () => {
      const small = await costs(1_000);
      await sql('truncate tenants, system_connections cascade');
      const large = await costs(10_000);
      // A look-up in an index reads one level more at most.
      expect(large[0]).toBeLessThanOrEqual(small[0] + 2);
      expect(large[1]).toBeLessThan(small[1] * 1.5);
    });
  });
});
