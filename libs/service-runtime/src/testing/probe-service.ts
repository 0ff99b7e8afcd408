import { Body, Controller, Get, HttpCode, Module, Post, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsInt, IsString } from 'class-validator';
import type { SqlRunner } from '@sync/postgres';
import { ServiceConfiguration } from '../configuration/service-configuration';
import { HealthModule } from '../health/health.module';
import type { ReadinessChecks } from '../health/readiness';
import { JsonLogger } from '../logging/json-logger';
import { Problem } from '../problems/problem';
import { currentRequestId } from '../requests/request-context';
import { createService } from '../service/create-service';
import { ClientAddressThrottlerGuard, Throttled } from '../throttling/client-address-throttler.guard';
import type { RedisTimeouts } from '../throttling/redis-throttler-storage';
import { throttlingModule } from '../throttling/throttling.module';

class ThingInput {
  @IsString({ message: 'name must be a text' })
  name: string;

  @IsInt({ message: 'size must be a whole number' })
  size: number;
}

/** GET /api/fail throws this. */
export const failure: { error: unknown } = { error: null };

@Controller('api')
class ProbeController {
  @Post('things')
  @HttpCode(201)
  create(@Body() input: ThingInput): object {
    return { ...input };
  }

  @Get('things/:id')
  show(): object {
    return { request_id: currentRequestId() };
  }

  @Get('fail')
  fail(): never {
    throw failure.error;
  }

  @Get('invalid')
  invalid(): never {
    throw Problem.invalid([{ pointer: '/a', detail: 'a is wrong' }]);
  }

  @Post('limited')
  @Throttled(true)
  limited(): object {
    return {};
  }
}

@Module({})
class ProbeModule {}

export interface ProbeOptions {
  checks?: ReadinessChecks;
  notice?: () => Promise<string | null>;
  /** Without one, the route with a limit fails. */
  sql?: SqlRunner;
  redisUrl?: string;
  redisTimeouts?: RedisTimeouts;
  limit?: number;
}

const database = Symbol('database');
const noDatabase: SqlRunner = { query: () => Promise.reject(new Error('No database')) };

/** On a busy machine a slow Redis must not count as down. */
const generous: RedisTimeouts = { commandMs: 60_000, connectMs: 60_000 };

/** A small service with the conventions of the real ones, on a free port of 127.0.0.1. */
export async function startProbeService({
  checks = { needed: {} },
  notice,
  sql = noDatabase,
  redisUrl,
  redisTimeouts = generous,
  limit = 3,
}: ProbeOptions = {}): Promise<NestFastifyApplication> {
  const module: DynamicModule = {
    module: ProbeModule,
    global: true,
    providers: [
      { provide: database, useValue: sql },
      { provide: APP_GUARD, useClass: ClientAddressThrottlerGuard },
    ],
    exports: [database],
    imports: [
      throttlingModule({ throttlers: [{ name: 'probe', ttl: 60_000, limit }], database, redisUrl, redisTimeouts }),
      HealthModule.forRootAsync({ useFactory: () => checks, useNotice: notice }),
    ],
    controllers: [ProbeController],
  };
  const configuration = new ServiceConfiguration();
  const app = await createService({ module, configuration, logger: new JsonLogger('probe', 'silent') });
  await app.listen(0, '127.0.0.1');
  return app;
}
