import { Module, type DynamicModule } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { createDataSource, databaseChecks, KeyRingCheck } from '@sync/domain';
import { DurableWorkModule } from '@sync/durable-work';
import { ConnectionUseCasesModule, RequestTimeouts, ServicePartsModule } from '@sync/http-api';
import { HealthModule, RefuseUnknownParameters, throttlingModule } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { AccessModule } from './access/access.module';
import { AccessTokensModule } from './access-tokens/access-tokens.module';
import type { ConnectionApiConfiguration } from './configuration';
import { ConnectModule } from './connect/connect.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { rateLimits } from './rate-limits';
import { ConnectionsModule } from './connections/connections.module';
import { feedNotice } from './records/feed-notice';
import { RecordsModule } from './records/records.module';
import { RegisterModule } from './register/register.module';
import { ShopsModule } from './shops/shops.module';
import { SyncsModule } from './syncs/syncs.module';
import { WidgetModule } from './widget/widget.module';

const name = 'connection-api';

/** The HTTP API for plugins, callers and widgets. */
@Module({})
export class AppModule {
  static with(configuration: ConnectionApiConfiguration, timeouts = new RequestTimeouts()): DynamicModule {
    const { databaseUrl, redisUrl } = configuration;
    const ownPool = {
      applicationName: name,
      connectTimeoutMs: timeouts.poolMs,
      lockTimeoutMs: timeouts.lockMs,
      queryTimeoutMs: timeouts.queryMs,
    };
    return {
      module: AppModule,
      imports: [
        ServicePartsModule.with({ name, configuration, timeouts }),
        ConnectionUseCasesModule.with(configuration),
        TypeOrmModule.forRoot(createDataSource({ url: databaseUrl, ...ownPool }).options),
        DurableWorkModule.forRoot({ databaseUrl, redisUrl }),
        throttlingModule(rateLimits(configuration), redisUrl),
        HealthModule.forRootAsync({
          inject: [DataSource, KeyRingCheck],
          useFactory: (dataSource: DataSource, keys: KeyRingCheck) =>
            databaseChecks((sql, parameters) => dataSource.query(sql, parameters), keys),
          useNotice: feedNotice,
        }),
        AccessModule,
        AccessTokensModule,
        ConnectionsModule,
        RegisterModule,
        ConnectModule,
        WidgetModule,
        LifecycleModule,
        ShopsModule,
        SyncsModule,
        RecordsModule,
      ],
      providers: [{ provide: APP_INTERCEPTOR, useClass: RefuseUnknownParameters }],
    };
  }
}
