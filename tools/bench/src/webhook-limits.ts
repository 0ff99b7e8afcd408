import 'reflect-metadata';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Controller, HttpCode, Module, Post, Req } from '@nestjs/common';
import { HealthModule, Port, Problem, ServiceConfiguration, startService } from '@sync/service-runtime';
import { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';

/** References for the webhook ingress: the same framework, which checks the signature only, or makes one plain insert per request. */

class LimitConfiguration extends ServiceConfiguration {
  @Port('WEBHOOK_LIMITS_PORT')
  port = 0;
}

interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
}

const secret = process.env.BENCH_WEBHOOK_SECRET ?? '';
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

function check({ body, headers }: SignedRequest): void {
  const due = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(headers['x-wc-webhook-signature'] ?? '', 'base64');
  if (given.length !== due.length || !timingSafeEqual(given, due)) throw new Problem('invalid-signature', 'Not signed.');
}

@Controller('limits')
class LimitsController {
  @Post('hmac')
  @HttpCode(200)
  checkOnly(@Req() request: SignedRequest): object {
    check(request);
    return { status: 'accepted' };
  }

  @Post('insert')
  @HttpCode(200)
  async insert(@Req() request: SignedRequest): Promise<object> {
    check(request);
    await pool.query('insert into bare_webhooks (id, body) values ($1, $2)', [uuidv7(), request.body.toString('utf8')]);
    return { status: 'accepted' };
  }
}

@Module({ imports: [HealthModule.forRootAsync({ useFactory: () => ({ needed: {} }) })], controllers: [LimitsController] })
class LimitsModule {}

await startService({
  name: 'webhook-limits',
  configuration: LimitConfiguration,
  module: () => LimitsModule,
  port: ({ port }) => port,
  rawBodies: () => ({ maxBytes: 1_048_576 }),
});
