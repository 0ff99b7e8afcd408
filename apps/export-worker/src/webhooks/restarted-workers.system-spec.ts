import { forEachQueueBackend, until } from '@sync/test-harness';
import Redis from 'ioredis';
import type { LinkedShop } from '../testing/linked-shop';
import type { SyncScene } from '../testing/sync-scene';
import { record, WebhookScene } from '../testing/webhook-scene';

/** Every key of a Redis with what it holds. */
async function everythingIn(url: string): Promise<unknown[]> {
  const client = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.get(key),
    hash: (key) => client.hgetall(key),
    list: (key) => client.lrange(key, 0, -1),
    set: (key) => client.smembers(key),
    zset: (key) => client.zrange(key, 0, -1),
    stream: (key) => client.xrange(key, '-', '+'),
  };
  const all: unknown[] = [];
  for (const key of await client.keys('*')) all.push([key, await readers[await client.type(key)]?.(key)]);
  client.disconnect();
  return all;
}

/** Workers start and stop while webhooks wait. */
forEachQueueBackend((backend) => {
  let webhooks: WebhookScene;
  let scene: SyncScene;

  beforeAll(async () => {
    webhooks = await WebhookScene.set(backend);
    scene = webhooks.scene;
  });
  afterEach(() => scene.clear());
  afterAll(() => scene.strike());

  it('leak no secret and no payload into the log, other columns or the queue, even when webhooks fail', async () => {
    const worker = await scene.startWorker({ LOG_LEVEL: 'trace' });
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
    const tasks = await scene.database.dataSource.query<object[]>(`select to_jsonb(tasks) - 'topic' - 'body' as task from tasks`);
    const jobs = scene.redis
      ? await everythingIn(scene.redis.url)
      : await scene.database.dataSource.query<object[]>('select * from queues.job');
    const secrets = [...Object.values(scene.shop.credentials), 'canary'];
    for (const secret of secrets) {
      expect(worker.output).not.toContain(secret);
      expect(JSON.stringify(tasks)).not.toContain(secret);
      expect(JSON.stringify(jobs)).not.toContain(secret);
    }
  });

  it('skip webhooks that were deleted with their connection', async () => {
    const linked = await webhooks.link();
    const taskIds = await webhooks.deliver(linked, [{ topic: 'order.created', body: record(1) }]);
    await scene.database.dataSource.query('delete from system_connections where id = $1', [linked.connectionId]);
    const worker = await scene.startWorker();
    const other = await webhooks.link();
    await webhooks.process(other, [{ topic: 'order.created', body: record(1) }]);
    expect(await webhooks.tasksOf(taskIds)).toEqual([]);
    expect(worker.output).not.toContain('task failed');
  });

  it('lose nothing by kill -9: the rows equal those of an undisturbed run', async () => {
    const story = Array.from({ length: 300 }, (_, index) => {
      const id = (index * 7) % 60;
      const event = ['created', 'updated', 'updated', 'deleted', 'restored'][index % 5];
      return { topic: `order.${event}`, body: event === 'deleted' ? { id } : record(id, index % 50, { status: `status-${index}` }) };
    });
    const rows = ({ connectionId }: LinkedShop) =>
      scene.database.dataSource.query(
        `select source_id, content_hash, deleted_at is not null as deleted, source_modified_at from orders where system_connection_id = $1 order by source_id`,
        [connectionId],
      );
    const [undisturbed, disturbed] = [await webhooks.link(), await webhooks.link()];
    await scene.startWorker();
    await webhooks.ended(await webhooks.deliver(undisturbed, story));
    const taskIds = await webhooks.deliver(disturbed, story);
    for (let kill = 1; kill <= 3; kill += 1) {
      await until(async () => (await webhooks.tasksOf(taskIds)).filter(({ state }) => state !== 'pending').length >= kill * 40);
      await scene.clear();
      await scene.startWorker();
    }
    const processed = await webhooks.ended(taskIds);
    expect(processed.map(({ state }) => state)).toEqual(story.map(() => 'done'));
    expect(await rows(disturbed)).toEqual(await rows(undisturbed));
  });
});
