import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard, apiModules, RefuseLate, RequestTimeouts } from '@sync/http-api';
import { ClientAddressThrottlerGuard, RefuseUnknownParameters, throttlingModule } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { AccessModule } from './access/access.module';
import { AccessTokensModule } from './access-tokens/access-tokens.module';
import type { ConnectionApiConfiguration } from './configuration';
import { ConnectModule } from './connect/connect.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { NotificationAddressesModule } from './notification-addresses/notification-addresses.module';
import { rateLimits } from './rate-limits';
import { ConnectionsModule } from './connections/connections.module';
import { feedNotice } from './records/feed-notice';
import { PrivacyModule } from './privacy/privacy.module';
import { RecordsModule } from './records/records.module';
import { RegisterModule } from './register/register.module';
import { ShopsModule } from './shops/shops.module';
import { SyncsModule } from './syncs/syncs.module';
import { WebhookEndpointsModule } from './webhook-endpoints/webhook-endpoints.module';
import { WidgetModule } from './widget/widget.module';

/** The HTTP API for plugins, callers and widgets. */
@Module({})
export class AppModule {
  static with(configuration: ConnectionApiConfiguration, timeouts = new RequestTimeouts()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...apiModules({ name: 'connection-api', configuration, timeouts, useNotice: feedNotice }),
        throttlingModule({ throttlers: rateLimits(configuration), database: DataSource, redisUrl: configuration.redisUrl }),
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
        WebhookEndpointsModule,
        NotificationAddressesModule,
        PrivacyModule,
      ],
      // In this order.
      providers: [ClientAddressThrottlerGuard, AccessGuard, RefuseUnknownParameters, RefuseLate].map((useClass) => ({
        provide: APP_GUARD,
        useClass,
      })),
    };
  }
}
