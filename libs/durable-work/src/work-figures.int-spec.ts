import { onPostgresQueues } from '@sync/test-harness';
import { TaskScene } from './testing/task-scene';
import { countWebhooks, readArrivedWebhooks } from './webhook-counts';
import { readWorkFigures } from './work-figures';

onPostgresQueues((backend) => {
  const scene = TaskScene.use(backend);
  afterEach(() => scene.sql('delete from tasks'));

  it('the figures show failed tasks, each queue and the task that has been due for the longest time, and stop counting at the maximum', async () => {
    for (let index = 0; index < 5; index += 1) await scene.insert('failed');
    const webhook = { queue: 'webhooks', name: 'process-webhook' };
    const [oldest] = [await scene.insert('pending', webhook), await scene.insert('pending', webhook), await scene.insert('done', webhook)];
    const held = await scene.insert('pending', { queue: 'bulk-sync', name: 'plan-sync-run' });
    await scene.sql(`update tasks set held = true, not_before = now() + interval '8 seconds' where id = $1`, [held]);
    await scene.sql(`update tasks set not_before = now() - interval '1 minute' where id = $1`, [oldest]);

    const figures = await readWorkFigures(scene.database.dataSource, 4);
    expect(figures).toMatchObject({ failed: 4, oldest: { queue: 'webhooks', name: 'process-webhook' } });
    expect(Date.now() - (figures.oldest?.dueSince.getTime() ?? 0)).toBeGreaterThan(59_000);
    expect(figures.queues.filter(({ waiting, running }) => waiting + running > 0)).toEqual([
      { queue: 'bulk-sync', waiting: 0, running: 1, dueForSeconds: 0 },
      { queue: 'webhooks', waiting: 2, running: 0, dueForSeconds: expect.closeTo(65, -1) as number },
    ]);
  });

  it('a task waits for a worker only while the host of its shop has room for it', async () => {
    const [host, range] = ['https://full.example', { queue: 'page-ranges', name: 'fetch-page-range' }];
    await scene.sql(`insert into shop_hosts (host, max_in_flight) values ($1, 1)`, [host]);
    for (const isHeld of [true, false]) {
      const id = await scene.insert('pending', range);
      const leaseOrDue = `now() + interval '1 minute' * case when $3 then 1 else -1 end`;
      await scene.sql(`update tasks set shop_host = $2, held = $3::boolean, not_before = ${leaseOrDue} where id = $1`, [id, host, isHeld]);
    }
    const figures = async () => {
      const { queues, oldest } = await readWorkFigures(scene.database.dataSource, 100);
      const [ranges] = queues.filter(({ queue }) => queue === 'page-ranges');
      return [ranges?.waiting, ranges?.running, Math.round((ranges?.dueForSeconds ?? 0) / 60), oldest?.name];
    };
    expect(await figures()).toEqual([1, 1, 0, undefined]);
    await scene.sql('update shop_hosts set max_in_flight = 2');
    expect(await figures()).toEqual([1, 1, 1, 'fetch-page-range']);
    await scene.sql(`update shop_hosts set claimed_at = now() - interval '10 seconds'`);
    expect(await figures()).toEqual([1, 1, 0, 'fetch-page-range']);
    await scene.sql(`update shop_hosts set claimed_at = null, wait_until = now() + interval '1 minute'`);
    expect(await figures()).toEqual([1, 1, 0, undefined]);
  });

  it('counts the webhooks of each hour by their arrival, however often it counts, and forgets them after a month', async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const webhook = { queue: 'webhooks', name: 'process-webhook' };
    await scene.insert('done', { ...webhook, at: minute - 60_000 * 90 });
    for (const at of [minute - 60_000 * 30, minute - 60_000 * 30 + 59_999, minute]) await scene.insert('done', { ...webhook, at });
    await scene.insert('done', { at: minute });
    const { dataSource } = scene.database;
    const earlier = (text: string) => `date_trunc('hour', now(), 'UTC') - interval '${text}'`;
    await scene.sql(
      `insert into webhook_counts (starts_at, is_hour, webhooks) values (${earlier('3 hours')}, true, 100), (${earlier('3 hours')}, false, 20),
         (${earlier('175 minutes')}, false, 3), (${earlier('32 days')}, true, 1000), (${earlier('32 days')}, false, 1000)`,
    );
    await countWebhooks(dataSource);
    await scene.insert('pending', { ...webhook, at: minute - 60_000 });
    await Promise.all([countWebhooks(dataSource), countWebhooks(dataSource)]);

    const read = async (step: 'hour' | 'day') =>
      new Map((await readArrivedWebhooks(dataSource, step, new Date(0))).map(({ at, webhooks }) => [at.getTime(), webhooks]));
    const hours = await read('hour');
    const arrived = [minute - 60_000 * 30, minute - 60_000 * 30, minute - 60_000, minute];
    for (const at of arrived) {
      const hour = Math.floor(at / 3_600_000) * 3_600_000;
      expect(hours.get(hour)).toBe(arrived.filter((one) => Math.floor(one / 3_600_000) * 3_600_000 === hour).length);
    }
    expect(hours.get(Math.floor(minute / 3_600_000) * 3_600_000 - 3 * 3_600_000)).toBe(123);
    expect([...(await read('day')).values()].reduce((sum, webhooks) => sum + webhooks, 0)).toBe(127);
    expect(await scene.sql('select count(*)::int as folded from webhook_counts where is_hour')).toEqual([{ folded: 1 }]);
  });
});
