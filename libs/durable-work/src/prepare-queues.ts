import { Redis } from 'ioredis';

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
export async function refuseRedisCluster(redisUrl: string): Promise<void> {
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
