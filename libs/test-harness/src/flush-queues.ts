import type { RedisServer } from '@sync/embedded-services';
import { Redis } from 'ioredis';

/**
 * FLUSHALL on Redis, and what comes to the same on Postgres: the queues know neither what waits nor who has a job. `query` runs SQL
 * in the database of a service whose queues are on Postgres.
 */
export async function flushQueues(redis: Pick<RedisServer, 'url'> | null, query: (sql: string) => Promise<unknown>): Promise<void> {
  if (!redis) return void (await query('truncate queues.job cascade'));
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}
