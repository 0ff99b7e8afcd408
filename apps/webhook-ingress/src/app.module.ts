import { Module, type DynamicModule } from '@nestjs/common';
import { KeyRingCheck } from '@sync/credentials';
import { DurableWorkModule, TaskQueues } from '@sync/durable-work';
import { databaseChecks } from '@sync/schema';
import { HealthModule } from '@sync/service-runtime';
import type { Pool } from 'pg';
import type { WebhookIngressConfiguration } from './configuration';
import { deliveryPool } from './delivery-pool';
import { ReceiveWebhookModule } from './receive-webhook/receive-webhook.module';
import { ServicePartsModule } from './service-parts.module';

/** HTTP for the webhooks of shops. Knows no platform: the worker finds out what a webhook means. */
@Module({})
export class AppModule {
  static with(configuration: WebhookIngressConfiguration): DynamicModule {
    const { databaseDirectUrl, redisUrl } = configuration;
    return {
      module: AppModule,
      imports: [
        ServicePartsModule.with(configuration),
        DurableWorkModule.forRoot({ databaseUrl: databaseDirectUrl, redisUrl }),
        HealthModule.forRootAsync({
          inject: [deliveryPool, KeyRingCheck, TaskQueues],
          useFactory: (pool: Pool, keys: KeyRingCheck, queues: TaskQueues) => ({
            needed: databaseChecks(async (sql, parameters) => (await pool.query(sql, parameters)).rows, keys),
            helpful: { queue: () => queues.requireResponse() },
          }),
        }),
        ReceiveWebhookModule,
      ],
    };
  }
}
