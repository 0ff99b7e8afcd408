import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ThrottlerStorageService, type ThrottlerStorage } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { loggableError } from '../logging/loggable-error';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

const count = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

/** Counts in Redis, so that a limit holds over all processes. While Redis is away each process counts for itself: a limiter must not be what stops the service. */
export class RedisThrottlerStorage implements ThrottlerStorage, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(RedisThrottlerStorage.name);
  private readonly inProcess = new ThrottlerStorageService();
  private readonly redis: Redis;
  private isAway = false;

  constructor(url: string) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 500,
      connectTimeout: 2_000,
      lazyConnect: true,
    });
    this.redis.on('error', (error) => this.noteAway(error));
  }

  /** A Redis that is there is used from the first request on; one that is not does not keep the app from starting. */
  async onModuleInit(): Promise<void> {
    await this.redis.connect().catch((error: unknown) => this.noteAway(error));
  }

  async increment(key: string, ttl: number, limit: number, blockDuration: number, throttlerName: string): Promise<Counted> {
    try {
      const [hits, left] = (await this.redis.eval(count, 1, `throttle:${key}`, ttl)) as [number, number];
      this.isAway = false;
      const seconds = Math.max(1, Math.ceil(left / 1000));
      return { totalHits: hits, timeToExpire: seconds, isBlocked: hits > limit, timeToBlockExpire: seconds };
    } catch (error) {
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
