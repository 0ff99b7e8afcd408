import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeyRingCheck } from '@sync/credentials';
import { DurableWorkModule, TaskQueues } from '@sync/durable-work';
import { createDataSource } from '@sync/identity';
import { everyTenant, everyTenantOfAdmin } from '@sync/postgres';
import { databaseChecks } from '@sync/schema';
import { HealthModule } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { ConnectionServiceConfiguration } from './connection-service-configuration';
import { ConnectionUseCasesModule } from './connections/connection-use-cases.module';
import { IntegrationsModule } from './integrations.module';
import type { RequestTimeouts } from './request-timeouts';
import { ServicePartsModule } from './service-parts.module';

interface Api {
  /** Of the app, for the names of its database connections. */
  name: string;
  /** Injected by its own class. */
  configuration: ConnectionServiceConfiguration;
  timeouts: RequestTimeouts;
  /** Its role in Postgres may touch users. Default false. */
  isForAdministrators?: boolean;
  /** Something that operators should know although the app works. */
  useNotice?: (dataSource: DataSource) => Promise<string | null>;
}

/** What every API imports: the libraries, its database, its queues and its health. */
export function apiModules({ name, configuration, timeouts, isForAdministrators = false, useNotice }: Api): DynamicModule[] {
  const { databaseUrl, databaseDirectUrl, databaseIsPooled, redisUrl } = configuration;
  const ownPool = {
    applicationName: name,
    connectTimeoutMs: timeouts.poolMs,
    lockTimeoutMs: timeouts.lockMs,
    queryTimeoutMs: timeouts.queryMs,
    allTenantsAs: isForAdministrators ? everyTenantOfAdmin : everyTenant,
  };
  return [
    ServicePartsModule.with({ name, configuration, timeouts, isForAdministrators }),
    IntegrationsModule.with(configuration),
    ConnectionUseCasesModule.with(configuration),
    TypeOrmModule.forRoot(createDataSource({ url: databaseUrl, isPooled: databaseIsPooled, ...ownPool }).options),
    DurableWorkModule.forRoot({ databaseUrl: databaseDirectUrl, redisUrl }),
    HealthModule.forRootAsync({
      inject: [DataSource, KeyRingCheck, TaskQueues],
      useFactory: (dataSource: DataSource, keys: KeyRingCheck, queues: TaskQueues) => ({
        needed: databaseChecks((sql, parameters) => dataSource.query(sql, parameters), keys),
        helpful: { queue: () => queues.requireResponse() },
      }),
      useNotice,
    }),
  ];
}
