import { randomUUID } from 'node:crypto';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ThrottlerStorageService, type ThrottlerStorage } from '@nestjs/throttler';
import { Redis, ReplyError } from 'ioredis';
import { loggableError } from '@sync/records';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * The times of the requests that were let through in the last window: one more is let through while there are fewer than the limit.
 * A window that starts anew every minute would let twice as many through around its edge.
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

/** How long Redis is waited for before it counts as away, in milliseconds. */
export interface RedisWaits {
  command: number;
  connect: number;
}

/** Counts in Redis, so that a limit holds over all processes. While Redis is away each process counts for itself: a limiter must not be what stops the service. */
export class RedisThrottlerStorage implements ThrottlerStorage, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('RedisThrottlerStorage');
  private readonly inProcess = new ThrottlerStorageService();
  private readonly redis: Redis;
  private isAway = false;

  constructor(url: string, waits: RedisWaits = { command: 500, connect: 2_000 }) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: waits.command,
      connectTimeout: waits.connect,
      lazyConnect: true,
    });
    this.redis.on('error', (error) => this.noteAway(error)).on('ready', () => (this.isAway = false));
  }

  /** A Redis that is there is used from the first request on; one that is not does not keep the app from starting. */
  async onModuleInit(): Promise<void> {
    await this.redis.connect().catch((error: unknown) => this.noteAway(error));
  }

  async increment(key: string, ttl: number, limit: number, blockDuration: number, throttlerName: string): Promise<Counted> {
    try {
      const [hits, isBlocked, seconds] = (await this.redis.eval(count, 1, `throttle:${key}`, ttl, limit, randomUUID())) as [
        number,
        number,
        number,
      ];
      this.isAway = false;
      return { totalHits: hits, timeToExpire: seconds, isBlocked: isBlocked === 1, timeToBlockExpire: seconds };
    } catch (error) {
      // It hangs, and perhaps for good: nobody else waits for an answer on this connection.
      if (!this.isAway && !(error instanceof ReplyError)) this.redis.disconnect(true);
      this.noteAway(error);
      return this.inProcess.increment(key, ttl, limit, blockDuration, throttlerName);
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
    this.inProcess.onApplicationShutdown();
  }

  private noteAway(error: unknown): void {
    if (!this.isAway) this.logger.warn({ msg: 'Redis is away: each process counts requests for itself', error: loggableError(error) });
    this.isAway = true;
  }
}
