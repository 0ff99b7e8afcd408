import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DemoShopA } from '@sync/demo-shops';
import { AppProcess, forEachQueueBackend, until, type Exit } from '@sync/test-harness';
import { PersistentSender } from './storm/persistent-sender';
import { StormyService } from './storm/stormy-service';
import { settled, wrongs } from './storm/verdict';
import { watchEffects } from './storm/effects';
import { identityOf, initialise, link, type Caller } from './testing/actors';
import { exchange, type WireResponse } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';

/** Apps exit within 25 s (docs/operations/upgrade.md); the rest is for a machine that stalls. */
const stoppedMs = 30_000;
const cleanExit: Exit = { code: 0, signal: null };
const lastMessage = ({ stdout }: AppProcess) => (JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as { msg?: string }).msg;

/** Clean shutdown of the apps. */
forEachQueueBackend(({ name }) => {
  let service: StormyService;
  let shop: DemoShopA;
  let caller: Caller;
  let connectionId = '';
  const sender = new PersistentSender(20);
  /** Ends after the tests, also after those that fail. */
  const ends = <T extends { stop(): Promise<unknown> }>(one: T): T => (endings.push(() => one.stop()), one);
  const endings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    service = ends(await StormyService.start({ onRedis: name === 'Redis', workers: 1, settings: { LOG_LEVEL: 'info' } }));
    shop = ends(await DemoShopA.start({ customers: 10, products: 300, orders: 10 }));
    await watchEffects(service);
    caller = await initialise(service);
    ({ connectionId } = await link(service, caller, shop));
    await until(async () => (await service.rows(`select from sync_runs where status = 'succeeded'`)).length === 3);
    await settled(service);
  });
  afterAll(async () => {
    for (const end of endings) await end();
  });

  /** Changes every product once and sends its webhook. */
  const sendAll = async (name: string) => {
    const deliveryUrl = service.webhookUrl(connectionId);
    for (const id of shop.ids('products')) shop.change('products', id, { name: `${name} ${id}` });
    await Promise.all(shop.ids('products').map((id) => sender.send(shop.webhooks.request({ deliveryUrl }, 'product.updated', id))));
  };
  /** Slows the worker down so that SIGTERM meets unfinished work. */
  const slowDown = async () => {
    await service.rows(
      `create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$`,
    );
    await service.rows('create trigger slow_down after update on products for each row execute function slow_down()');
  };
  const done = () => service.rows(`select from tasks where name = 'process-webhook' and state = 'done'`);
  const stopped = async (app: 'connection-api' | 'export-worker' | 'webhook-ingress') => {
    const begun = Date.now();
    const exits = await service.apps.retire(app);
    return { exits, inTime: Date.now() - begun < stoppedMs };
  };

  it('a worker stopped while it processes webhooks exits 0 within 25 s, and every webhook takes effect once on another worker', async () => {
    await slowDown();
    const sending = sendAll('Changed');
    await until(async () => (await done()).length > 20);
    expect(await stopped('export-worker')).toEqual({ exits: [cleanExit], inTime: true });
    await sending;
    expect((await done()).length).toBeLessThan(300);
    await service.rows('drop function slow_down cascade');
    await service.apps.launch('export-worker');
    await settled(service);
    expect(await wrongs(service, sender)).toEqual([]);
    expect(await done()).toHaveLength(300);
  });

  // The rest needs Redis or does not depend on the queues.
  if (name === 'Postgres') return;

  it.each<{ which: string; fail: () => unknown; restore: () => unknown }>([
    { which: 'gone', fail: () => service.stopRedis(), restore: () => service.startRedis() },
    { which: 'hanging', fail: () => service.hangRedis(), restore: () => service.wakeRedis({ dropsConnections: true }) },
  ])(
    'with Redis $which under load: the ingress responds 200, and each app exits 0 within 25 s of SIGTERM',
    async ({ which, fail, restore }) => {
      const before = sender.acknowledged.size;
      const sending = sendAll(`Changed with Redis ${which}`);
      await until(() => sender.acknowledged.size > before + 50);
      await fail();
      await sending;
      expect(Object.keys(sender.others).filter((response) => response !== '503')).toEqual([]);
      expect(sender.acknowledged.size).toBe(before + 300);
      const apps = ['connection-api', 'webhook-ingress', 'export-worker'] as const;
      const ended = await Promise.all(apps.map(stopped));
      expect(ended).toEqual(ended.map(() => ({ exits: [cleanExit], inTime: true })));
      await restore();
      await Promise.all(apps.map((app) => service.apps.launch(app)));
      await settled(service);
      expect(await wrongs(service, sender)).toEqual([]);
    },
  );

  it('export-worker: SIGTERM under load finishes the page being written and leaves the rest to another worker', async () => {
    const large = ends(await DemoShopA.start({ customers: 60, orders: 1_500, products: 60 }));
    large.setLatency(1_000);
    const linked = await link(service, caller, large);
    const ofLarge = <T>(sql: string) => service.rows<T>(sql, [linked.connectionId]);
    await until(async () => (await ofLarge('select from orders where shop_id = $1 limit 1')).length > 0);
    const [worker] = service.apps.processes('export-worker');
    expect(await service.apps.retire('export-worker')).toEqual([cleanExit]);
    expect(lastMessage(worker!)).toBe('stopped');
    const open = `select from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`;
    expect(await ofLarge(open)).not.toEqual([]);
    large.setLatency(0);
    await service.apps.launch('export-worker');
    await until(async () => (await ofLarge(open)).length === 0);
    expect(await ofLarge('select distinct status from sync_runs where system_connection_id = $1')).toEqual([{ status: 'succeeded' }]);
    const count = async (table: string) =>
      (await ofLarge<{ rows: number }>(`select count(*)::int as rows from ${table} where shop_id = $1`))[0]?.rows;
    expect([await count('customers'), await count('orders'), await count('products')]).toEqual([60, 1_500, 60]);
  });

  it('connection-api: SIGTERM under load reports not ready, drains every request and exits 0', async () => {
    // Long enough for a stalled load balancer to notice that the API is not ready.
    const api = ends(await AppProcess.start('connection-api', { ...service.environment, STOP_NOTICE_MS: '5000' }));
    const slowShop = ends(await DemoShopA.start({ customers: 1, orders: 1, products: 1 }));
    slowShop.setLatency(1_500);
    const registration = {
      method: 'POST',
      path: '/api/system-connections/register',
      headers: [['content-type', 'application/json']] as const,
      body: JSON.stringify(identityOf(slowShop)),
    };
    const slow = [1, 2, 3, 4].map(() => exchange(api.url, registration));
    await until(() => (slowShop.counters.byPath['connectivity-check'] ?? 0) >= slow.length);
    const broken: string[] = [];
    const responses: WireResponse[] = [];
    const path = `/api/widget/connections/${caller.connectionId}/status`;
    let isLeft = false;
    let readiness: number | null = null;
    // Like a load balancer: keeps connections, and stops sending to an app that is not ready.
    const watch = async () => {
      for (; !isLeft; await sleep(20)) {
        readiness = await api.health('ready');
        isLeft = readiness !== 200;
      }
    };
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!isLeft) {
        try {
          responses.push(await exchange(api.url, { method: 'GET', path, headers: [['authorization', `Bearer ${caller.token}`]], agent }));
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          if (code !== 'ECONNREFUSED') broken.push(code ?? message);
          if (code === 'ECONNREFUSED' || !api.isRunning) break;
        }
      }
      agent.destroy();
    };
    const watching = watch();
    const clients = Array.from({ length: 6 }, client);
    await until(() => responses.length > 100);
    api.signal('SIGTERM');
    await until(() => api.stdout.includes('"msg":"stopping"'));
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 201));
    expect(await api.exited).toEqual(cleanExit);
    await Promise.all([...clients, watching]);
    expect(readiness).toBe(503);
    expect(broken).toEqual([]);
    const others = responses.filter(({ status }) => status !== 200);
    expect(others.flatMap((response) => (response.status === 503 ? faultsOfProblem(response) : [`status ${response.status}`]))).toEqual([]);
    expect(lastMessage(api)).toBe('stopped');
  });

  // The last test: it leaves no app.
  it('a supervised app ends with its supervisor', async () => {
    await service.apps.launch('admin-api');
    const supervised = (['connection-api', 'export-worker', 'webhook-ingress', 'admin-api'] as const).flatMap((app) =>
      service.apps.processes(app),
    );
    expect(supervised).toHaveLength(4);
    for (const app of supervised) app.child.disconnect();
    expect(await Promise.all(supervised.map((app) => app.exited))).toEqual(supervised.map(() => cleanExit));
  });
});
