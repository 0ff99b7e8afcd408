import type { Enqueue } from '@sync/durable-work';
import { addManyConnections, countBlocks, until } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { bringSyncsForward, deriveSyncRules } from './bring-syncs-forward';
import { endOpenSyncRuns, type RunEnd } from './end-sync-runs';
import { requestSyncRuns } from './request-sync-runs';
import { ScheduleScene, type ScheduledShop } from './testing/schedule-scene';

describe('the schedule of syncs', () => {
  const scene = ScheduleScene.use();

  const configure = `update system_connections set configuration = '{"frequency": "hourly"}' where id = $1`;

  /** As everything does that changes what may be due: in one transaction. */
  const change = (statement: string, id: string) =>
    scene.database.dataSource.transaction(async (manager) => {
      await manager.query(statement, [id]);
      await bringSyncsForward(manager, [id]);
    });

  it.each<[string, ScheduledShop, string]>([
    ['a frequency', { frequency: 'manual' }, configure],
    ['an activation', { status: 'error' }, `update system_connections set status = 'active' where id = $1`],
    ['a rule that becomes active', { isRuleActive: false }, `update sync_rules set is_active = true where source_connection_id = $1`],
  ])('%s makes a sync due at once that was looked at before', async (_, settings, statement) => {
    const id = await scene.shop(settings);
    expect([await scene.opened(), await scene.opened()]).toEqual([[], []]);
    await change(statement, id);
    expect(await scene.opened()).toEqual([id]);
  });

  it('a rule that is derived makes a sync due at once that was looked at before, the same rule derived again does not', async () => {
    const tenant = await scene.tenant();
    const id = await scene.shop({ tenant, isRuleActive: false });
    await scene.shop({ tenant, slug: 'mailing_platform', isRuleActive: false });
    expect([await scene.opened(), await scene.opened()]).toEqual([[], []]);
    await deriveSyncRules(scene.database.dataSource, tenant);
    await scene.sql(`update system_connections set configuration = '{"frequency": "manual"}' where id = $1`, [id]);
    expect(await scene.opened()).toEqual([]);
    await scene.sql(configure, [id]);
    await deriveSyncRules(scene.database.dataSource, tenant);
    expect(await scene.opened()).toEqual([]);
    await scene.sql('update sync_rules set is_active = false where source_connection_id = $1', [id]);
    await deriveSyncRules(scene.database.dataSource, tenant);
    expect(new Set(await scene.opened())).toEqual(new Set([id]));
  });

  it('loses no change that commits while it looks', async () => {
    const [changing, waiting] = [await scene.shop({ frequency: 'manual' }), await scene.shop({ frequency: 'manual' })];
    await scene.database.dataSource.transaction(async (manager) => {
      await manager.query(configure, [changing]);
      await bringSyncsForward(manager, [changing]);
      expect(await scene.opened()).toEqual([]);
    });
    expect(await scene.opened()).toEqual([changing]);

    await scene.sql('update scheduled_syncs set due_at = now() where system_connection_id = $1', [waiting]);
    let changed: Promise<unknown> = Promise.resolve();
    await scene.work.transaction(async (manager, enqueue) => {
      await scene.openIn(manager, enqueue);
      changed = change(configure, waiting);
      await until(
        async () =>
          (await scene.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into scheduled_syncs%'`))
            .length > 0,
      );
    });
    await changed;
    expect(await scene.opened()).toEqual([waiting]);
  });

  it('tries a run that failed again within the hour, also when it was requested long before the next one is due', async () => {
    const id = await scene.shop({ frequency: 'weekly' });
    const { dataSource } = scene.database;
    const end = (status: RunEnd['status']) =>
      dataSource.transaction((manager) =>
        endOpenSyncRuns(manager, id, { status, error: status === 'failed' ? 'The page is wrong.' : null }),
      );
    expect(await scene.opened()).toEqual([id]);
    await end('succeeded');
    expect(await scene.opened()).toEqual([]);
    const request = { systemConnectionId: id, capabilities: ['orders'], mode: 'full' } as const;
    await scene.work.transaction((manager, enqueue) => requestSyncRuns(manager, enqueue, request));
    await end('failed');
    for (const update of ['scheduled_syncs set due_at = due_at', 'sync_runs set finished_at = finished_at'])
      await scene.sql(`update ${update} - interval '31 minutes'`);
    expect(await scene.opened()).toEqual([id]);
  });

  it('looks at every sync within a day, also when nothing calls for it', async () => {
    await scene.shop({ frequency: 'manual' });
    await scene.shop({ frequency: 'weekly', isRuleActive: false });
    await scene.shop({ status: 'inactive' });
    await scene.open();
    expect(await scene.sql(`select from scheduled_syncs where due_at between now() and now() + interval '1 day'`)).toHaveLength(9);
  });

  it('reaches a tenant behind more due syncs than it looks at in one round', async () => {
    const busy = await scene.tenant();
    const many = Array.from({ length: 30 }, () => scene.shop({ tenant: busy }));
    await Promise.all(many);
    const limits = { maxQueued: 100, maxOpenOfTenant: 1, maxLooks: 20 };
    for (let round = 0; round < 6; round += 1) await scene.open(limits);
    const quiet = await scene.shop();
    const found = [];
    for (let round = 0; round < 6; round += 1) found.push(...(await scene.opened(limits)));
    expect(found).toEqual([quiet]);
  });

  describe('with ten times as many connections', () => {
    const noTasks: Enqueue = Object.assign(() => Promise.resolve(''), { all: () => Promise.resolve([]) });

    /** Blocks of a round with nothing due, and of one with 39 due syncs. */
    async function costs(connections: number): Promise<[number, number]> {
      await addManyConnections(scene.database.dataSource, connections);
      // Every row is new, so every one is looked at once.
      while ((await scene.sql('select from scheduled_syncs where due_at <= now() limit 1')).length > 0) await scene.open();
      await scene.sql('vacuum (analyze) scheduled_syncs');
      const round = () => countBlocks(scene.database.dataSource, (session) => scene.openIn(session as unknown as EntityManager, noTasks));
      const quiet = await round();
      await scene.sql(`
        with due as (
          update sync_runs set created_at = now() - interval '25 hours' where id in (select id from sync_runs where capability = 'orders' limit 39)
          returning system_connection_id, capability
        )
        update scheduled_syncs set due_at = now() from due
        where scheduled_syncs.system_connection_id = due.system_connection_id and scheduled_syncs.capability = due.capability`);
      const busy = await round();
      expect(await scene.open()).toHaveLength(39);
      return [quiet, busy];
    }

    it('a round costs the same, with nothing due and with a few due syncs', async () => {
      const small = await costs(1_000);
      await scene.clear();
      const large = await costs(10_000);
      // A look-up in an index reads one level more at most.
      expect(large[0]).toBeLessThanOrEqual(small[0] + 2);
      expect(large[1]).toBeLessThan(small[1] * 1.5);
    });
  });
});
