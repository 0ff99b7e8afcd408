import { DemoShopA } from '@sync/demo-shops';
import { forEachQueueBackend } from '@sync/test-harness';
import { Client } from 'pg';
import { PersistentSender } from './storm/persistent-sender';
import { StormyService } from './storm/stormy-service';
import { settled } from './storm/verdict';
import { initialise, link } from './testing/actors';
import { until } from './testing/app-process';

const takeoverMs = 20_000;

interface Held {
  id: string;
  attempts: number;
}

/** Promise 12. */
forEachQueueBackend(({ name }) => {
  let service: StormyService;
  let shop: DemoShopA;
  let connectionId = '';

  beforeEach(async () => {
    service = await StormyService.start({ onRedis: name === 'Redis', workers: 1, environment: { WORKER_CONCURRENCY: '4' } });
    shop = await DemoShopA.start({ customers: 20, products: 200, orders: 20 });
    ({ connectionId } = await link(service, await initialise(service), shop));
    await until(async () => (await service.rows(`select from sync_runs where status = 'succeeded'`)).length === 3);
    await settled(service);
  });
  afterEach(async () => {
    await service.stop();
    await shop.stop();
  });

  const held = (task: string) =>
    service.rows<Held>(`select id, attempts from tasks where name = $1 and state = 'pending' and attempts > 0 and not_before > now()`, [
      task,
    ]);
  /** Milliseconds until each of the tasks runs again, or is done. */
  const takenOver = async (tasks: readonly Held[]) => {
    const begun = Date.now();
    await until(async () => {
      const waiting = await service.rows(
        `select from tasks t join jsonb_to_recordset($1) as was (id uuid, attempts int) on was.id = t.id
         where t.state = 'pending' and t.attempts = was.attempts`,
        [JSON.stringify(tasks)],
      );
      return waiting.length === 0;
    }, takeoverMs * 2);
    return Date.now() - begun;
  };
  const waiting = async () => {
    const [row] = await service.rows<{ tasks: number }>(
      `select count(*)::int as tasks from tasks where name = 'process-webhook' and state = 'pending' and attempts = 0`,
    );
    return row?.tasks ?? 0;
  };
  const sender = new PersistentSender(40);
  /** The shop's products change, and it tells. */
  const tellOf = (ids: readonly number[]) =>
    Promise.all(
      ids.map((id) => {
        shop.change('products', id, { name: `Changed at ${Date.now()}` });
        return sender.send(shop.webhooks.request({ deliveryUrl: service.webhookUrl(connectionId) }, 'product.updated', id));
      }),
    );

  /** Holds the rows of the products, so that whoever processes their webhooks hangs. Returns what ends that, and the statements that wait for it. */
  const holdRows = async (ids: readonly number[]) => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query('select from products where system_connection_id = $1 and source_id = any($2) for update', [
      connectionId,
      ids.map(String),
    ]);
    return async () => {
      // What a dead worker had asked for must not happen on its behalf.
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      await client.end();
    };
  };

  it.each(['idle', 'full'])(
    'a worker killed with SIGKILL has its jobs taken over within 20 s, a second worker being %s',
    async (second) => {
      const ids = shop.ids('products');
      const release = await holdRows(ids.slice(0, 1));
      await tellOf(ids.slice(0, 1));
      shop.setLatency(1_500);
      await link(service, await initialise(service), shop);
      await until(async () => (await held('process-webhook')).length === 1 && (await held('fetch-page-ranges')).length >= 3);
      const [dying] = service.processes('export-worker');
      await service.launch('export-worker', { WORKER_CONCURRENCY: '2' });
      const other = await DemoShopA.start({ customers: 300, products: 300, orders: 300, latencyMs: 300 });
      let isOver = second === 'idle';
      // No slot of the second is ever free for long: there is always more that waits.
      const load = async () => {
        if (isOver) return;
        await link(service, await initialise(service), other);
        for (let round = 0; !isOver; round += 1) {
          await tellOf(Array.from({ length: 50 }, (_, index) => ids[10 + ((50 * round + index) % 180)]!));
          await until(async () => (await waiting()) < 100);
        }
      };
      const loading = load();
      await until(async () => isOver || (await waiting()) >= 50);
      const tasks = [...(await held('process-webhook')), ...(await held('fetch-page-ranges'))];
      await dying?.kill();
      await release();
      expect(await takenOver(tasks)).toBeLessThan(takeoverMs);
      isOver = true;
      shop.setLatency(0);
      await loading;
      expect(await settled(service)).toBe(true);
      expect(await service.rows(`select name from tasks where state = 'failed'`)).toEqual([]);
      expect(await service.rows('select distinct status from sync_runs')).toEqual([{ status: 'succeeded' }]);
      await other.stop();
    },
    120_000,
  );
});
