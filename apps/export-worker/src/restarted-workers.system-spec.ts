import { readSyncRuns, type SyncRun } from '@sync/sync-runs';
import { everythingIn, onRedisQueues, until } from '@sync/test-harness';
import { linkShop, type LinkedShop } from './testing/linked-shop';
import type { SyncScene } from './testing/sync-scene';
import { storedRows } from './testing/sync-watch';
import { record, WebhookScene } from './testing/webhook-scene';

/** Gives a shop that fails up soon, and logs everything. */
const impatient = { OUTAGE_TOLERANCE_SECONDS: '1', LOG_LEVEL: 'trace' };
const complete = { status: 'succeeded', pages_done: 40, records_written: 2_000 };

/** Workers that start, stop and die while work waits. */
onRedisQueues((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    scene = webhooks.scene;
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);

  describe('workers that process webhooks', () => {
    it('leak no secret and no payload into the log, other columns or the queue, even when webhooks fail', async () => {
      const worker = await scene.soleWorker(impatient);
      const linked = await webhooks.linkWithSecret('canary-webhook-secret');
      const canaries = {
        email: 'canary@mail.example',
        first_name: 'canary-name',
        status: 'canary-status',
        'canary-member': 'canary-value',
      };
      const taskIds = await webhooks.deliver(linked, [
        { topic: 'customer.updated', body: record(1, 0, canaries) },
        { topic: 'customer.updated', body: record(1, 0, { ...canaries, email: null }) },
        { topic: 'order.updated', body: record(1, 0, { ...canaries, currency: 'canary-currency' }) },
        { topic: 'order.updated', body: { code: 'canary-code', message: 'canary-message' } },
        { topic: 'canary.topic with "quotes"', body: canaries },
        { topic: 'order.deleted', body: { id: ['canary-id'] } },
        { topic: 'order.updated', body: '{"canary-cut":' },
      ]);
      const processed = await webhooks.ended(taskIds);
      expect(processed.map(({ state }) => state)).toEqual(['done', 'failed', 'failed', 'failed', 'done', 'failed', 'failed']);
      const tasks = await sql<object>(`select to_jsonb(tasks) - 'topic' - 'body' as task from tasks`);
      const jobs = await everythingIn(scene.redis?.url ?? '');
      const secrets = [...Object.values(scene.shop.credentials), 'canary'];
      for (const secret of secrets) {
        expect(worker.output).not.toContain(secret);
        expect(JSON.stringify(tasks)).not.toContain(secret);
        expect(JSON.stringify(jobs)).not.toContain(secret);
      }
    });

    it('lose nothing by kill -9: the rows equal those of an undisturbed run', async () => {
      const story = Array.from({ length: 300 }, (_, index) => {
        const id = (index * 7) % 60;
        const event = ['created', 'updated', 'updated', 'deleted', 'restored'][index % 5];
        return { topic: `order.${event}`, body: event === 'deleted' ? { id } : record(id, index % 50, { status: `status-${index}` }) };
      });
      const rows = ({ connectionId }: LinkedShop) =>
        sql(
          `select source_id, content_hash, deleted_at is not null as deleted, source_modified_at from orders where shop_id = $1 order by source_id`,
          [connectionId],
        );
      const [undisturbed, disturbed] = [await webhooks.link(), await webhooks.link()];
      await scene.soleWorker();
      await webhooks.ended(await webhooks.deliver(undisturbed, story));
      const taskIds = await webhooks.deliver(disturbed, story);
      for (let kill = 1; kill <= 3; kill += 1) {
        await until(async () => (await webhooks.tasksOf(taskIds)).filter(({ state }) => state !== 'pending').length >= kill * 40);
        await scene.killWorkers();
        await scene.soleWorker();
      }
      const processed = await webhooks.ended(taskIds);
      expect(processed.map(({ state }) => state)).toEqual(story.map(() => 'done'));
      expect(await rows(disturbed)).toEqual(await rows(undisturbed));
    });
  });

  it('kill -9 during a 40-page export, then restart: the same rows as an undisturbed run, at most two pages refetched per range', async () => {
    const undisturbed = await scene.link();
    const { linked: disturbed, goOn } = await scene.linkHeld();
    const worker = await scene.soleWorker();
    await scene.ended(await scene.request(undisturbed, ['orders']));
    scene.shop.resetCounters();
    const runIds = await scene.request(disturbed, ['orders']);
    await scene.progressed(disturbed, 12);
    await worker.kill();
    goOn();
    await scene.soleWorker();
    expect(await scene.ended(runIds)).toMatchObject([
      { status: 'succeeded', pages_total: 40, pages_done: 40, records_fetched: 2_000, records_written: 2_000 },
    ]);
    const rows = (connectionId: string) => storedRows(scene.database.dataSource, connectionId, 'orders');
    expect(await rows(disturbed.connectionId)).toEqual(await rows(undisturbed.connectionId));
    const { 1: ofFirstPage = 0, ...others } = scene.shop.counters.pages.orders ?? {};
    expect(ofFirstPage).toBeLessThanOrEqual(2);
    // One page was being stored, and the next one was on its way.
    const refetched = new Map<number, number>();
    for (const [page, times] of Object.entries(others)) {
      const range = Math.ceil(Number(page) / 5);
      refetched.set(range, (refetched.get(range) ?? 0) + times - 1);
    }
    expect(Math.max(...refetched.values())).toBeLessThanOrEqual(2);
  });

  it('SIGTERM drains: exit 0, and the next worker resumes', async () => {
    const worker = await scene.soleWorker();
    const { runIds, goOn } = await scene.exportHeld(12);
    const stopping = worker.stop();
    goOn();
    expect(await stopping).toEqual({ code: 0, signal: null });
    const asked = scene.pagesAsked('orders');
    await scene.soleWorker();
    expect(await scene.ended(runIds)).toMatchObject([complete]);
    expect(asked).toBeGreaterThan(12);
    expect(scene.pagesAsked('orders')).toBe(40);
  });

  it('kill -9 of the worker that holds all places of a host leaves them to another, which exports both tenants', async () => {
    const dying = await scene.soleWorker();
    const { linked, gate } = await scene.linkGated();
    const release = gate.holdUntilReleased('orders 2');
    const neighbour = await linkShop(scene.database.dataSource, gate);
    const runs = (await Promise.all([linked, neighbour].map((shop) => scene.request(shop, ['orders'])))).flat();
    const runsOf = (ids: string[]): Promise<SyncRun[]> => readSyncRuns(scene.database.dataSource, ids);
    await until(async () => (await runsOf(runs)).some(({ pagesDone }) => pagesDone > 0));
    await dying.kill();
    release();
    await scene.soleWorker();
    expect(await scene.ended(runs)).toMatchObject([complete, complete]);
  });

  it('status error still blocks syncs after a restart', async () => {
    const worker = await scene.soleWorker(impatient);
    const linked = await scene.link();
    scene.shop.setFaults([{ kind: 'status', status: 500 }]);
    await scene.ended(await scene.request(linked, ['orders']));
    await worker.kill();
    scene.shop.setFaults([]);
    scene.shop.resetCounters();
    await scene.soleWorker(impatient);
    expect(await scene.ended(await scene.request(linked, ['customers']))).toMatchObject([{ status: 'cancelled' }]);
    expect(scene.pagesAsked('customers')).toBe(0);
    expect(await scene.statusOf(linked)).toBe('error');
  });
});
