import { startRedisServer, type RedisServer } from '@sync/embedded-services';
import { createTestDatabase, ServerGate, until, type TestDatabase } from '@sync/test-harness';
import { Redis } from 'ioredis';
import { TaskQueues } from './task-queues';
import { TaskWorker } from './task-queue';

async function tell(server: RedisServer, ...command: [string, ...string[]]): Promise<void> {
  const client = new Redis(server.url);
  await client.call(...command);
  client.disconnect();
}

/** REDIS_URL names one address that leads to the primary; connections to the old primary stay open. */
describe('after a failover of Redis', () => {
  let database: TestDatabase;
  let servers: RedisServer[];
  let address: ServerGate;

  beforeAll(async () => {
    database = await createTestDatabase();
    servers = (await Promise.all([startRedisServer(), startRedisServer()])) as RedisServer[];
    address = await ServerGate.open((servers[0] as RedisServer).url);
  });
  afterAll(async () => {
    await address.cut();
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
  });

  it('producers and workers leave the old primary, which is a replica now, and work goes on', async () => {
    const [old, next] = servers as [RedisServer, RedisServer];
    const location = { databaseUrl: database.url, redisUrl: address.url };
    let heard = 0;
    let isOver = false;
    const worker = new TaskWorker('webhooks', location);
    const listen = async () => {
      while (!isOver) if (await worker.hear().catch(() => false)) heard += 1;
    };
    const queues = TaskQueues.open(location);
    await queues.waitUntilReady();
    const listening = listen();
    const isHeard = () => {
      const before = heard;
      return until(() => {
        queues.ring(['webhooks']);
        return heard > before;
      });
    };
    await isHeard();
    address.leadTo(next.url);
    await tell(old, 'replicaof', '127.0.0.1', String(next.port));
    await isHeard();
    // Needs the connection on which an idle worker waits.
    await isHeard();
    isOver = true;
    await Promise.all([worker.close(), queues.close(), listening]);
  });
});
