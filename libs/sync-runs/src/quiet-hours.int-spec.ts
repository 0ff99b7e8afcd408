import { endOpenSyncRuns } from './end-sync-runs';
import { quietHoursOf } from './quiet-hours';
import { hour, schedule, ScheduleScene } from './testing/schedule-scene';

const minutesOfDay = 24 * 60;

describe('quiet hours of a shop', () => {
  const scene = ScheduleScene.use();
  const now = () => new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
  const clock = (minutes: number) => {
    const ofDay = (minutes + minutesOfDay) % minutesOfDay;
    return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
  };
  /** By UTC, minutes from now. */
  const quiet = (from: number, to: number) => ({ ...schedule, quietHours: quietHoursOf(`${clock(now() + from)}-${clock(now() + to)}`) });

  async function dueShop(utcOffsetMinutes: number | null, frequency = 'daily'): Promise<string> {
    const id = await scene.shop({ frequency });
    await scene.sql('update scheduled_syncs set utc_offset_minutes = $2 where system_connection_id = $1', [id, utcOffsetMinutes]);
    return id;
  }
  const dueInMinutes = async (id: string) => {
    const [row] = await scene.sql<{ minutes: number }>(
      `select extract(epoch from due_at - now())::float8 / 60 as minutes from scheduled_syncs
       where system_connection_id = $1 and capability = 'orders'`,
      [id],
    );
    return row?.minutes ?? Number.NaN;
  };

  it.each([
    ['at UTC, in them', 0, [-60, 60], 60],
    ['at UTC, before them', 0, [60, 120], null],
    ['at UTC, after them', 0, [-120, -60], null],
    ['two hours east, in them', 120, [60, 180], 60],
    ['two hours east, in them by UTC alone', 120, [-60, 60], null],
    ['five hours west, in them', -300, [-360, -270], 30],
    ['in them all day but for half an hour', 0, [-705, 705], 705],
    ['at a place that is not known', null, [-60, 60], null],
  ] as const)('of a shop %s: a due sync begins when they end, or at once', async (_where, offset, [from, to], waits) => {
    const id = await dueShop(offset);
    const opened = await scene.open(undefined, quiet(from, to));
    expect(opened.map(({ systemConnectionId }) => systemConnectionId)).toEqual(waits === null ? [id] : []);
    if (waits !== null) expect(Math.abs((await dueInMinutes(id)) - waits)).toBeLessThanOrEqual(2);
  });

  it('begin by the clock that the last sync has read, which a later one without a time leaves', async () => {
    const id = await scene.shop({ frequency: 'hourly' });
    for (const utcOffsetMinutes of [120, null]) {
      await scene.open();
      await scene.database.dataSource.transaction((manager) =>
        endOpenSyncRuns(manager, id, { status: 'succeeded', error: null, utcOffsetMinutes }),
      );
      await scene.sql(
        `update sync_runs set created_at = created_at - interval '${hour} s', finished_at = finished_at - interval '${hour} s'`,
      );
      await scene.sql('update scheduled_syncs set due_at = now()');
    }
    expect(await scene.open(undefined, quiet(60, 180))).toEqual([]);
    await scene.sql('update scheduled_syncs set due_at = now()');
    expect(await scene.open(undefined, quiet(180, 240))).toHaveLength(1);
  });
});
