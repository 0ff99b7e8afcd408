import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { QueueLocation } from './queue-backend';

/** Once per app, before its queues open. */
export async function prepareQueues({ databaseUrl, redisUrl }: QueueLocation): Promise<void> {
  if (redisUrl) return refuseRedisCluster(redisUrl);
  await untilPostgresResponds(databaseUrl);
}

const timeoutMs = 1_000;

/** A queue has several keys, which the slots of a Redis Cluster part. */
class RedisClusterRefused extends Error {
  /** For the operator who starts the app. */
  readonly cannotStart = 'REDIS_URL leads to a Redis Cluster; use one primary, with replicas or without (docs/operations/scaling.md#redis)';

  constructor() {
    super('Redis Cluster');
    this.name = 'RedisClusterRefused';
  }
}

/** Throws RedisClusterRefused. A Redis that does not respond, or hides its mode, passes: it may start later. */
async function refuseRedisCluster(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    if (/^cluster_enabled:1/m.test(await redis.info('cluster'))) throw new RedisClusterRefused();
  } catch (error) {
    if (error instanceof RedisClusterRefused) throw error;
  } finally {
    redis.disconnect();
  }
}

const maxAttempts = 60;
const pauseMs = 500;

/**
 * A queue on Postgres never recovers from a failed first connection, so it is opened only once Postgres responds. Rejects with the
 * last failure after half a minute.
 */
async function untilPostgresResponds(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      if (attempt === 1) new Logger('DurableWork').warn({ msg: 'Postgres does not respond yet', error: loggableError(error) });
      await sleep(pauseMs);
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
