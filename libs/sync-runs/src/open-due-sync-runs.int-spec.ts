import { v7 as uuidv7 } from 'uuid';
import { continueOverdueRun } from './continue-overdue-run';
import { lockSyncs } from './lock-syncs';
import { hour, schedule, ScheduleScene } from './testing/schedule-scene';

interface Run {
  capability: string;
  mode: string;
  status: string;
  modified_after: Date | null;
}

describe('due syncs', () => {
  const scene = ScheduleScene.use();

  /** The times are seconds ago. */
  const ran = (id: string, status: string, asked: number, ended: number | null = asked, capability = 'orders') =>
    scene.sql(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, created_at, started_at, finished_at)
       values ($1, $2, $3, 'full', $4, now() - make_interval(secs => $5), now() - make_interval(secs => $5), now() - make_interval(secs => $6))`,
      [uuidv7(), id, capability, status, asked, ended],
    );
  const queued = async (id: string) =>
    scene.sql<Run>(
      `select capability, mode, status, modified_after from sync_runs where system_connection_id = $1 and status = 'queued' order by capability`,
      [id],
    );
  const isDue = async (id: string) => {
    await scene.open();
    return (await queued(id)).length > 0;
  };

  describe('after the first run, by frequency', () => {
    it.each([
      ['hourly', hour],
      ['every_six_hours', 6 * hour],
      ['daily', 24 * hour],
      ['weekly', 168 * hour],
    ])('%s: due when the last run was asked for so long ago, and not before', async (frequency, seconds) => {
      const early = await scene.shop({ frequency });
      await ran(early, 'succeeded', seconds - 60);
      const due = await scene.shop({ frequency });
      await ran(due, 'succeeded', seconds + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('manual: never', async () => {
      const id = await scene.shop({ frequency: 'manual' });
      await ran(id, 'failed', 1_000 * hour);
      expect(await isDue(id)).toBe(false);
      expect(await isDue(await scene.shop({ frequency: 'manual' }))).toBe(false);
    });

    it.each([
      ['no configuration', null],
      ['no frequency', undefined],
      ['an unknown frequency', 'twice a year'],
    ])('%s: as the default of the schema says, daily', async (_name, frequency) => {
      const early = await scene.shop({ frequency });
      await ran(early, 'succeeded', 23 * hour);
      const due = await scene.shop({ frequency });
      await ran(due, 'succeeded', 24 * hour + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('the interval starts with the last request, per capability, by any requester', async () => {
      const id = await scene.shop({ frequency: 'hourly', domains: ['orders', 'products'] });
      await ran(id, 'succeeded', 2 * hour, 600, 'orders');
      await ran(id, 'succeeded', 600, 10, 'products');
      await scene.open();
      expect(await queued(id)).toMatchObject([{ capability: 'orders' }]);
    });

    it('a capability that never ran is due a minute after activation, which starts first syncs itself', async () => {
      expect(await isDue(await scene.shop({ connectedSecondsAgo: 30 }))).toBe(false);
      expect(await isDue(await scene.shop({ connectedSecondsAgo: 61 }))).toBe(true);
    });
  });

  describe('after a run that failed, or was cancelled', () => {
    it.each([
      ['failed', hour / 2],
      ['cancelled', hour],
    ])('%s: due again after %i s when the interval is longer', async (status, seconds) => {
      const early = await scene.shop({ frequency: 'weekly' });
      await ran(early, status, 5 * hour, seconds - 60);
      const due = await scene.shop({ frequency: 'weekly' });
      await ran(due, status, 5 * hour, seconds + 1);
      expect([await isDue(early), await isDue(due)]).toEqual([false, true]);
    });

    it('only the last run counts', async () => {
      const id = await scene.shop({ frequency: 'daily' });
      await ran(id, 'failed', 20 * hour);
      await ran(id, 'succeeded', 10 * hour);
      expect(await isDue(id)).toBe(false);
    });
  });

  it('opens delta runs that start five minutes before the last succeeded run', async () => {
    const id = await scene.shop();
    await ran(id, 'succeeded', 30 * hour);
    await ran(id, 'failed', 5 * hour);
    await scene.open();
    const [run] = await queued(id);
    expect(run).toMatchObject({ mode: 'delta', status: 'queued' });
    const age = (Date.now() - (run?.modified_after?.getTime() ?? 0)) / 1_000;
    expect(Math.abs(age - 30 * hour - 300)).toBeLessThan(60);
  });

  it.each(['pending', 'error', 'inactive', 'disconnected', 'uninstalled'])(
    'only active connections: one that is %s is excluded from scheduled sync',
    async (status) => {
      expect(await isDue(await scene.shop({ status }))).toBe(false);
    },
  );

  it('a direct system, a driver without integration and a soft-deleted connection are never due', async () => {
    const everyDriver = { ...schedule, defaultFrequencies: { commerce_a: 'daily', mailing_platform: 'daily', 'user-platform': 'daily' } };
    const ids = [
      await scene.shop({ slug: 'mailing_platform' }),
      await scene.shop({ slug: 'user-platform' }),
      await scene.shop({ slug: 'commerce_b' }),
      await scene.shop(),
    ];
    await scene.sql('update system_connections set deleted_at = now() where id = $1', [ids[3]]);
    expect(await scene.open(undefined, everyDriver)).toEqual([]);
  });

  it('only capabilities the connection may pull in now are due', async () => {
    const id = await scene.shop({ domains: ['orders', 'products'], dataTypes: ['customers', 'products'] });
    expect(await scene.shop({ domains: [] })).toBeDefined();
    expect(await scene.open()).toMatchObject([{ systemConnectionId: id }]);
    expect(await queued(id)).toMatchObject([{ capability: 'products' }]);
  });

  it.each(['queued', 'running'])('while a run is %s none is added', async (status) => {
    const id = await scene.shop();
    await ran(id, status, 100 * hour, null);
    expect(await scene.open()).toEqual([]);
  });

  it('several workers at once open each due run once', async () => {
    const owner = await scene.tenant();
    for (let index = 0; index < 40; index += 1) await scene.shop({ tenant: owner, domains: ['orders', 'customers', 'products'] });
    const rounds = await Promise.all(Array.from({ length: 8 }, () => scene.open()));
    await scene.open();
    expect(rounds.flat().length).toBeGreaterThan(0);
    expect(await scene.sql('select system_connection_id, capability from sync_runs group by 1, 2 having count(*) > 1')).toEqual([]);
    expect(await scene.sql('select from sync_runs')).toHaveLength(120);
  });

  it('no tenant starves when 200 connections are due at once', async () => {
    const [busy, quiet, small] = [await scene.tenant(), await scene.tenant(), await scene.tenant()];
    for (let index = 0; index < 200; index += 1) await scene.shop({ tenant: busy, connectedSecondsAgo: 90 * 86_400 });
    const others = [await scene.shop({ tenant: quiet }), await scene.shop({ tenant: small }), await scene.shop({ tenant: small })];
    const limits = { maxQueued: 30, maxOpenOfTenant: 20 };
    const first = await scene.opened(limits);
    expect(first).toEqual(expect.arrayContaining(others));
    expect(first).toHaveLength(23);
    const late = await scene.shop({ tenant: await scene.tenant() });
    expect(await scene.opened(limits)).toEqual([late]);
    for (let round = 0; round < 20; round += 1) {
      await scene.sql(`update sync_runs set status = 'succeeded', finished_at = now() where status = 'queued'`);
      await scene.open(limits);
    }
    expect(await scene.sql('select distinct system_connection_id from sync_runs')).toHaveLength(204);
  });

  it('any number of queued runs of one tenant does not block other tenants', async () => {
    const [busy, quiet] = [await scene.tenant(), await scene.tenant()];
    for (let index = 0; index < 40; index += 1) await ran(await scene.shop({ tenant: busy }), 'queued', 60, null);
    const due = [await scene.shop({ tenant: quiet }), await scene.shop({ tenant: quiet })];
    const limits = { maxQueued: 30, maxOpenOfTenant: 20 };
    expect((await scene.opened(limits)).sort()).toEqual(due.sort());
  });

  it('a round opens no more runs than the queue has room for', async () => {
    for (let index = 0; index < 8; index += 1) await scene.shop();
    const limits = { maxQueued: 5, maxOpenOfTenant: 10 };
    expect(await scene.open(limits)).toHaveLength(5);
    expect(await scene.open(limits)).toEqual([]);
    await scene.sql(`update sync_runs set status = 'running' where id in (select id from sync_runs limit 2)`);
    expect(await scene.open(limits)).toHaveLength(2);
  });

  it('a run carries the tenant and the system of its connection, and so does the one that continues it', async () => {
    const id = await scene.shop();
    const [first] = await scene.open();
    await scene.sql(`update sync_runs set status = 'running', started_at = now() - interval '7 hours' where id = $1`, [first?.id]);
    await scene.sql(
      `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page)
       values (gen_random_uuid(), $1, $2, 'orders', 1, 1, 1, 50)`,
      [first?.id, id],
    );
    await continueOverdueRun(scene.database.dataSource.manager, first?.id ?? '', 6);
    const [connection] = await scene.sql('select tenant_id, system_id from system_connections where id = $1', [id]);
    expect(await scene.sql('select tenant_id, system_id from sync_runs where system_connection_id = $1', [id])).toEqual([
      connection,
      connection,
    ]);
  });

  it('skips a connection that is locked or has just ended until the next round', async () => {
    const [id, other] = [await scene.shop(), await scene.shop()];
    await scene.database.dataSource.transaction(async (manager) => {
      await lockSyncs(manager, id);
      expect(await scene.open()).toMatchObject([{ systemConnectionId: other }]);
      await manager.query(`update system_connections set status = 'inactive' where id = $1`, [id]);
    });
    expect(await scene.open()).toEqual([]);
  });
});
