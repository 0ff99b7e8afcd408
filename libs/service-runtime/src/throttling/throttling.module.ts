import type { DynamicModule } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerOptions } from '@nestjs/throttler';
import { RedisThrottlerStorage, type RedisTimeouts } from './redis-throttler-storage';
import { SlidingWindowStorage } from './sliding-window-storage';

/** Counts per client address, in Redis if configured, otherwise in this process. */
export function throttlingModule(throttlers: ThrottlerOptions[], redisUrl?: string, redisTimeouts?: RedisTimeouts): DynamicModule {
  return ThrottlerModule.forRoot({
    throttlers,
    setHeaders: false,
    storage: redisUrl === undefined ? new SlidingWindowStorage() : new RedisThrottlerStorage(redisUrl, redisTimeouts),
  });
}
