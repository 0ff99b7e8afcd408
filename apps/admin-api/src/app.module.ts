import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard, apiModules, RefuseLate, RequestTimeouts } from '@sync/http-api';
import { ClientAddressThrottlerGuard, RefuseUnknownParameters, throttlingModule } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { AccessModule } from './access/access.module';
import { AccessTokensModule } from './access-tokens/access-tokens.module';
import { AuditLogModule } from './audit-log/audit-log.module';
import type { AdminApiConfiguration } from './configuration';
import { ConnectionsModule } from './connections/connections.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { DoctorModule } from './doctor/doctor.module';
import { FailedTasksModule } from './failed-tasks/failed-tasks.module';
import { MeModule } from './me/me.module';
import { PreviewTokensModule } from './preview-tokens/preview-tokens.module';
import { RecordsModule } from './records/records.module';
import { OidcModule } from './oidc/oidc.module';
import { SearchModule } from './search/search.module';
import { SessionsModule } from './sessions/sessions.module';
import { ShopCallsModule } from './shop-calls/shop-calls.module';
import { SyncRulesModule } from './sync-rules/sync-rules.module';
import { SyncRunsModule } from './sync-runs/sync-runs.module';
import { SystemsModule } from './systems/systems.module';
import { TenantsModule } from './tenants/tenants.module';
import { UsersModule } from './users/users.module';
import { WebhookEndpointsModule } from './webhook-endpoints/webhook-endpoints.module';

const minuteMs = 60_000;

/** The HTTP API of the operators: super administrators and support users. */
@Module({})
export class AppModule {
  static with(configuration: AdminApiConfiguration, timeouts = new RequestTimeouts()): DynamicModule {
    const { redisUrl, signInRateLimitPerMinute } = configuration;
    return {
      module: AppModule,
      imports: [
        ...apiModules({ name: 'admin-api', configuration, timeouts, isForAdministrators: true }),
        throttlingModule({
          throttlers: [{ name: 'sign-in', ttl: minuteMs, limit: signInRateLimitPerMinute }],
          database: DataSource,
          redisUrl,
        }),
        AccessModule,
        SessionsModule,
        OidcModule,
        MeModule,
        UsersModule,
        AuditLogModule,
        TenantsModule,
        SystemsModule,
        ConnectionsModule,
        AccessTokensModule,
        PreviewTokensModule,
        RecordsModule,
        SearchModule,
        WebhookEndpointsModule,
        DoctorModule,
        ShopCallsModule,
        SyncRulesModule,
        SyncRunsModule,
        FailedTasksModule,
        DashboardModule,
      ],
      // In this order.
      providers: [ClientAddressThrottlerGuard, AccessGuard, RefuseUnknownParameters, RefuseLate].map((useClass) => ({
        provide: APP_GUARD,
        useClass,
      })),
    };
  }
}
