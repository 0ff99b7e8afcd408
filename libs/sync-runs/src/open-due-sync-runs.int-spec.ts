import { DurableWork, TaskQueues } from '@sync/durable-work';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { lockSyncs } from './lock-syncs';
import type { SyncSchedule } from './look-at-schedule';
import { openDueSyncRuns, type DueSyncLimits } from './open-due-sync-runs';

const hour = 3_600;
const schedule: SyncSchedule = {
  intervals: { manual: null, hourly: hour, every_six_hours: 6 * hour, daily: 24 * hour, weekly: 168 * hour },
  defaultFrequencies: { commerce_a: 'daily' },
};
const plenty: DueSyncLimits = { maxQueued: 1_000, maxOpenOfTenant: 1_000 };

interface Shop {
  slug?: string;
  frequency?: string | null;
  dataTypes?: string[];
  status?: string;
  connectedSecondsAgo?: number;
  domains?: string[];
  tenant?: string;
}

interface Run {
  capability: string;
  mode: string;
  status: string;
  modified_after: Date | null;
}

describe('due syncs', () => {
  let database: TestDatabase;
  let queues: TaskQueues;
  let work: DurableWork;

  beforeAll(async () => {
    database = await createTestDatabase();
    queues = TaskQueues.open({ databaseUrl: database.url });
    work = new DurableWork(queues, database.dataSource);
  });
  afterEach(async () => {
    await sql('delete from system_connections');
    await sql('delete from tenants');
  });
  afterAll(async () => {
    await queues.close();
    await database.stop();
  });

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const open = (limits = plenty, by = schedule) => work.transaction((manager, enqueue) => openDueSyncRuns(manager, enqueue, by, limits));

  async function tenant(): Promise<string> {
    const id = uuidv7();
    await sql(`insert into tenants (id, name) values ($1, 'Calm Lake 1000')`, [id]);
    return id;
  }

  async function shop(settings: Shop = {}): Promise<string> {
    const {
      slug = 'commerce_a',
      frequency,
      dataTypes,
      status = 'active',
      connectedSecondsAgo = 30 * 86_400,
      domains = ['orders'],
    } = settings;
    const [id, tenantId] = [uuidv7(), settings.tenant ?? (await tenant())];
    const configuration = { ...(frequency && { frequency }), ...(dataTypes && { data_types: dataTypes }) };
    await sql(
      `insert into system_connections (id, tenant_id, system_id, name, status, configuration, last_connected_at, disconnected_at)
       select $1, $2, systems.id, 'Shop', $3, $4, now() - make_interval(secs => $5), case when $3 = 'disconnected' then now() end from systems where slug = $6`,
      [id, tenantId, status, frequency === null ? null : JSON.stringify(configuration), connectedSecondsAgo, slug],
    );
    await sql(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values ($1, $2, $3, $3, $4, true, true)`,
      [uuidv7(), tenantId, id, domains],
    );
    return id;
  }

  /** The times are seconds ago. */
  const ran = (id: string, status: string, asked: number, ended: number | null = asked, capability = 'orders') =>
    sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, created_at, started_at, finished_at)
       values ($1, $2, $3, 'full', $4, now() - make_interval(secs => $5), now() - make_interval(secs => $5), now() - make_interval(secs => $6))`,
      [uuidv7(), id, capability, status, asked, ended],
    );
  const opened = async (id: string) =>
    sql<Run>(
      `select capability, mode, status, modified_after from sync_runs where system_connection_id = $1 and status = 'queued' order by capability`,
      [id],
    );
  const isDue = async (id: string) => {
    await open();
    return (await opened(id)).length > 0;
  };

  describe('after the first run, by frequency', () => {
    it.each([
      ['hourly', hour],
      ['every_six_hours', 6 * hour],
      ['daily', 24 * hour],
      ['weekly', 168 * hour],
    ])('%s: due when the last run was asked for so long ago, and not before', async (frequency, seconds) => {
      const early = await shop({ frequency });
      await ran(early, 'succeeded', seconds - 60);
      const due = await shop({ frequency });
      await ran(due, 'succeeded', seconds + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('manual: never', async () => {
      const id = await shop({ frequency: 'manual' });
      await ran(id, 'failed', 1_000 * hour);
      expect(await isDue(id)).toBe(false);
      expect(await isDue(await shop({ frequency: 'manual' }))).toBe(false);
    });

    it.each([
      ['no configuration', null],
      ['no frequency', undefined],
      ['an unknown frequency', 'twice a year'],
    ])('%s: as the default of the schema says, daily', async (_name, frequency) => {
      const early = await shop({ frequency });
      await ran(early, 'succeeded', 23 * hour);
      const due = await shop({ frequency });
      await ran(due, 'succeeded', 24 * hour + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('the interval starts with the last request, per capability, by any requester', async () => {
      const id = await shop({ frequency: 'hourly', domains: ['orders', 'products'] });
      await ran(id, 'succeeded', 2 * hour, 600, 'orders');
      await ran(id, 'succeeded', 600, 10, 'products');
      await open();
      expect(await opened(id)).toMatchObject([{ capability: 'orders' }]);
    });

    it('a capability that never ran is due a minute after activation, which starts first syncs itself', async () => {
      expect(await isDue(await shop({ connectedSecondsAgo: 30 }))).toBe(false);
      expect(await isDue(await shop({ connectedSecondsAgo: 61 }))).toBe(true);
    });
  });

  describe('after a run that failed, or was cancelled', () => {
    it.each(['failed', 'cancelled'])('%s: due again after an hour when the interval is longer', async (status) => {
      const early = await shop({ frequency: 'weekly' });
      await ran(early, status, 5 * hour, hour - 60);
      const due = await shop({ frequency: 'weekly' });
      await ran(due, status, 5 * hour, hour + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('only the last run counts', async () => {
      const id = await shop({ frequency: 'daily' });
      await ran(id, 'failed', 20 * hour);
      await ran(id, 'succeeded', 10 * hour);
      expect(await isDue(id)).toBe(false);
    });
  });

  it('opens delta runs that start five minutes before the last succeeded run', async () => {
    const id = await shop();
    await ran(id, 'succeeded', 30 * hour);
    await ran(id, 'failed', 5 * hour);
    await open();
    const [run] = await opened(id);
    expect(run).toMatchObject({ mode: 'delta', status: 'queued' });
    const age = (Date.now() - (run?.modified_after?.getTime() ?? 0)) / 1_000;
    expect(Math.abs(age - 30 * hour - 300)).toBeLessThan(60);
  });

  it.each(['pending', 'error', 'inactive', 'disconnected', 'uninstalled'])(
    'only active connections: one that is %s is excluded from scheduled sync',
    async (status) => {
      expect(await isDue(await shop({ status }))).toBe(false);
    },
  );

  it('a direct system, a driver without integration and a soft-deleted connection are never due', async () => {
    const everyDriver = { ...schedule, defaultFrequencies: { commerce_a: 'daily', mailing_platform: 'daily', 'user-platform': 'daily' } };
    const ids = [
      await shop({ slug: 'mailing_platform' }),
      await shop({ slug: 'user-platform' }),
      await shop({ slug: 'commerce_b' }),
      await shop(),
    ];
    await sql('update system_connections set deleted_at = now() where id = $1', [ids[3]]);
    expect(await open(plenty, everyDriver)).toEqual([]);
  });

  it('only capabilities the connection may pull in now are due', async () => {
    const id = await shop({ domains: ['orders', 'products'], dataTypes: ['customers', 'products'] });
    expect(await shop({ domains: [] })).toBeDefined();
    expect(await open()).toMatchObject([{ systemConnectionId: id }]);
    expect(await opened(id)).toMatchObject([{ capability: 'products' }]);
  });

  it.each(['queued', 'running'])('while a run is %s none is added', async (status) => {
    const id = await shop();
    await ran(id, status, 100 * hour, null);
    expect(await open()).toEqual([]);
  });

  it('several workers at once open each due run once', async () => {
    const owner = await tenant();
    for (let index = 0; index < 40; index += 1) await shop({ tenant: owner, domains: ['orders', 'customers', 'products'] });
    const rounds = await Promise.all(Array.from({ length: 8 }, () => open()));
    await open();
    expect(rounds.flat().length).toBeGreaterThan(0);
    expect(await sql('select system_connection_id, capability from sync_runs group by 1, 2 having count(*) > 1')).toEqual([]);
    expect(await sql('select from sync_runs')).toHaveLength(120);
  });

  it('no tenant starves when 200 connections are due at once', async () => {
    const [busy, quiet, small] = [await tenant(), await tenant(), await tenant()];
    for (let index = 0; index < 200; index += 1) await shop({ tenant: busy, connectedSecondsAgo: 90 * 86_400 });
    const others = [await shop({ tenant: quiet }), await shop({ tenant: small }), await shop({ tenant: small })];
    const limits = { maxQueued: 30, maxOpenOfTenant: 20 };
    const first = (await open(limits)).map(({ systemConnectionId }) => systemConnectionId);
    expect(first).toEqual(expect.arrayContaining(others));
    expect(first).toHaveLength(23);
    const late = await shop({ tenant: await tenant() });
    expect((await open(limits)).map(({ systemConnectionId }) => systemConnectionId)).toEqual([late]);
    for (let round = 0; round < 20; round += 1) {
      await sql(`update sync_runs set status = 'succeeded', finished_at = now() where status = 'queued'`);
      await open(limits);
    }
    expect(await sql('select distinct system_connection_id from sync_runs')).toHaveLength(204);
  });

  it('any number of queued runs of one tenant does not block other tenants', async () => {
    const [busy, quiet] = [await tenant(), await tenant()];
    for (let index = 0; index < 40; index += 1) await ran(await shop({ tenant: busy }), 'queued', 60, null);
    const due = [await shop({ tenant: quiet }), await shop({ tenant: quiet })];
    const limits = { maxQueued: 30, maxOpenOfTenant: 20 };
    expect((await open(limits)).map(({ systemConnectionId }) => systemConnectionId).sort()).toEqual(due.sort());
  });

  it('a round opens no more runs than the queue has room for', async () => {
    for (let index = 0; index < 8; index += 1) await shop();
    const limits = { maxQueued: 5, maxOpenOfTenant: 10 };
    expect(await open(limits)).toHaveLength(5);
    expect(await open(limits)).toEqual([]);
    await sql(`update sync_runs set status = 'running' where id in (select id from sync_runs limit 2)`);
    expect(await open(limits)).toHaveLength(2);
  });

  it('skips a connection that is locked or has just ended until the next round', async () => {
    const [id, other] = [await shop(), await shop()];
    await database.dataSource.transaction(async (manager) => {
      await lockSyncs(manager, id);
      expect(await open()).toMatchObject([{ systemConnectionId: other }]);
      await manager.query(`update system_connections set status = 'inactive' where id = $1`, [id]);
    });
    expect(await open()).toEqual([]);
  });
});
