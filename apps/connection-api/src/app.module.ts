import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createDataSource } from '@sync/domain';
import { DurableWorkModule } from '@sync/durable-work';
import { HealthModule, throttlingModule } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { AccessModule } from './access/access.module';
import type { ConnectionApiConfiguration } from './configuration';
import { ConnectModule } from './connect/connect.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { rateLimits } from './rate-limits';
import { ConnectionsModule } from './connections/connections.module';
import { RecordsModule } from './records/records.module';
import { RegisterModule } from './register/register.module';
import { ServicePartsModule } from './service-parts.module';
import { SyncsModule } from './syncs/syncs.module';
import { WidgetModule } from './widget/widget.module';

/** Longer than a worker's: of many handshakes with one token each waits for those before it, to be told that it lost. */
const lockTimeoutMs = 5_000;

/** HTTP for plugins, callers and widgets. */
@Module({})
export class AppModule {
  static with(configuration: ConnectionApiConfiguration): DynamicModule {
    const { databaseUrl, redisUrl } = configuration;
    return {
      module: AppModule,
      imports: [
        ServicePartsModule.with(configuration),
        TypeOrmModule.forRoot(createDataSource({ url: databaseUrl, applicationName: 'connection-api', lockTimeoutMs }).options),
        DurableWorkModule.forRoot({ databaseUrl, redisUrl }),
        throttlingModule(rateLimits(configuration), redisUrl),
        HealthModule.forRootAsync({
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => ({ database: () => dataSource.query('select 1') }),
        }),
        AccessModule,
        ConnectionsModule,
        RegisterModule,
        ConnectModule,
        WidgetModule,
        LifecycleModule,
        SyncsModule,
        RecordsModule,
      ],
    };
  }
}
