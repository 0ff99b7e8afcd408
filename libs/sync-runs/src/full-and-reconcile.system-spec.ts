import { bringSyncsForward, wantFullSyncs } from './bring-syncs-forward';
import { endOpenSyncRuns, type RunEnd } from './end-sync-runs';
import { requestSyncRuns } from './request-sync-runs';
import { hour, schedule, ScheduleScene } from './testing/schedule-scene';

const day = 24;

describe('full runs and reconciles by schedule', () => {
  const scene = ScheduleScene.use();

  const pass = async (hours: number) => {
    for (const [table, ...columns] of [
      ['sync_runs', 'created_at', 'started_at', 'finished_at'],
      ['scheduled_syncs', 'due_at', 'last_full_at', 'last_reconcile_at', 'reconcile_wanted_at'],
      ['system_connections', 'last_connected_at'],
    ] as const)
      await scene.sql(`update ${table} set ${columns.map((column) => `${column} = ${column} - interval '${hours} hours'`).join()}`);
  };
  const modeOf = async (id: string) => (await scene.sql<{ mode: string }>('select mode from sync_runs where id = $1', [id]))[0]?.mode ?? '';
  const end = (connectionId: string, runEnd: RunEnd) =>
    scene.database.dataSource.transaction((manager) => endOpenSyncRuns(manager, connectionId, runEnd));

  /** Modes of the runs that began in each hour, each ended at once as told. */
  async function live(hours: number, endOf: (mode: string) => RunEnd['status'] = () => 'succeeded', by = schedule): Promise<string[][]> {
    const begun: string[][] = [];
    for (let passed = 0; passed < hours; passed += 1) {
      const modes: string[] = [];
      for (const { id, systemConnectionId } of await scene.open(undefined, by)) {
        const mode = await modeOf(id);
        modes.push(mode);
        await scene.sql('update sync_runs set started_at = now() where id = $1', [id]);
        await end(systemConnectionId, { status: endOf(mode), error: null });
      }
      begun.push(modes);
      await pass(1);
    }
    return begun;
  }
  const hoursOf = (begun: string[][], mode: string) => begun.flatMap((modes, at) => (modes.includes(mode) ? [at] : []));

  it('three weeks of a daily connection: a full run a week, a reconcile a day, other days a delta, and nothing soon after the first sync', async () => {
    await scene.shop({ frequency: 'daily' });
    const begun = await live(21 * day);
    const [deltas, fulls, reconciles] = ['delta', 'full', 'reconcile'].map((mode) => hoursOf(begun, mode)) as [
      number[],
      number[],
      number[],
    ];
    expect([deltas[0], fulls.length >= 2 && fulls.length <= 4]).toEqual([0, true]);
    for (const [index, at] of fulls.slice(1).entries()) expect(Math.abs(at - (fulls[index] ?? 0) - 7 * day)).toBeLessThanOrEqual(2 * day);
    expect(deltas.length + fulls.length).toBeGreaterThanOrEqual(20);
    expect(deltas.length).toBeLessThanOrEqual(22);
    expect(Math.abs(reconciles.length - 21)).toBeLessThanOrEqual(8);
    expect(Math.min(...fulls, ...reconciles)).toBeGreaterThanOrEqual(18);
  });

  it('once the shop has moved, one of the next syncs is full, and only one', async () => {
    const id = await scene.shop({ frequency: 'daily' });
    expect(hoursOf(await live(3), 'full')).toEqual([]);
    await wantFullSyncs(scene.database.dataSource, id);
    await bringSyncsForward(scene.database.dataSource, [id]);
    expect(hoursOf(await live(12), 'full')).toHaveLength(1);
  });

  it('spreads the reconciles of connections that were linked at once over the day', async () => {
    for (let shops = 0; shops < 48; shops += 1) await scene.shop({ frequency: 'weekly' });
    const begun = await live(2 * day);
    expect(hoursOf(begun.slice(0, 32), 'reconcile').length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...begun.slice(1).map((modes) => modes.length))).toBeLessThan(16);
  });

  it('a full run that always fails is tried within the hour, and holds up neither deltas nor reconciles', async () => {
    await scene.shop({ frequency: 'daily' });
    await live(7 * day);
    await scene.sql(`update scheduled_syncs set last_full_at = now() - interval '20 days', due_at = now()`);
    const begun = await live(3 * day, (mode) => (mode === 'full' ? 'failed' : 'succeeded'));
    const fulls = hoursOf(begun, 'full');
    expect(Math.max(...fulls.slice(1).map((at, index) => at - (fulls[index] ?? 0)))).toBeLessThanOrEqual(3);
    expect(hoursOf(begun, 'delta').length).toBeGreaterThan(20);
    expect(hoursOf(begun, 'reconcile').length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['a manual frequency has neither', 'manual', schedule, []],
    ['no full runs', 'weekly', { ...schedule, fullSeconds: null, intervals: { weekly: 1_000 * hour } }, ['reconcile']],
    ['no reconciles', 'weekly', { ...schedule, reconcileSeconds: null, intervals: { weekly: 1_000 * hour } }, ['full']],
  ])('%s', async (_, frequency, by, modes) => {
    const id = await scene.shop({ frequency });
    await scene.work.transaction((manager, enqueue) =>
      requestSyncRuns(manager, enqueue, { systemConnectionId: id, capabilities: ['orders'], mode: 'delta' }),
    );
    await end(id, { status: 'succeeded', error: null });
    const begun = await live(11 * day, undefined, by);
    expect([...new Set(begun.flat())]).toEqual(modes);
  });

  it('no reconcile begins within an hour of a first sync, however often they are due', async () => {
    await scene.shop({ frequency: 'weekly' });
    const often = { ...schedule, reconcileSeconds: 600 };
    expect(await live(1, undefined, often)).toEqual([['delta']]);
    await scene.sql(`update scheduled_syncs set last_full_at = last_full_at + interval '1 minute'`);
    expect(await scene.open(undefined, often)).toEqual([]);
    await pass(1);
    expect(await live(1, undefined, often)).toEqual([['reconcile']]);
  });

  it.each(['delta', 'full', 'reconcile'] as const)(
    'a %s whose list drifted in every pass is followed by a reconcile within the hour, unless it was one itself',
    async (mode) => {
      const id = await scene.shop({ frequency: 'daily' });
      await live(3);
      await scene.sql(
        `update scheduled_syncs set last_full_at = now() - interval '3 hours', last_reconcile_at = now() - interval '3 hours'`,
      );
      await scene.work.transaction((manager, enqueue) =>
        requestSyncRuns(manager, enqueue, { systemConnectionId: id, capabilities: ['orders'], mode }),
      );
      await scene.sql(`update sync_runs set started_at = now() where status = 'queued'`);
      await end(id, { status: 'succeeded', error: null, hasDrifted: true });
      await pass(1);
      expect(await live(3)).toEqual([mode === 'reconcile' ? [] : ['reconcile'], [], []]);
    },
  );

  it('a full run that compared its lists counts as a reconcile; a delta counts from the last run that read changes', async () => {
    const id = await scene.shop({ frequency: 'daily' });
    const requested = async (mode: 'delta' | 'full' | 'reconcile', isReconciled = false) => {
      await pass(1);
      const [run = ''] = await scene.work.transaction((manager, enqueue) =>
        requestSyncRuns(manager, enqueue, { systemConnectionId: id, capabilities: ['orders'], mode }),
      );
      await scene.sql('update sync_runs set started_at = now() where id = $1', [run]);
      await end(id, { status: 'succeeded', error: null, isReconciled });
      const [noted] = await scene.sql<{ full: boolean; reconcile: boolean; after: number | null }>(
        `select last_full_at = run.created_at as full, last_reconcile_at = run.created_at as reconcile,
           round(extract(epoch from now() - run.modified_after) / 60)::int as after
         from scheduled_syncs, sync_runs run where run.id = $1 and scheduled_syncs.system_connection_id = $2 and scheduled_syncs.capability = 'orders'`,
        [run, id],
      );
      return noted;
    };
    expect(await requested('full', true)).toEqual({ full: true, reconcile: true, after: null });
    expect(await requested('full')).toEqual({ full: true, reconcile: false, after: null });
    expect(await requested('reconcile')).toEqual({ full: false, reconcile: true, after: null });
    expect(await requested('delta')).toEqual({ full: false, reconcile: false, after: 125 });
  });
});
