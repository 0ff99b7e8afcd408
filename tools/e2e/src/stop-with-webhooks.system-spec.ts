import { DemoShopA } from '@sync/demo-shops';
import { forEachQueueBackend, until, type Exit } from '@sync/test-harness';
import { PersistentSender } from './storm/persistent-sender';
import { StormyService } from './storm/stormy-service';
import { settled, wrongs } from './storm/verdict';
import { watchEffects } from './storm/effects';
import { initialise, link } from './testing/actors';

/** Apps exit within 25 s (docs/operators.md); the rest is for a machine that stalls. */
const stoppedMs = 30_000;
const cleanExit: Exit = { code: 0, signal: null };

/** Clean shutdown of the apps that handle webhooks. */
forEachQueueBackend(({ name }) => {
  let service: StormyService;
  let shop: DemoShopA;
  let connectionId = '';
  const sender = new PersistentSender(20);

  beforeAll(async () => {
    service = await StormyService.start({ onRedis: name === 'Redis', workers: 1 });
    shop = await DemoShopA.start({ customers: 10, products: 300, orders: 10 });
    await watchEffects(service);
    ({ connectionId } = await link(service, await initialise(service), shop));
    await until(async () => (await service.rows(`select from sync_runs where status = 'succeeded'`)).length === 3);
    await settled(service);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
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
    const exits = await service.retire(app);
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
    await service.launch('export-worker');
    await settled(service);
    expect(await wrongs(service, sender)).toEqual([]);
    expect(await done()).toHaveLength(300);
  });

  if (name === 'Redis') {
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
        await Promise.all(apps.map((app) => service.launch(app)));
        await settled(service);
        expect(await wrongs(service, sender)).toEqual([]);
      },
    );
  }
});
