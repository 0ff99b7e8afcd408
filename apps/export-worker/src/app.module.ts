import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeyRingCheck } from '@sync/credentials';
import { DurableWorkModule, Progress, TaskQueues, TaskWorkersModule } from '@sync/durable-work';
import { createDataSource } from '@sync/identity';
import { everyTenant, keptPlans, poolSizes } from '@sync/postgres';
import { databaseChecks } from '@sync/schema';
import { HealthModule } from '@sync/service-runtime';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { BulkSyncModule } from './bulk-sync/bulk-sync.module';
import { FetchPageRange } from './bulk-sync/fetch/fetch-page-range';
import { DeleteConfirmedRecords } from './bulk-sync/deletions/find-deletions';
import { FinishSyncRun } from './bulk-sync/drift/finish-sync-run';
import { PlanSyncRun } from './bulk-sync/plan/plan-sync-run';
import type { WorkerConfiguration } from './configuration';
import { DoctorModule } from './doctor/doctor.module';
import { CallerWebhooksModule } from './caller-webhooks/caller-webhooks.module';
import { CheckAccess } from './doctor/check-access';
import { ExamineShop } from './doctor/examine-shop';
import { IntegrationsModule } from './integrations.module';
import { LinkMailsModule } from './link-mails/link-mails.module';
import { TellOfLink } from './link-mails/tell-of-link';
import { ProgressWatchdog, requireProgress } from './progress-watchdog';
import { Schedules } from './schedules';
import { ServicePartsModule } from './service-parts.module';
import { DeriveSyncRules } from './sync-rules/derive-sync-rules';
import { SyncRulesModule } from './sync-rules/sync-rules.module';
import { upkeepDataSource } from './upkeep/upkeep-data-source';
import { UpkeepModule } from './upkeep/upkeep.module';
import { ErasePerson } from './privacy/erase-person';
import { PrivacyModule } from './privacy/privacy.module';
import { ProcessWebhook } from './webhooks/process-webhook';
import { RefetchRecords } from './webhooks/refetch-records';
import { WebhooksModule } from './webhooks/webhooks.module';

const lockTimeoutMs = 2_000;
/** A statement of a task takes milliseconds. A lost connection must not hold work up for long. */
const queryTimeoutMs = 8_000;
/** Upkeep looks through whole tables. Nothing waits for it. */
const upkeepQueryTimeoutMs = 61_000;

/** The worker: syncs, webhooks, sync rules and upkeep. */
@Module({})
export class AppModule {
  static with(configuration: WorkerConfiguration): DynamicModule {
    const { databaseDirectUrl, redisUrl, workerConcurrency, maxRequestsPerShop } = configuration;
    return {
      module: AppModule,
      imports: [
        ServicePartsModule.with(configuration),
        IntegrationsModule,
        TypeOrmModule.forRoot(workConnections(configuration)),
        TypeOrmModule.forRoot({ ...upkeepConnections(configuration), name: upkeepDataSource }),
        HealthModule.forRootAsync({
          inject: [DataSource, Progress, KeyRingCheck, TaskQueues],
          useFactory: (dataSource: DataSource, progress: Progress, keys: KeyRingCheck, queues: TaskQueues) => ({
            needed: {
              ...databaseChecks((sql, parameters) => dataSource.query(sql, parameters), keys),
              progress: () => requireProgress(progress),
            },
            helpful: { queue: () => queues.requireResponse() },
          }),
        }),
        DurableWorkModule.forRoot({ databaseUrl: databaseDirectUrl, redisUrl }),
        BulkSyncModule,
        UpkeepModule,
        CallerWebhooksModule,
        TaskWorkersModule.forHandlers({
          imports: [BulkSyncModule, SyncRulesModule, WebhooksModule, DoctorModule, PrivacyModule, LinkMailsModule],
          handlers: {
            'derive-sync-rules': DeriveSyncRules,
            'plan-sync-run': PlanSyncRun,
            'fetch-page-range': FetchPageRange,
            'finish-sync-run': FinishSyncRun,
            'delete-confirmed-records': DeleteConfirmedRecords,
            'examine-shop': ExamineShop,
            'check-access': CheckAccess,
            'erase-person': ErasePerson,
            'tell-of-link': TellOfLink,
            'refetch-records': RefetchRecords,
            'process-webhook': ProcessWebhook,
          },
          concurrency: workerConcurrency,
          maxRequestsPerShop,
        }),
      ],
      providers: [
        Schedules,
        { provide: ProgressWatchdog, inject: [Progress], useFactory: (made: Progress) => new ProgressWatchdog(made, configuration) },
      ],
    };
  }
}

/** Fewer than the tasks of all queues, because tasks mostly wait for a shop. */
function workConnections({ databaseUrl: url, databaseIsPooled: isPooled, workerConcurrency }: WorkerConfiguration): DataSourceOptions {
  const poolSize = poolSizes.worker(workerConcurrency).tasks;
  const allTenantsAs = { ...everyTenant, ...keptPlans };
  const bounds = { url, isPooled, poolSize, lockTimeoutMs, queryTimeoutMs, allTenantsAs };
  return createDataSource({ ...bounds, applicationName: 'export-worker' }).options;
}

function upkeepConnections({ databaseUrl: url, databaseIsPooled: isPooled, workerConcurrency }: WorkerConfiguration): DataSourceOptions {
  const poolSize = poolSizes.worker(workerConcurrency).upkeep;
  const bounds = { url, isPooled, poolSize, lockTimeoutMs, queryTimeoutMs: upkeepQueryTimeoutMs };
  return createDataSource({ ...bounds, applicationName: 'export-worker upkeep' }).options;
}
