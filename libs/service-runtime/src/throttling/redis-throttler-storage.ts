import { randomUUID } from 'node:crypto';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Redis, ReplyError } from 'ioredis';
import { loggableError } from '@sync/records';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Sliding window: a sorted set of the requests accepted in the last window, which accepts another while there are fewer than the limit.
 * A fixed window would accept twice the limit around its edge.
 */
const count = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[1])
local hits = redis.call('ZCARD', KEYS[1])
local isBlocked = hits >= tonumber(ARGV[2])
if not isBlocked then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local left = ARGV[1]
if oldest[2] then left = oldest[2] + ARGV[1] - now end
return { hits + 1, isBlocked and 1 or 0, math.max(1, math.ceil(left / 1000)) }`;

/** After these, Redis counts as unavailable. */
export interface RedisTimeouts {
  commandMs: number;
  connectMs: number;
}

/** Counts in Redis, so that a limit holds across processes. While Redis is down another storage counts: a limiter must not take the service down. */
export class RedisThrottlerStorage implements ThrottlerStorage, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('RedisThrottlerStorage');
  private readonly redis: Redis;
  private isDown = false;

  constructor(
    url: string,
    private readonly whileDown: ThrottlerStorage,
    timeouts: RedisTimeouts = { commandMs: 500, connectMs: 2_000 },
  ) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      keepAlive: 5_000,
      commandTimeout: timeouts.commandMs,
      connectTimeout: timeouts.connectMs,
      lazyConnect: true,
      // After a failover this connection may still lead to the old primary, which is a replica now.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    });
    this.redis.on('error', (error) => this.noteFailure(error)).on('ready', () => (this.isDown = false));
  }

  /** Connects early, so that Redis counts from the first request on. The app also starts without it. */
  async onModuleInit(): Promise<void> {
    await this.redis.connect().catch((error: unknown) => this.noteFailure(error));
  }

  async increment(key: string, ttl: number, limit: number, blockDuration: number, name: string): Promise<Counted> {
    try {
      const [hits, isBlocked, seconds] = (await this.redis.eval(count, 1, `throttle:${key}`, ttl, limit, randomUUID())) as [
        number,
        number,
        number,
      ];
      this.isDown = false;
      return { totalHits: hits, timeToExpire: seconds, isBlocked: isBlocked === 1, timeToBlockExpire: seconds };
    } catch (error) {
      // Redis hangs, perhaps permanently: reconnect, so that no other request waits on this connection.
      if (!this.isDown && !(error instanceof ReplyError)) this.redis.disconnect(true);
      this.noteFailure(error);
      return this.whileDown.increment(key, ttl, limit, blockDuration, name);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private noteFailure(error: unknown): void {
    if (!this.isDown) this.logger.warn({ msg: 'no Redis at REDIS_URL: requests are counted in Postgres', error: loggableError(error) });
    this.isDown = true;
  }
}
