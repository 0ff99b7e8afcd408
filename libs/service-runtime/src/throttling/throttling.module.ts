import type { DynamicModule } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerOptions } from '@nestjs/throttler';
import { RedisThrottlerStorage, type RedisTimeouts } from './redis-throttler-storage';

/** Counts per client address, in Redis if configured, otherwise in this process. */
export function throttlingModule(throttlers: ThrottlerOptions[], redisUrl?: string, redisTimeouts?: RedisTimeouts): DynamicModule {
  return ThrottlerModule.forRoot({
    throttlers,
    setHeaders: false,
    ...(redisUrl !== undefined && { storage: new RedisThrottlerStorage(redisUrl, redisTimeouts) }),
  });
}
