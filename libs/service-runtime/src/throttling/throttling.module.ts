import type { DynamicModule } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerOptions } from '@nestjs/throttler';
import { RedisThrottlerStorage, type RedisWaits } from './redis-throttler-storage';

/** Counting per client address: in Redis when there is one, else in this process. An IPv6 client is its /64, which is what one customer gets. */
export function throttlingModule(throttlers: ThrottlerOptions[], redisUrl?: string, redisWaits?: RedisWaits): DynamicModule {
  return ThrottlerModule.forRoot({
    throttlers,
    ipv6SubnetPrefix: 64,
    setHeaders: false,
    ...(redisUrl !== undefined && { storage: new RedisThrottlerStorage(redisUrl, redisWaits) }),
  });
}
