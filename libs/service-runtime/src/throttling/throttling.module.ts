import type { DynamicModule, InjectionToken } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerOptions } from '@nestjs/throttler';
import type { SqlRunner } from '@sync/postgres';
import { PostgresThrottlerStorage } from './postgres-throttler-storage';
import { RedisThrottlerStorage, type RedisTimeouts } from './redis-throttler-storage';

interface Throttling {
  throttlers: ThrottlerOptions[];
  /** Token of the app's SqlRunner. */
  database: InjectionToken<SqlRunner>;
  redisUrl?: string;
  redisTimeouts?: RedisTimeouts;
}

/** Counts per client address across all processes: in Redis if configured, otherwise, and while Redis is down, in Postgres. */
export function throttlingModule({ throttlers, database, redisUrl, redisTimeouts }: Throttling): DynamicModule {
  return ThrottlerModule.forRootAsync({
    inject: [database],
    useFactory: (sql: SqlRunner) => {
      const inPostgres = new PostgresThrottlerStorage(sql);
      const storage = redisUrl === undefined ? inPostgres : new RedisThrottlerStorage(redisUrl, inPostgres, redisTimeouts);
      return { throttlers, setHeaders: false, storage };
    },
  });
}
