import type { RedisServer } from '@sync/embedded-services';
import { Redis } from 'ioredis';

/**
 * FLUSHALL on Redis, or its equivalent on Postgres: the queues forget all waiting and running jobs. `query` runs SQL in the database of a
 * service whose queues are on Postgres.
 */
export async function flushQueues(redis: Pick<RedisServer, 'url'> | null, query: (sql: string) => Promise<unknown>): Promise<void> {
  if (!redis) return void (await query('truncate queues.job cascade'));
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}
